// Boost.Geometry: an R-tree of the boxes around the circles, in earth-centered coordinates,
// and the chord to each candidate's center.
#include "circles.hpp"

#include <boost/iterator/function_output_iterator.hpp>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

using namespace peer;
namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

using Corner = bg::model::point<double, 3, bg::cs::cartesian>;
using Box = bg::model::box<Corner>;
using Value = std::pair<Box, uint32_t>;
using Tree = bgi::rtree<Value, bgi::linear<16>>;

int main(int count, char **arguments) {
    if (count != 4) return 64;
    const auto circles = read_circles(arguments[1]);
    const auto queries = read_places(arguments[2]), points = read_places(arguments[3]);
    Tree tree;
    std::vector<Ball> centers;
    const auto build = [&] {
        centers = balls(circles);
        std::vector<Value> values;
        values.reserve(circles.size());
        for (size_t id = 0; id < circles.size(); id++) {
            const Point c = centers[id].center;
            const double r = std::sqrt(centers[id].squared_chord_limit);
            values.emplace_back(Box(Corner(c.x - r, c.y - r, c.z - r), Corner(c.x + r, c.y + r, c.z + r)),
                                static_cast<uint32_t>(id));
        }
        tree = Tree(values.begin(), values.end());
    };
    const auto match = [&](const Place &place, std::vector<Hit> &hits) {
        const Point point = earth_centered(place);
        tree.query(bgi::intersects(Corner(point.x, point.y, point.z)),
                   boost::iterators::make_function_output_iterator([&](const Value &value) {
                       const Ball &ball = centers[value.second];
                       if (squared_chord(point, ball.center) <= ball.squared_chord_limit) hits.push_back({0, value.second});
                   }));
    };
    run_rules(
        queries,
        [&] {
            tree = Tree();
            centers = {};
        },
        build, match, [&] { return join_by_points(points, match); }, print_allocated);
}
