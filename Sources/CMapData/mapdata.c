#include "mapdata.h"

// As arrays in Swift these bytes would cost every build a minute and gigabytes.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char land[] = {
#embed "land10m.bin"
};
static const unsigned char places[] = {
#embed "places.tsv"
};

const unsigned char *geoq_land(void) { return land; }
size_t geoq_land_size(void) { return sizeof land; }
const unsigned char *geoq_places(void) { return places; }
size_t geoq_places_size(void) { return sizeof places; }
