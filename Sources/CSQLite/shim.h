#include <sqlite3.h>

// Says whether this is glibc, whose malloc_trim gives back what was freed.
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Whether foreign keys are enforced from now on; says whether they were.
// `sqlite3_db_config` takes any number of arguments, which Swift cannot pass.
static inline int geoq_enforce_foreign_keys(sqlite3 *db, int isOn) {
    int was = 0;
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, -1, &was);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, isOn, (int *)0);
    return was;
}
