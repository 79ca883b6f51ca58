// S2: a cell index of cap coverings, and the chord to each candidate's center.
#include "circles.hpp"

#include <memory>
#include <s2/s2cap.h>
#include <s2/s2cell_index.h>
#include <s2/s2earth.h>
#include <s2/s2latlng.h>
#include <s2/s2region_coverer.h>

using namespace peer;

static S2Point point_of(const Place &place) { return S2LatLng::FromDegrees(place.latitude, place.longitude).ToPoint(); }

struct S2Ball {
    S2Point center;
    S1ChordAngle limit;
};

int main(int count, char **arguments) {
    if (count != 4) return 64;
    const auto circles = read_circles(arguments[1]);
    const auto queries = read_places(arguments[2]), points = read_places(arguments[3]);
    std::unique_ptr<S2CellIndex> index;
    std::vector<S2Ball> caps;
    const auto build = [&] {
        index = std::make_unique<S2CellIndex>();
        S2RegionCoverer::Options options;
        // Of 4, 8, 16 and 32 the fastest to ask.
        options.set_max_cells(16);
        S2RegionCoverer coverer(options);
        caps.reserve(circles.size());
        for (size_t id = 0; id < circles.size(); id++) {
            const S1Angle radius = S1Angle::Radians(circles[id].radius / kMeanRadius);
            const S2Cap cap(point_of(circles[id].center), radius);
            caps.push_back({cap.center(), S1ChordAngle(radius)});
            index->Add(coverer.GetCovering(cap), static_cast<int>(id));
        }
        index->Build();
    };
    const auto match = [&](const Place &place, std::vector<Hit> &hits) {
        const S2Point point = point_of(place);
        S2CellIndex::RangeIterator range(index.get());
        range.Seek(S2CellId(point));
        S2CellIndex::ContentsIterator contents(index.get());
        for (contents.StartUnion(range); !contents.done(); contents.Next()) {
            const S2Ball &cap = caps[contents.label()];
            if (S1ChordAngle(point, cap.center) <= cap.limit) hits.push_back({0, static_cast<uint32_t>(contents.label())});
        }
    };
    run_rules(
        queries,
        [&] {
            index.reset();
            caps = {};
        },
        build, match, [&] { return join_by_points(points, match); }, print_allocated);
}
