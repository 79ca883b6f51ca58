// S2: a MutableS2ShapeIndex of the areas. Its edges are great circles of a sphere, so it
// decides otherwise about a few places near an edge.
#include "areas.hpp"

#include <algorithm>
#include <memory>
#include <s2/mutable_s2shape_index.h>
#include <s2/s2contains_point_query.h>
#include <s2/s2latlng.h>
#include <s2/s2lax_polygon_shape.h>
#include <s2/s2loop_measures.h>

using namespace peer;

static S2Point point_of(const Place &place) { return S2LatLng::FromDegrees(place.latitude, place.longitude).ToPoint(); }

int main(int count, char **arguments) {
    if (count != 5) return 64;
    const auto areas = read_areas(arguments[1]);
    const auto queries = read_places(arguments[3]);
    std::unique_ptr<MutableS2ShapeIndex> index;
    std::unique_ptr<S2ContainsPointQuery<MutableS2ShapeIndex>> query;
    const auto build = [&] {
        index = std::make_unique<MutableS2ShapeIndex>();
        for (const Ring &ring : areas) {
            std::vector<S2Point> loop;
            for (size_t vertex = 0; vertex + 1 < ring.size(); vertex++) loop.push_back(point_of(ring[vertex]));
            // S2's interior is on the left of a loop: one that is wound the other way
            // would be the earth without the area.
            if (!S2::IsNormalized(loop)) std::reverse(loop.begin(), loop.end());
            index->Add(std::make_unique<S2LaxPolygonShape>(std::vector<std::vector<S2Point>>{loop}));
        }
        index->ForceBuild();
        S2ContainsPointQueryOptions options(S2VertexModel::CLOSED);
        query = std::make_unique<S2ContainsPointQuery<MutableS2ShapeIndex>>(index.get(), options);
    };
    const auto hold = [&](const Place &place, std::vector<Hit> &hits) {
        query->VisitContainingShapes(point_of(place), [&](S2Shape *shape) {
            hits.push_back({0, static_cast<uint32_t>(shape->id())});
            return true;
        });
    };
    const auto clear = [&] {
        query.reset();
        index.reset();
    };
    run_areas(queries, clear, build, hold, [](size_t, std::vector<Hit> &) {}, print_allocated);
}
