// What the peers share: reading the data, timing, and the lines they print.
//
//     PEER points.raw queries.raw < tasks
//
// The files are little-endian doubles, latitude and longitude. A task is a line:
//
//     build                              makes the index anew
//     VARIANT/QUESTION/QUERIES/SAMPLES   asks a question at the first places
//
// Questions: nearest-K, near-KM (what lies within, nearest first, with
// distances), count-KM, bbox-KM. One thread; after a hundred questions to warm
// up, all of them are timed as a whole. The answer is lines with tabs between,
// the last of them "done":
//
//     build   seconds from coordinates to a ready index
//     bytes   what the index keeps, points included
//     sample  question count hash-of-the-ids-in-order hash-of-the-set
//     time    queries seconds hits
//
// A sample is an answer that the caller compares with its oracle.
#pragma once

#include <geodesic.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace peer {

struct Place {
    double latitude, longitude;
};

struct Point {
    double x, y, z;
};

struct Hit {
    double distance;
    uint32_t id;
    bool operator<(const Hit &other) const {
        return distance != other.distance ? distance < other.distance : id < other.id;
    }
};

inline constexpr double kEquatorialRadius = 6378137, kFlattening = 1 / 298.257223563;
inline constexpr double kMeanRadius = 6371008.8;

inline const geod_geodesic &ellipsoid() {
    static const geod_geodesic made = [] {
        geod_geodesic g;
        geod_init(&g, kEquatorialRadius, kFlattening);
        return g;
    }();
    return made;
}

inline double geodesic(const Place &a, const Place &b) {
    double meters;
    geod_inverse(&ellipsoid(), a.latitude, a.longitude, b.latitude, b.longitude, &meters, nullptr, nullptr);
    return meters;
}

inline Point earth_centered(const Place &place) {
    const double degree = M_PI / 180, e2 = kFlattening * (2 - kFlattening);
    const double sp = std::sin(place.latitude * degree), cp = std::cos(place.latitude * degree);
    const double n = kEquatorialRadius / std::sqrt(1 - e2 * sp * sp);
    return {n * cp * std::cos(place.longitude * degree), n * cp * std::sin(place.longitude * degree),
            n * (1 - e2) * sp};
}

// The chord that a distance has on a sphere of the Earth's mean radius: the best
// that a straight line knows.
inline double chord_of(double meters) { return 2 * kMeanRadius * std::sin(meters / 2 / kMeanRadius); }

inline std::vector<Place> read_places(const char *path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) {
        std::fprintf(stderr, "%s cannot be read\n", path);
        std::exit(66);
    }
    std::vector<Place> places(static_cast<size_t>(file.tellg()) / sizeof(Place));
    file.seekg(0);
    file.read(reinterpret_cast<char *>(places.data()), static_cast<std::streamsize>(places.size() * sizeof(Place)));
    return places;
}

inline double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline size_t allocated() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

struct Task {
    std::string variant, kind, name;
    double argument;  // K, or meters
    size_t queries, samples;
};

inline Task parse_task(const std::string &text) {
    std::vector<std::string> parts{""};
    for (const char c : text) {
        if (c == '/') parts.emplace_back();
        else parts.back() += c;
    }
    if (parts.size() != 4) {
        std::fprintf(stderr, "%s is not VARIANT/QUESTION/QUERIES/SAMPLES\n", text.c_str());
        std::exit(64);
    }
    const size_t dash = parts[1].rfind('-');
    Task task{parts[0], parts[1].substr(0, dash), parts[1], std::strtod(parts[1].c_str() + dash + 1, nullptr),
              std::strtoull(parts[2].c_str(), nullptr, 10), std::strtoull(parts[3].c_str(), nullptr, 10)};
    if (task.kind != "nearest") task.argument *= 1000;
    return task;
}

struct DegreeBox {
    double west, south, east, north;
    bool contains(const Place &place) const {
        return place.latitude >= south && place.latitude <= north && place.longitude >= west && place.longitude <= east;
    }
};

// The box of a bbox question, by the steps of Sources/Workload/Box.swift: it ends at the
// date line.
inline DegreeBox asked_box(const Place &place, double meters) {
    const double height = meters / 1000 / 111.2;
    const double width = std::min(height / std::cos(place.latitude * M_PI / 180), 180.0);
    return {std::max(place.longitude - width, -180.0), std::max(place.latitude - height, -90.0),
            std::min(place.longitude + width, 180.0), std::min(place.latitude + height, 90.0)};
}

inline uint64_t mixed(uint64_t value) {
    value += 0x9E3779B97F4A7C15u;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

inline void print_sample(size_t query, size_t count, const std::vector<Hit> &hits) {
    uint64_t order = 0xCBF29CE484222325u, set = 0;
    for (const Hit &hit : hits) {
        order = (order ^ hit.id) * 0x100000001B3u;
        set += mixed(hit.id);
    }
    std::printf("sample\t%zu\t%zu\t%016llx\t%016llx\n", query, count, static_cast<unsigned long long>(order),
                static_cast<unsigned long long>(set));
}

// Runs the tasks of standard input. `clear()` frees the index, `build()`
// makes it, `print_bytes(before)` says what it keeps, `before` being what was
// allocated without it; `answer(task, place, hits)` fills `hits` in order, or leaves it empty for a
// count, and returns how many there are.
template <typename Clear, typename Build, typename Answer, typename Bytes>
void run(const std::vector<Place> &queries, Clear clear, Build build, Answer answer, Bytes print_bytes) {
    std::vector<Hit> hits;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line == "build") {
            clear();
            const size_t before = allocated();
            const double start = now();
            build();
            std::printf("build\t%.9f\n", now() - start);
            print_bytes(before);
        } else {
            const Task task = parse_task(line);
            const size_t asked = std::min(task.queries, queries.size());
            for (size_t q = 0; q < std::min<size_t>(asked / 4, 100); q++) answer(task, queries[q], hits);
            size_t total = 0;
            const double start = now();
            for (size_t q = 0; q < asked; q++) total += answer(task, queries[q], hits);
            const double seconds = now() - start;
            for (size_t q = 0; q < std::min(task.samples, asked); q++) {
                const size_t found = answer(task, queries[q], hits);
                print_sample(q, found, hits);
            }
            std::printf("time\t%zu\t%.9f\t%zu\n", asked, seconds, total);
        }
        std::printf("done\n");
        std::fflush(stdout);
    }
}

// For an index in memory.
inline void print_allocated(size_t before) { std::printf("bytes\t%zu\n", allocated() - before); }

}  // namespace peer
