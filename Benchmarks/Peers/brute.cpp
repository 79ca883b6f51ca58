// geod_inverse, asked by hand. Variants:
//   geodesic  brute force: about every point
//   oracle    about every point that latitude alone does not put out of reach: no
//             geodesic is shorter than the smallest radius of curvature of the
//             meridian, 6 335 439.327 m, times the difference of the latitudes
#include "peer.hpp"

#include <numeric>

using namespace peer;

// Keeps the nearest k, or all up to a radius.
struct Keeper {
    const Task &task;
    std::vector<Hit> &hits;
    size_t inside = 0;

    void take(const Hit &hit) {
        if (task.kind != "nearest") {
            if (hit.distance > task.argument) return;
            inside++;
            if (task.kind == "near") hits.push_back(hit);
            return;
        }
        if (hits.size() == static_cast<size_t>(task.argument)) {
            if (!(hit < hits.front())) return;
            std::pop_heap(hits.begin(), hits.end());
            hits.pop_back();
        }
        hits.push_back(hit);
        std::push_heap(hits.begin(), hits.end());
    }

    size_t finish() {
        std::sort(hits.begin(), hits.end());
        return task.kind == "nearest" ? hits.size() : inside;
    }
};

int main(int count, char **arguments) {
    if (count != 3) return 64;
    const auto places = read_places(arguments[1]), queries = read_places(arguments[2]);
    std::vector<uint32_t> by_latitude(places.size());
    std::iota(by_latitude.begin(), by_latitude.end(), 0u);
    std::sort(by_latitude.begin(), by_latitude.end(),
              [&](uint32_t a, uint32_t b) { return places[a].latitude < places[b].latitude; });

    const auto scan_band = [&](const Place &origin, double meters, Keeper &keeper) {
        const double reach = meters / 6335439.327 * 180 / M_PI + 1e-9;
        const auto is_south = [&](uint32_t id, double latitude) { return places[id].latitude < latitude; };
        auto at = std::lower_bound(by_latitude.begin(), by_latitude.end(), origin.latitude - reach, is_south);
        for (; at != by_latitude.end() && places[*at].latitude <= origin.latitude + reach; ++at) {
            keeper.take({geodesic(origin, places[*at]), *at});
        }
    };

    run(queries, [] {}, [] {},
        [&](const Task &task, const Place &origin, std::vector<Hit> &hits) -> size_t {
            hits.clear();
            Keeper keeper{task, hits};
            if (task.kind == "bbox") {
                const DegreeBox box = asked_box(origin, task.argument);
                for (uint32_t id = 0; id < places.size(); id++) {
                    if (box.contains(places[id])) hits.push_back({0, id});
                }
                return hits.size();
            }
            if (task.variant == "geodesic") {
                for (uint32_t id = 0; id < places.size(); id++) keeper.take({geodesic(origin, places[id]), id});
                return keeper.finish();
            }
            if (task.kind != "nearest") {
                scan_band(origin, task.argument, keeper);
                return keeper.finish();
            }
            // The k nearest lie in the band if the k-th does.
            const size_t wanted = std::min(static_cast<size_t>(task.argument), places.size());
            for (double reach = 5000;; reach *= 2) {
                hits.clear();
                scan_band(origin, reach, keeper);
                if (hits.size() == wanted && (hits.empty() || hits.front().distance <= reach)) return keeper.finish();
            }
        },
        [](size_t) {});
}
