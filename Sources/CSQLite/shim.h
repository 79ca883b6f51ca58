#include <sqlite3.h>

// Says whether this is glibc, whose malloc_trim gives back what was freed.
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
