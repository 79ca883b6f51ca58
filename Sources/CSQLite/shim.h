#include <sqlite3.h>

// Says whether this is glibc, whose malloc_trim gives back what was freed.
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Keeps SQLite from counting the bytes that it holds, for which each piece of
// memory is asked for under a lock. Has an effect before SQLite's first use only.
static inline void geoq_count_no_memory(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Has the allocator take blocks of so many bytes from the system and give them
// back when they are freed. By itself glibc keeps ever larger ones.
static inline void geoq_return_large_blocks(int bytes) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
#endif
}

// Has the allocator reserve so many bytes for a thread's first blocks, and keep as many. By itself glibc asks the
// system for each 4 kB that a thread needs more; what is reserved takes no memory until it is used.
static inline void geoq_reserve_blocks(int bytes) {
#ifdef __GLIBC__
    mallopt(M_TOP_PAD, bytes);
#endif
}

// Whether foreign keys are enforced from now on; says whether they were.
// `sqlite3_db_config` takes any number of arguments, which Swift cannot pass.
static inline int geoq_enforce_foreign_keys(sqlite3 *db, int isOn) {
    int was = 0;
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, -1, &was);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, isOn, (int *)0);
    return was;
}

// Whether statements run triggers from now on, or −1 to ask only; says whether they did.
static inline int geoq_run_triggers(sqlite3 *db, int isOn) {
    int was = 0;
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, -1, &was);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, isOn, (int *)0);
    return was;
}

// The system's number for the write of a connection that has just failed: that of the log, which everything is written
// to first, or of the database's file, or the connection's; 0 when there is none. SQLite 3.40 keeps none with the
// connection when a COMMIT fails.
static inline int geoq_failed_write(sqlite3 *db) {
    sqlite3_file *log = 0;
    int number = 0;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &number);
    if (number == 0) sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
    return number ? number : sqlite3_system_errno(db);
}
