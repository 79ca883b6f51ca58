#include <sqlite3.h>
#include <spatialite/gg_const.h>
#include <spatialite.h>
