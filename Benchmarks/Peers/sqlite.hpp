// What the two SQLite peers share.
#pragma once

#include <sqlite3.h>

#include <cstring>

#include "peer.hpp"

namespace peer {

inline void check(bool fine, sqlite3 *db, const char *what) {
    if (fine) return;
    std::fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(db));
    std::exit(70);
}

inline void execute(sqlite3 *db, const std::string &sql) {
    check(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK, db, sql.c_str());
}

class Statement {
public:
    Statement(sqlite3 *db, const std::string &sql) : db_(db) {
        check(sqlite3_prepare_v2(db, sql.c_str(), -1, &handle_, nullptr) == SQLITE_OK, db, sql.c_str());
    }
    ~Statement() { sqlite3_finalize(handle_); }
    Statement(const Statement &) = delete;
    Statement &operator=(const Statement &) = delete;

    void bind(int number, double value) { sqlite3_bind_double(handle_, number, value); }
    void bind(int number, sqlite3_int64 value) { sqlite3_bind_int64(handle_, number, value); }
    bool step() {
        const int code = sqlite3_step(handle_);
        check(code == SQLITE_ROW || code == SQLITE_DONE, db_, "step");
        return code == SQLITE_ROW;
    }
    void reset() { sqlite3_reset(handle_); }
    double real(int column) const { return sqlite3_column_double(handle_, column); }
    sqlite3_int64 integer(int column) const { return sqlite3_column_int64(handle_, column); }

private:
    sqlite3 *db_;
    sqlite3_stmt *handle_ = nullptr;
};

// A database that nothing but a run needs: no journal, no sync, a cache that
// holds it. It stays for the next run, which may use it as it is.
class Scratch {
public:
    explicit Scratch(const std::string &path) : path_(path) {}
    ~Scratch() { close(); }
    Scratch(const Scratch &) = delete;
    Scratch &operator=(const Scratch &) = delete;

    sqlite3 *open() {
        check(sqlite3_open(path_.c_str(), &db_) == SQLITE_OK, db_, "open");
        execute(db_, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1048576; "
                     "PRAGMA mmap_size = 4294967296");
        return db_;
    }
    void remove() {
        close();
        std::remove(path_.c_str());
    }
    void close() {
        if (db_) sqlite3_close(db_);
        db_ = nullptr;
    }
    // Whether an earlier run finished it; it is open then.
    bool is_finished() {
        if (!std::ifstream(path_)) return false;
        Statement version(open(), "PRAGMA user_version");
        return version.step() && version.integer(0) == kFinished;
    }
    void finish() { execute(db_, "PRAGMA user_version = " + std::to_string(kFinished)); }
    sqlite3 *db() const { return db_; }

private:
    static constexpr int kFinished = 1;
    std::string path_;
    sqlite3 *db_ = nullptr;
};

// Inserts every place, its number, latitude and longitude as ?1, ?2 and ?3.
inline void insert_places(sqlite3 *db, const std::string &sql, const std::vector<Place> &places) {
    Statement insert(db, sql);
    for (size_t id = 0; id < places.size(); id++) {
        insert.bind(1, static_cast<sqlite3_int64>(id));
        insert.bind(2, places[id].latitude);
        insert.bind(3, places[id].longitude);
        insert.step();
        insert.reset();
    }
}

inline void print_file_bytes(sqlite3 *db) {
    Statement pages(db, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
    if (pages.step()) std::printf("bytes\t%lld\n", static_cast<long long>(pages.integer(0)));
}

// The boxes of longitudes and latitudes that hold every place within some
// meters: one, or two across the date line. A degree of latitude is 110 574 m at
// least; a meridian's neighbours are nearest at the box's farther edge.
inline std::vector<DegreeBox> boxes_around(const Place &place, double meters) {
    const double height = meters / 110574 * 1.001;
    const double south = std::max(place.latitude - height, -90.0), north = std::min(place.latitude + height, 90.0);
    const double edge = std::max(std::abs(south), std::abs(north));
    if (edge > 89) return {{-180, south, 180, north}};
    const double width = meters / (111319 * std::cos(edge * M_PI / 180)) * 1.01;
    if (width >= 180) return {{-180, south, 180, north}};
    const double west = place.longitude - width, east = place.longitude + width;
    if (west < -180) return {{-180, south, east, north}, {west + 360, south, 180, north}};
    if (east > 180) return {{west, south, 180, north}, {-180, south, east - 360, north}};
    return {{west, south, east, north}};
}

}  // namespace peer
