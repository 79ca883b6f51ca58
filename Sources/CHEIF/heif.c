// libheif without linking it: a program that sees no HEIC neither needs nor loads it. The declarations
// are those of libheif's stable C interface (heif.h, 1.0 and later).

#include "CHEIF.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct heif_error {
    int code;
    int subcode;
    const char *message;
};

// The beginning of heif_color_profile_nclx, of any version.
struct nclx {
    uint8_t version;
    int primaries;
    int transfer;
};

enum { colorspace_rgb = 1, chroma_444 = 3, chroma_interleaved_rgb = 10, chroma_interleaved_rgba = 11 };
enum { channel_red = 3, channel_green = 4, channel_blue = 5, channel_interleaved = 10 };
enum { error_unsupported_file = 3, error_unsupported_feature = 4 };

static struct {
    void *(*context_alloc)(void);
    void (*context_free)(void *);
    struct heif_error (*context_read)(void *, const void *, size_t, const void *);
    struct heif_error (*primary)(void *, void **);
    int (*handle_width)(const void *);
    int (*handle_height)(const void *);
    void (*handle_release)(const void *);
    struct heif_error (*decode)(const void *, void **, int, int, const void *);
    int (*image_width)(const void *, int);
    int (*image_height)(const void *, int);
    uint8_t *(*plane)(void *, int, int *);
    void (*image_release)(const void *);
    int (*has_alpha)(const void *);
    // Null in an old library.
    int (*is_multiplied)(const void *);
    int (*bits)(const void *);
    int (*channel_bits)(const void *, int);
    int (*whole_width)(const void *);
    int (*whole_height)(const void *);
    void (*most_threads)(void *, int);
    struct heif_error (*nclx)(const void *, struct nclx **);
    void (*nclx_free)(struct nclx *);
    size_t (*profile_size)(const void *);
    struct heif_error (*profile)(const void *, void *);
    int is_whole;
} heif;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
#ifdef __APPLE__
    void *library = dlopen("libheif.1.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
    if (!library) return;
    heif.is_whole = 1;
#define FIND(field, name) if (!(*(void **)&heif.field = dlsym(library, name))) heif.is_whole = 0
    FIND(context_alloc, "heif_context_alloc");
    FIND(context_free, "heif_context_free");
    FIND(context_read, "heif_context_read_from_memory_without_copy");
    FIND(primary, "heif_context_get_primary_image_handle");
    FIND(handle_width, "heif_image_handle_get_width");
    FIND(handle_height, "heif_image_handle_get_height");
    FIND(handle_release, "heif_image_handle_release");
    FIND(decode, "heif_decode_image");
    FIND(image_width, "heif_image_get_width");
    FIND(image_height, "heif_image_get_height");
    FIND(plane, "heif_image_get_plane");
    FIND(image_release, "heif_image_release");
    FIND(has_alpha, "heif_image_handle_has_alpha_channel");
#undef FIND
    *(void **)&heif.is_multiplied = dlsym(library, "heif_image_handle_is_premultiplied_alpha");
    *(void **)&heif.bits = dlsym(library, "heif_image_handle_get_luma_bits_per_pixel");
    *(void **)&heif.channel_bits = dlsym(library, "heif_image_get_bits_per_pixel_range");
    *(void **)&heif.whole_width = dlsym(library, "heif_image_handle_get_ispe_width");
    *(void **)&heif.whole_height = dlsym(library, "heif_image_handle_get_ispe_height");
    *(void **)&heif.most_threads = dlsym(library, "heif_context_set_max_decoding_threads");
    *(void **)&heif.nclx = dlsym(library, "heif_image_handle_get_nclx_color_profile");
    *(void **)&heif.nclx_free = dlsym(library, "heif_nclx_color_profile_free");
    *(void **)&heif.profile_size = dlsym(library, "heif_image_handle_get_raw_color_profile_size");
    *(void **)&heif.profile = dlsym(library, "heif_image_handle_get_raw_color_profile");
}

struct geoq_heif {
    void *context;
    void *handle;
    void *image;
};

static geoq_heif_status refused(struct heif_error error) {
    int lacks = error.code == error_unsupported_file || error.code == error_unsupported_feature;
    return lacks ? geoq_heif_unsupported : geoq_heif_refused;
}

geoq_heif_status geoq_heif_open(const uint8_t *bytes, size_t count, geoq_heif **picture, int *width, int *height) {
    pthread_once(&once, load);
    if (!heif.is_whole) return geoq_heif_absent;
    geoq_heif *opened = calloc(1, sizeof *opened);
    if (!opened) return geoq_heif_refused;
    opened->context = heif.context_alloc();
    if (!opened->context || heif.context_read(opened->context, bytes, count, NULL).code != 0
        || heif.primary(opened->context, &opened->handle).code != 0) {
        geoq_heif_close(opened);
        return geoq_heif_refused;
    }
    *width = heif.handle_width(opened->handle);
    *height = heif.handle_height(opened->handle);
    *picture = opened;
    return geoq_heif_ok;
}

