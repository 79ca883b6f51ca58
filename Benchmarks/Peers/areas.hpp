// What the peers of areas share: areas, and the questions about them.
//
//     PEER areas.raw counties.raw queries.raw points.raw < tasks
//
// An area is little-endian doubles: how many positions its ring has, then latitude and
// longitude of each; the last is the first. Questions, in the form of peer.hpp:
//
//     hold-0    which areas hold a place, ids ascending
//     list-N    the points in county N, ids ascending
//     count-N   how many they are
//
// For list and count QUERIES says how often the one question is asked.
#pragma once

#include "peer.hpp"

namespace peer {

using Ring = std::vector<Place>;

inline std::vector<Ring> read_areas(const char *path) {
    const auto pairs = [&] {
        std::ifstream file(path, std::ios::binary | std::ios::ate);
        if (!file) {
            std::fprintf(stderr, "%s cannot be read\n", path);
            std::exit(66);
        }
        std::vector<double> numbers(static_cast<size_t>(file.tellg()) / sizeof(double));
        file.seekg(0);
        file.read(reinterpret_cast<char *>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(double)));
        return numbers;
    }();
    std::vector<Ring> areas;
    for (size_t at = 0; at < pairs.size();) {
        const size_t count = static_cast<size_t>(pairs[at++]);
        Ring ring(count);
        for (Place &place : ring) {
            place = {pairs[at], pairs[at + 1]};
            at += 2;
        }
        areas.push_back(std::move(ring));
    }
    return areas;
}

// `hold(place, hits)` appends the areas that hold a place, `list(county, hits)` the points in a
// county, both in any order.
template <typename Clear, typename Build, typename Hold, typename List, typename Bytes>
void run_areas(const std::vector<Place> &queries, Clear clear, Build build, Hold hold, List list, Bytes print_bytes) {
    run(queries, clear, build,
        [&](const Task &task, const Place &place, std::vector<Hit> &hits) -> size_t {
            hits.clear();
            if (task.kind == "hold") hold(place, hits);
            else list(static_cast<size_t>(task.argument / 1000), hits);
            // A count needs no order.
            if (task.kind != "count") std::sort(hits.begin(), hits.end());
            return hits.size();
        },
        print_bytes);
}

}  // namespace peer
