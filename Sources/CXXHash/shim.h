// XXH3 is compiled into the caller; nothing is linked. With XXH_INLINE_ALL its
// names become macros, which Swift cannot see, so one function passes it on.
#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64_t xxh3_64(const void *bytes, size_t count) {
    return XXH3_64bits(bytes, count);
}