int geoq_heif_whole_size(const geoq_heif *picture, int *width, int *height) {
    if (!heif.whole_width || !heif.whole_height) return 0;
    *width = heif.whole_width(picture->handle);
    *height = heif.whole_height(picture->handle);
    return *width > 0 && *height > 0;
}

int geoq_heif_decode_in_turn(geoq_heif *picture) {
    if (!heif.most_threads) return 0;
    heif.most_threads(picture->context, 0);
    return 1;
}

int geoq_heif_bits(const geoq_heif *picture) { return heif.bits ? heif.bits(picture->handle) : 8; }

int geoq_heif_has_alpha(const geoq_heif *picture) { return heif.has_alpha(picture->handle) != 0; }

// Red, green, blue and alpha become red, green and blue on white, in the same place.
static void put_on_white(uint8_t *rows, int stride, int width, int height, int is_multiplied) {
    for (int y = 0; y < height; y++) {
        uint8_t *row = rows + (size_t)y * (size_t)stride;
        for (int x = 0; x < width; x++) {
            int alpha = row[4 * x + 3];
            for (int color = 0; color < 3; color++) {
                int value = row[4 * x + color] * (is_multiplied ? 255 : alpha) + 255 * (255 - alpha);
                row[3 * x + color] = (uint8_t)(value >= 255 * 255 ? 255 : (value + 127) / 255);
            }
        }
    }
}

// Whether a decoded picture has a plane of 8 bits for each of red, green and blue.
static int find_planes(const void *image, int width, int height, geoq_heif_samples *samples) {
    const uint8_t *planes[3];
    int strides[3] = { 0, 0, 0 };
    for (int color = 0; color < 3; color++) {
        int channel = channel_red + color;
        planes[color] = heif.plane((void *)image, channel, &strides[color]);
        int fits = planes[color] && heif.channel_bits(image, channel) == 8 && heif.image_width(image, channel) >= width
            && heif.image_height(image, channel) >= height && strides[color] >= width && strides[color] == strides[0];
        if (!fits) return 0;
    }
    *samples = (geoq_heif_samples){ planes[0], planes[1], planes[2], 1, strides[0] };
    return 1;
}

geoq_heif_status geoq_heif_decode(geoq_heif *picture, int width, int height, geoq_heif_samples *samples) {
    if (picture->image) return geoq_heif_refused;
    int has_alpha = geoq_heif_has_alpha(picture);
    if (!has_alpha && geoq_heif_bits(picture) == 8 && heif.channel_bits) {
        struct heif_error error = heif.decode(picture->handle, &picture->image, colorspace_rgb, chroma_444, NULL);
        if (error.code != 0) return refused(error);
        if (picture->image && find_planes(picture->image, width, height, samples)) return geoq_heif_ok;
        // It is not what libheif has said of it.
        if (picture->image) heif.image_release(picture->image);
        picture->image = NULL;
    }
    int chroma = has_alpha ? chroma_interleaved_rgba : chroma_interleaved_rgb;
    struct heif_error error = heif.decode(picture->handle, &picture->image, colorspace_rgb, chroma, NULL);
    if (error.code != 0) return refused(error);
    if (!picture->image) return geoq_heif_refused;
    int stride = 0;
    uint8_t *plane = heif.plane(picture->image, channel_interleaved, &stride);
    int fits = plane && heif.image_width(picture->image, channel_interleaved) >= width
        && heif.image_height(picture->image, channel_interleaved) >= height && stride / (has_alpha ? 4 : 3) >= width;
    if (!fits) return geoq_heif_refused;
    if (has_alpha) {
        int is_multiplied = heif.is_multiplied && heif.is_multiplied(picture->handle);
        put_on_white(plane, stride, width, height, is_multiplied);
    }
    *samples = (geoq_heif_samples){ plane, plane + 1, plane + 2, 3, stride };
    return geoq_heif_ok;
}

int geoq_heif_colors(const geoq_heif *picture, int *primaries, int *transfer) {
    struct nclx *colors = NULL;
    if (!heif.nclx || !heif.nclx_free) return 0;
    if (heif.nclx(picture->handle, &colors).code != 0 || !colors) return 0;
    *primaries = colors->primaries;
    *transfer = colors->transfer;
    heif.nclx_free(colors);
    return 1;
}

size_t geoq_heif_profile_size(const geoq_heif *picture) {
    return heif.profile_size && heif.profile ? heif.profile_size(picture->handle) : 0;
}

geoq_heif_status geoq_heif_profile(const geoq_heif *picture, uint8_t *profile) {
    return heif.profile(picture->handle, profile).code == 0 ? geoq_heif_ok : geoq_heif_refused;
}

void geoq_heif_close(geoq_heif *picture) {
    if (!picture) return;
    if (picture->image) heif.image_release(picture->image);
    if (picture->handle) heif.handle_release(picture->handle);
    if (picture->context) heif.context_free(picture->context);
    free(picture);
}
