// Boost.Geometry: an R-tree over earth-centered points, packed at once. Variants:
//   chord     its own answer: set and order by straight line, chords as distances
//   geodesic  geod_inverse on what it returns, sorted by that
#include "peer.hpp"

#include <boost/iterator/function_output_iterator.hpp>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

using namespace peer;
namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

using Corner = bg::model::point<double, 3, bg::cs::cartesian>;
using Box = bg::model::box<Corner>;
using Value = std::pair<Corner, uint32_t>;
using Tree = bgi::rtree<Value, bgi::linear<16>>;

int main(int count, char **arguments) {
    if (count != 3) return 64;
    const auto places = read_places(arguments[1]), queries = read_places(arguments[2]);

    Tree tree;
    const auto build = [&] {
        std::vector<Value> values;
        values.reserve(places.size());
        for (size_t id = 0; id < places.size(); id++) {
            const Point p = earth_centered(places[id]);
            values.emplace_back(Corner(p.x, p.y, p.z), static_cast<uint32_t>(id));
        }
        tree = Tree(values.begin(), values.end());
    };

    run(queries, [&] { tree = Tree(); }, build,
        [&](const Task &task, const Place &place, std::vector<Hit> &hits) -> size_t {
            const Point p = earth_centered(place);
            const Corner origin(p.x, p.y, p.z);
            const bool is_exact = task.variant == "geodesic";
            hits.clear();
            if (task.kind == "nearest") {
                tree.query(bgi::nearest(origin, static_cast<unsigned>(task.argument)),
                           boost::iterators::make_function_output_iterator([&](const Value &value) {
                               hits.push_back({is_exact ? geodesic(place, places[value.second])
                                                        : bg::distance(origin, value.first),
                                               value.second});
                           }));
                // Its own order is that of a heap.
                std::sort(hits.begin(), hits.end());
                return hits.size();
            }
            // No geodesic is shorter than its chord: the exact answer is among these.
            const double chord = is_exact ? task.argument : chord_of(task.argument);
            const Box around(Corner(p.x - chord, p.y - chord, p.z - chord),
                             Corner(p.x + chord, p.y + chord, p.z + chord));
            size_t inside = 0;
            tree.query(bgi::intersects(around), boost::iterators::make_function_output_iterator([&](const Value &value) {
                           double distance = bg::comparable_distance(origin, value.first);
                           if (distance > chord * chord) return;
                           if (is_exact) {
                               distance = geodesic(place, places[value.second]);
                               if (distance > task.argument) return;
                           }
                           inside++;
                           if (task.kind == "near") hits.push_back({distance, value.second});
                       }));
            std::sort(hits.begin(), hits.end());
            if (!is_exact) {
                for (Hit &hit : hits) hit.distance = std::sqrt(hit.distance);
            }
            return inside;
        },
        print_allocated);
}
