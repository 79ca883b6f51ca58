#pragma once
#include <stddef.h>

/// Coasts and borders, as `data/make.py` writes them.
const unsigned char *geoq_land(void);
/// How many bytes they have.
size_t geoq_land_size(void);

/// Names of places, as `data/make.py` writes them.
const unsigned char *geoq_places(void);
/// How many bytes they have.
size_t geoq_places_size(void);
