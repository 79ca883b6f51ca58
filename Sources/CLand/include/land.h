#pragma once
#include <stddef.h>

/// Coasts and borders, as `data/make.py` writes them.
const unsigned char *geoq_land(void);
/// How many bytes they have.
size_t geoq_land_size(void);
