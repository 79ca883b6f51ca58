// What the peers of the rules share: circles, and the questions about them.
//
//     PEER circles.raw queries.raw points.raw < tasks
//
// A circle is three little-endian doubles: latitude, longitude, radius in meters.
// Questions, in the form of peer.hpp: match-0, the circles that contain a place, ids
// ascending; join-0, how many of the points each circle contains, all added up.
//
// The variant is chord, but for brute: a circle is the points whose chord to its center is
// at most that of the radius on a sphere of the Earth's mean radius, which is wrong for
// some at the very edge.
#pragma once

#include "peer.hpp"

namespace peer {

struct Circle {
    Place center;
    double radius;
};

inline std::vector<Circle> read_circles(const char *path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) {
        std::fprintf(stderr, "%s cannot be read\n", path);
        std::exit(66);
    }
    std::vector<Circle> circles(static_cast<size_t>(file.tellg()) / sizeof(Circle));
    file.seekg(0);
    file.read(reinterpret_cast<char *>(circles.data()), static_cast<std::streamsize>(circles.size() * sizeof(Circle)));
    return circles;
}

inline double squared_chord(const Point &a, const Point &b) {
    const double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    return dx * dx + dy * dy + dz * dz;
}

// A circle as a ball: what contains a point if its center is near enough.
struct Ball {
    Point center;
    double squared_chord_limit;
};

inline std::vector<Ball> balls(const std::vector<Circle> &circles) {
    std::vector<Ball> balls;
    balls.reserve(circles.size());
    for (const Circle &circle : circles) {
        const double chord = chord_of(circle.radius);
        balls.push_back({earth_centered(circle.center), chord * chord});
    }
    return balls;
}

// Joins by asking about every point: `match` as in `run_rules`.
template <typename Match>
size_t join_by_points(const std::vector<Place> &points, Match match) {
    std::vector<Hit> hits;
    size_t pairs = 0;
    for (const Place &point : points) {
        hits.clear();
        match(point, hits);
        pairs += hits.size();
    }
    return pairs;
}

// `match(place, hits)` appends the circles that contain a place, in any order; `join()` counts
// all pairs.
template <typename Clear, typename Build, typename Match, typename Join, typename Bytes>
void run_rules(const std::vector<Place> &queries, Clear clear, Build build, Match match, Join join, Bytes print_bytes) {
    run(queries, clear, build,
        [&](const Task &task, const Place &place, std::vector<Hit> &hits) -> size_t {
            hits.clear();
            if (task.kind == "join") return join();
            match(place, hits);
            std::sort(hits.begin(), hits.end());
            return hits.size();
        },
        print_bytes);
}

}  // namespace peer
