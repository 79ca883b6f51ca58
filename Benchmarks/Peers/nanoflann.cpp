// nanoflann: a k-d tree over earth-centered points. Variants:
//   chord     its own answer: set and order by straight line, chords as distances
//   geodesic  geod_inverse on what it returns, sorted by that
#include "kdtree.hpp"

using namespace peer;

// Counts without keeping.
struct Counter {
    using DistanceType = double;
    double squared_radius;
    size_t found = 0;
    bool full() const { return true; }
    size_t size() const { return found; }
    bool addPoint(double squared, uint32_t) {
        if (squared < squared_radius) found++;
        return true;
    }
    double worstDist() const { return squared_radius; }
};

int main(int count, char **arguments) {
    if (count != 3) return 64;
    const auto places = read_places(arguments[1]), queries = read_places(arguments[2]);

    Cloud cloud;
    std::unique_ptr<Tree> tree;
    const auto build = [&] {
        cloud.points.reserve(places.size());
        for (const Place &place : places) cloud.points.push_back(earth_centered(place));
        tree = std::make_unique<Tree>(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
        tree->buildIndex();
    };
    const auto clear = [&] {
        tree.reset();
        cloud = Cloud();
    };

    std::vector<uint32_t> ids;
    std::vector<double> squares;
    std::vector<std::pair<uint32_t, double>> found;
    nanoflann::SearchParams unsorted, sorted;
    unsorted.sorted = false;
    run(queries, clear, build,
        [&](const Task &task, const Place &place, std::vector<Hit> &hits) -> size_t {
            const Point origin = earth_centered(place);
            const bool is_exact = task.variant == "geodesic";
            hits.clear();
            if (task.kind == "nearest") {
                const size_t k = static_cast<size_t>(task.argument);
                ids.resize(k);
                squares.resize(k);
                const size_t n = tree->knnSearch(&origin.x, k, ids.data(), squares.data());
                for (size_t i = 0; i < n; i++) {
                    hits.push_back({is_exact ? geodesic(place, places[ids[i]]) : std::sqrt(squares[i]), ids[i]});
                }
                if (is_exact) std::sort(hits.begin(), hits.end());
                return n;
            }
            // No geodesic is shorter than its chord: the exact answer is among these.
            const double chord = is_exact ? task.argument : chord_of(task.argument);
            if (task.kind == "count" && !is_exact) {
                Counter counter{chord * chord};
                tree->findNeighbors(counter, &origin.x, unsorted);
                return counter.found;
            }
            tree->radiusSearch(&origin.x, chord * chord, found, is_exact ? unsorted : sorted);
            if (!is_exact) {
                for (const auto &[id, square] : found) hits.push_back({std::sqrt(square), id});
                return hits.size();
            }
            size_t inside = 0;
            for (const auto &[id, square] : found) {
                const double meters = geodesic(place, places[id]);
                if (meters > task.argument) continue;
                inside++;
                if (task.kind == "near") hits.push_back({meters, id});
            }
            std::sort(hits.begin(), hits.end());
            return inside;
        },
        print_allocated);
}
