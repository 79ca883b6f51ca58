// GEOS: prepared areas in an STR-tree; the points in another, asked by a county's box.
#include "areas.hpp"

#include <cstdarg>
#include <geos_c.h>
#include <memory>

using namespace peer;

static GEOSContextHandle_t geos;

static GEOSGeometry *polygon_of(const Ring &ring) {
    std::vector<double> numbers;
    numbers.reserve(2 * ring.size());
    for (const Place &place : ring) {
        numbers.push_back(place.longitude);
        numbers.push_back(place.latitude);
    }
    GEOSCoordSequence *sequence =
        GEOSCoordSeq_copyFromBuffer_r(geos, numbers.data(), static_cast<unsigned>(ring.size()), 0, 0);
    return GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, sequence), nullptr, 0);
}

struct Prepared {
    GEOSGeometry *geometry;
    const GEOSPreparedGeometry *prepared;

    explicit Prepared(const Ring &ring) : geometry(polygon_of(ring)), prepared(GEOSPrepare_r(geos, geometry)) {}
};

// A place of the tree is its number.
static void *item_of(size_t number) { return reinterpret_cast<void *>(number + 1); }
static size_t number_of(void *item) { return reinterpret_cast<size_t>(item) - 1; }

struct Search {
    const std::vector<Prepared> *areas;
    const std::vector<GEOSGeometry *> *points;
    const GEOSPreparedGeometry *county;
    const GEOSGeometry *place;
    std::vector<Hit> *hits;
};

int main(int count, char **arguments) {
    if (count != 5) return 64;
    geos = GEOS_init_r();
    const auto areas = read_areas(arguments[1]), counties = read_areas(arguments[2]);
    const auto queries = read_places(arguments[3]), points = read_places(arguments[4]);
    std::vector<Prepared> prepared, prepared_counties;
    std::vector<GEOSGeometry *> point_geometries;
    GEOSSTRtree *area_tree = nullptr, *point_tree = nullptr;
    const auto clear = [&] {
        if (area_tree) GEOSSTRtree_destroy_r(geos, area_tree);
        if (point_tree) GEOSSTRtree_destroy_r(geos, point_tree);
        for (auto *all : {&prepared, &prepared_counties}) {
            for (const Prepared &area : *all) {
                GEOSPreparedGeom_destroy_r(geos, area.prepared);
                GEOSGeom_destroy_r(geos, area.geometry);
            }
            all->clear();
        }
        for (GEOSGeometry *point : point_geometries) GEOSGeom_destroy_r(geos, point);
        point_geometries.clear();
        area_tree = point_tree = nullptr;
    };
    const auto build = [&] {
        area_tree = GEOSSTRtree_create_r(geos, 10);
        for (const Ring &ring : areas) {
            prepared.emplace_back(ring);
            GEOSSTRtree_insert_r(geos, area_tree, prepared.back().geometry, item_of(prepared.size() - 1));
        }
        for (const Ring &ring : counties) prepared_counties.emplace_back(ring);
        point_tree = GEOSSTRtree_create_r(geos, 10);
        for (const Place &point : points) {
            point_geometries.push_back(GEOSGeom_createPointFromXY_r(geos, point.longitude, point.latitude));
            GEOSSTRtree_insert_r(geos, point_tree, point_geometries.back(), item_of(point_geometries.size() - 1));
        }
        // The first question builds a tree.
        const auto nothing = [](void *, void *) {};
        GEOSSTRtree_query_r(geos, area_tree, point_geometries[0], nothing, nullptr);
        GEOSSTRtree_query_r(geos, point_tree, point_geometries[0], nothing, nullptr);
        // And an area's own index is made when it is first asked.
        for (const auto *all : {&prepared, &prepared_counties})
            for (const Prepared &area : *all) GEOSPreparedIntersects_r(geos, area.prepared, point_geometries[0]);
    };
    // For a point, to intersect is to be covered.
    const auto hold = [&](const Place &place, std::vector<Hit> &hits) {
        GEOSGeometry *point = GEOSGeom_createPointFromXY_r(geos, place.longitude, place.latitude);
        Search search{&prepared, nullptr, nullptr, point, &hits};
        GEOSSTRtree_query_r(
            geos, area_tree, point,
            [](void *item, void *data) {
                Search &search = *static_cast<Search *>(data);
                const size_t number = number_of(item);
                if (GEOSPreparedIntersects_r(geos, (*search.areas)[number].prepared, search.place) == 1)
                    search.hits->push_back({0, static_cast<uint32_t>(number)});
            },
            &search);
        GEOSGeom_destroy_r(geos, point);
    };
    const auto list = [&](size_t county, std::vector<Hit> &hits) {
        Search search{nullptr, &point_geometries, prepared_counties[county].prepared, nullptr, &hits};
        GEOSSTRtree_query_r(
            geos, point_tree, prepared_counties[county].geometry,
            [](void *item, void *data) {
                Search &search = *static_cast<Search *>(data);
                const size_t number = number_of(item);
                if (GEOSPreparedIntersects_r(geos, search.county, (*search.points)[number]) == 1)
                    search.hits->push_back({0, static_cast<uint32_t>(number)});
            },
            &search);
    };
    run_areas(queries, clear, build, hold, list, print_allocated);
}
