#include "land.h"

// As an array in Swift these bytes would cost every build a minute and gigabytes.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char land[] = {
#embed "land10m.bin"
};

const unsigned char *geoq_land(void) { return land; }
size_t geoq_land_size(void) { return sizeof land; }
