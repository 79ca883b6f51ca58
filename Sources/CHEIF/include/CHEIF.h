#ifndef GEOQ_CHEIF_H
#define GEOQ_CHEIF_H

#include <stddef.h>
#include <stdint.h>

/// A picture of a HEIF file that libheif has read, not decoded yet.
typedef struct geoq_heif geoq_heif;

/// What became of a call.
typedef enum {
    geoq_heif_ok = 0,
    /// libheif is not installed, or lacks a function.
    geoq_heif_absent = 1,
    /// libheif refuses the bytes.
    geoq_heif_refused = 2,
    /// libheif lacks what the picture needs, such as a decoder.
    geoq_heif_unsupported = 3,
} geoq_heif_status;

/// Reads the container in `bytes`, which must stay until `geoq_heif_close`. libheif is loaded by the
/// first call. Width and height are those after the file's own crops and rotations.
geoq_heif_status geoq_heif_open(const uint8_t *bytes, size_t count, geoq_heif **picture, int *width, int *height);

/// The width and height that are decoded, before the file's own crops and rotations. 0 where libheif does not tell.
int geoq_heif_whole_size(const geoq_heif *picture, int *width, int *height);

/// Lets tiles be decoded one after another; else libheif decodes several at the same time. 0 where libheif lacks it.
int geoq_heif_decode_in_turn(geoq_heif *picture);

/// How many bits a sample has; 0 or less where libheif does not know, and 8 where it does not tell.
int geoq_heif_bits(const geoq_heif *picture);

/// Whether parts of the picture may be transparent.
int geoq_heif_has_alpha(const geoq_heif *picture);

/// The samples of a decoded picture: where those of each color begin, how many bytes a pixel is behind the one before,
/// and a row.
typedef struct {
    const uint8_t *red;
    const uint8_t *green;
    const uint8_t *blue;
    int step;
    int stride;
} geoq_heif_samples;

/// Decodes, once, on white. The samples stay until `geoq_heif_close`. Those of opaque pictures of 8 bits lie in a plane
/// for each color, as libheif has them: to interleave them it would take as much memory once more.
geoq_heif_status geoq_heif_decode(geoq_heif *picture, int width, int height, geoq_heif_samples *samples);

/// Which colors the container says that the picture has, without a profile: their primaries and their transfer, by the
/// numbers of ITU-T H.273. 0 where it says nothing, or libheif does not tell.
int geoq_heif_colors(const geoq_heif *picture, int *primaries, int *transfer);

/// How many bytes the picture's color profile (ICC) has; 0 without one, and where libheif does not tell.
size_t geoq_heif_profile_size(const geoq_heif *picture);

/// Writes the color profile, as many bytes as `geoq_heif_profile_size` says.
geoq_heif_status geoq_heif_profile(const geoq_heif *picture, uint8_t *profile);

/// Frees the picture.
void geoq_heif_close(geoq_heif *picture);

#endif
