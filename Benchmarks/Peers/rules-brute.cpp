// geod_inverse, asked by hand about every circle that latitude alone does not put out of
// reach (see brute.cpp): the oracle. It does not join.
#include "circles.hpp"

using namespace peer;

int main(int count, char **arguments) {
    if (count != 4) return 64;
    const auto circles = read_circles(arguments[1]);
    const auto queries = read_places(arguments[2]);
    run_rules(
        queries, [] {}, [] {},
        [&](const Place &place, std::vector<Hit> &hits) {
            for (size_t id = 0; id < circles.size(); id++) {
                const double south_north = std::abs(circles[id].center.latitude - place.latitude) * M_PI / 180 * 6335439.327;
                if (south_north > circles[id].radius * (1 + 1e-9)) continue;
                if (geodesic(place, circles[id].center) <= circles[id].radius) hits.push_back({0, static_cast<uint32_t>(id)});
            }
        },
        []() -> size_t { return 0; }, [](size_t) {});
}
