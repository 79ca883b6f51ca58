// nanoflann: a k-d tree of the centers for each class of radii (a factor of two), asked with
// the class's largest radius; the join counts the points in each circle, rule by rule, by a
// k-d tree of the points, which is built before the clock starts.
#include "circles.hpp"
#include "kdtree.hpp"

using namespace peer;

struct RadiusClass {
    Cloud cloud;
    std::vector<uint32_t> ids;
    double squared_limit = 0;
    std::unique_ptr<Tree> tree;
};

// Hands on what is found without keeping it.
template <typename Take>
struct Visitor {
    using DistanceType = double;
    double squared_radius;
    Take take;
    bool full() const { return true; }
    size_t size() const { return 0; }
    bool addPoint(double squared, uint32_t index) {
        if (squared <= squared_radius) take(squared, index);
        return true;
    }
    double worstDist() const { return squared_radius; }
};

template <typename Take>
static void visit(const Tree &tree, const Point &point, double squared_radius, Take take) {
    nanoflann::SearchParams unsorted;
    unsorted.sorted = false;
    Visitor<Take> visitor{std::nextafter(squared_radius, INFINITY), take};
    tree.findNeighbors(visitor, &point.x, unsorted);
}

int main(int count, char **arguments) {
    if (count != 4) return 64;
    const auto circles = read_circles(arguments[1]);
    const auto queries = read_places(arguments[2]), points = read_places(arguments[3]);
    std::vector<Ball> centers;
    std::vector<std::unique_ptr<RadiusClass>> classes;
    Cloud cloud;
    std::unique_ptr<Tree> point_tree;
    const auto build = [&] {
        centers = balls(circles);
        std::vector<std::unique_ptr<RadiusClass>> all(64);
        for (size_t id = 0; id < circles.size(); id++) {
            const int octave = std::clamp(static_cast<int>(std::ceil(std::log2(circles[id].radius))), 0, 63);
            if (!all[octave]) all[octave] = std::make_unique<RadiusClass>();
            RadiusClass &one = *all[octave];
            one.cloud.points.push_back(centers[id].center);
            one.ids.push_back(static_cast<uint32_t>(id));
            one.squared_limit = std::max(one.squared_limit, centers[id].squared_chord_limit);
        }
        for (auto &one : all) {
            if (!one) continue;
            one->tree = std::make_unique<Tree>(3, one->cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
            one->tree->buildIndex();
            classes.push_back(std::move(one));
        }
    };
    run_rules(
        queries,
        [&] {
            classes.clear();
            centers = {};
        },
        build,
        [&](const Place &place, std::vector<Hit> &hits) {
            const Point point = earth_centered(place);
            for (const auto &one : classes) {
                visit(*one->tree, point, one->squared_limit, [&](double squared, uint32_t index) {
                    const uint32_t id = one->ids[index];
                    if (squared <= centers[id].squared_chord_limit) hits.push_back({0, id});
                });
            }
        },
        [&] {
            size_t pairs = 0;
            for (const Ball &ball : centers) {
                visit(*point_tree, ball.center, ball.squared_chord_limit, [&](double, uint32_t) { pairs++; });
            }
            return pairs;
        },
        [&](size_t before) {
            print_allocated(before);
            // The points' own tree is not the rules'.
            if (point_tree) return;
            for (const Place &point : points) cloud.points.push_back(earth_centered(point));
            point_tree = std::make_unique<Tree>(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
            point_tree->buildIndex();
        });
}
