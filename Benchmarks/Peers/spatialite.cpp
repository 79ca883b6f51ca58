// SpatiaLite as one uses it: a geometry column with its spatial index, and SQL.
// Variants:
//   index   SpatialIndex by a box of degrees, then ST_Distance(…, 1); for the
//           nearest the box doubles until it holds enough
//   knn     nearest only: VirtualKNN, then ST_Distance(…, 1) on what it returns
#include "sqlite.hpp"

#include <spatialite.h>

#include <memory>

using namespace peer;

int main(int count, char **arguments) {
    if (count != 3) return 64;
    const auto places = read_places(arguments[1]), queries = read_places(arguments[2]);
    Scratch scratch(std::string(arguments[1]) + ".spatialite.sqlite");
    void *cache = spatialite_alloc_connection();
    std::unique_ptr<Statement> near_rows, count_rows, nearest_rows, box_rows;
    const auto prepare = [&] {
        box_rows = std::make_unique<Statement>(
            scratch.db(), "SELECT id, 0.0 FROM place WHERE place.ROWID IN (SELECT ROWID FROM SpatialIndex "
                          "WHERE f_table_name = 'place' AND search_frame = BuildMbr(?1, ?2, ?3, ?4, 4326)) "
                          "AND ST_X(geom) BETWEEN ?1 AND ?3 AND ST_Y(geom) BETWEEN ?2 AND ?4 ORDER BY id");
        const std::string found =
            "FROM (SELECT place.id AS id, ST_Distance(geom, MakePoint(?1, ?2, 4326), 1) AS meters FROM place "
            "WHERE place.ROWID IN (SELECT ROWID FROM SpatialIndex WHERE f_table_name = 'place' "
            "AND search_frame = BuildMbr(?4, ?5, ?6, ?7, 4326))) WHERE meters <= ?3";
        near_rows = std::make_unique<Statement>(scratch.db(), "SELECT id, meters " + found + " ORDER BY meters, id");
        count_rows = std::make_unique<Statement>(scratch.db(), "SELECT count(*) " + found);
        nearest_rows = std::make_unique<Statement>(
            scratch.db(),
            "SELECT id, ST_Distance(geom, MakePoint(?1, ?2, 4326), 1) AS meters FROM knn JOIN place ON id = fid "
            "WHERE f_table_name = 'place' AND f_geometry_column = 'geom' "
            "AND ref_geometry = MakePoint(?1, ?2, 4326) AND max_items = ?3 ORDER BY meters, id");
    };
    const auto clear = [&] {
        near_rows.reset();
        count_rows.reset();
        nearest_rows.reset();
        box_rows.reset();
        scratch.remove();
    };
    const auto build = [&] {
        sqlite3 *db = scratch.open();
        spatialite_init_ex(db, cache, 0);
        execute(db, "SELECT InitSpatialMetadata(1, 'WGS84'); CREATE TABLE place (id INTEGER PRIMARY KEY); "
                    "SELECT AddGeometryColumn('place', 'geom', 4326, 'POINT', 'XY'); BEGIN");
        insert_places(db, "INSERT INTO place VALUES (?1, MakePoint(?3, ?2, 4326))", places);
        execute(db, "COMMIT; SELECT CreateSpatialIndex('place', 'geom')");
        scratch.finish();
        prepare();
    };
    if (scratch.is_finished()) {
        spatialite_init_ex(scratch.db(), cache, 0);
        prepare();
    } else {
        scratch.close();
    }

    const auto rows = [&](Statement &statement, const Place &origin, std::vector<Hit> &hits) {
        statement.bind(1, origin.longitude);
        statement.bind(2, origin.latitude);
        while (statement.step()) {
            hits.push_back({statement.real(1), static_cast<uint32_t>(statement.integer(0))});
        }
        statement.reset();
    };
    const auto within = [&](Statement &statement, const Place &origin, double meters, std::vector<Hit> &hits) {
        hits.clear();
        const auto boxes = boxes_around(origin, meters);
        for (const DegreeBox &box : boxes) {
            statement.bind(3, meters);
            statement.bind(4, box.west);
            statement.bind(5, box.south);
            statement.bind(6, box.east);
            statement.bind(7, box.north);
            rows(statement, origin, hits);
        }
        return boxes.size();
    };
    run(queries, clear, build, [&](const Task &task, const Place &origin, std::vector<Hit> &hits) -> size_t {
        hits.clear();
        if (task.kind == "bbox") {
            const DegreeBox box = asked_box(origin, task.argument);
            box_rows->bind(1, box.west);
            box_rows->bind(2, box.south);
            box_rows->bind(3, box.east);
            box_rows->bind(4, box.north);
            while (box_rows->step()) {
                hits.push_back({box_rows->real(1), static_cast<uint32_t>(box_rows->integer(0))});
            }
            box_rows->reset();
            return hits.size();
        }
        if (task.kind == "nearest") {
            const size_t wanted = std::min(static_cast<size_t>(task.argument), places.size());
            if (task.variant == "knn") {
                nearest_rows->bind(3, static_cast<sqlite3_int64>(wanted));
                rows(*nearest_rows, origin, hits);
                return hits.size();
            }
            for (double reach = 2000;; reach *= 2) {
                within(*near_rows, origin, reach, hits);
                if (hits.size() >= wanted || reach > 2.1e7) break;
            }
            std::sort(hits.begin(), hits.end());
            hits.resize(wanted);
            return wanted;
        }
        if (task.kind == "count") {
            // One row of each box: how many.
            size_t counted = 0;
            within(*count_rows, origin, task.argument, hits);
            for (const Hit &hit : hits) counted += hit.id;
            hits.clear();
            return counted;
        }
        if (within(*near_rows, origin, task.argument, hits) > 1) std::sort(hits.begin(), hits.end());
        return hits.size();
    }, [&](size_t) { print_file_bytes(scratch.db()); });
    near_rows.reset();
    count_rows.reset();
    nearest_rows.reset();
    box_rows.reset();
    scratch.close();
    spatialite_cleanup_ex(cache);
}
