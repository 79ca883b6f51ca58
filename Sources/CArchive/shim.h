#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

/// The letters of names, for `geoq_archive_next`; null when the system does not have them.
static inline void *geoq_archive_letters(void) {
    locale_t letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return letters ? letters : newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
}

static inline void geoq_archive_free_letters(void *letters) {
    if (letters) freelocale((locale_t)letters);
}

/// Goes on to the next entry of an archive, and gives its name; null when that cannot be read.
///
/// libarchive writes names in the letters of the thread's locale, and drops those that it lacks. A program begins in
/// the locale C, which has ASCII alone. So the thread has another one meanwhile.
static inline int geoq_archive_next(
    struct archive *archive, struct archive_entry **entry, const char **name, void *letters) {
    locale_t former = letters ? uselocale((locale_t)letters) : (locale_t)0;
    int code = archive_read_next_header(archive, entry);
    *name = NULL;
    if (code == ARCHIVE_OK || code == ARCHIVE_WARN) {
        *name = archive_entry_pathname_utf8(*entry);
        if (!*name) *name = archive_entry_pathname(*entry);
    }
    if (letters) uselocale(former);
    return code;
}
