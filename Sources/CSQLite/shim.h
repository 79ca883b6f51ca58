#include <sqlite3.h>

#ifdef __GLIBC__
// malloc_trim: what SQLite's cache has freed goes back to the system.
#include <malloc.h>
#endif
