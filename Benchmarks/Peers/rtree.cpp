// SQLite's R*Tree module with latitude and longitude beside the boxes, and
// geod_inverse on what it returns. Variant: geodesic.
#include "sqlite.hpp"

#include <memory>

using namespace peer;

int main(int count, char **arguments) {
    if (count != 3) return 64;
    const auto places = read_places(arguments[1]), queries = read_places(arguments[2]);
    Scratch scratch(std::string(arguments[1]) + ".rtree.sqlite");
    std::unique_ptr<Statement> inside;
    const auto prepare = [&] {
        inside = std::make_unique<Statement>(
            scratch.db(),
            "SELECT id, lat, lon FROM place WHERE east >= ?1 AND north >= ?2 AND west <= ?3 AND south <= ?4");
    };
    const auto clear = [&] {
        inside.reset();
        scratch.remove();
    };
    const auto build = [&] {
        sqlite3 *db = scratch.open();
        execute(db, "CREATE VIRTUAL TABLE place USING rtree(id, west, east, south, north, +lat REAL, +lon REAL); BEGIN");
        insert_places(db, "INSERT INTO place VALUES (?1, ?3, ?3, ?2, ?2, ?2, ?3)", places);
        execute(db, "COMMIT");
        scratch.finish();
        prepare();
    };
    if (scratch.is_finished()) prepare();
    else scratch.close();
    const auto gather = [&](const Place &origin, double meters, std::vector<Hit> &hits) {
        hits.clear();
        for (const DegreeBox &box : boxes_around(origin, meters)) {
            inside->bind(1, box.west);
            inside->bind(2, box.south);
            inside->bind(3, box.east);
            inside->bind(4, box.north);
            while (inside->step()) {
                const double distance = geodesic(origin, {inside->real(1), inside->real(2)});
                if (distance <= meters) hits.push_back({distance, static_cast<uint32_t>(inside->integer(0))});
            }
            inside->reset();
        }
    };

    run(queries, clear, build, [&](const Task &task, const Place &origin, std::vector<Hit> &hits) -> size_t {
        if (task.kind == "bbox") {
            const DegreeBox box = asked_box(origin, task.argument);
            hits.clear();
            inside->bind(1, box.west);
            inside->bind(2, box.south);
            inside->bind(3, box.east);
            inside->bind(4, box.north);
            while (inside->step()) {
                // The tree's own boxes are rounded outwards.
                if (!box.contains({inside->real(1), inside->real(2)})) continue;
                hits.push_back({0, static_cast<uint32_t>(inside->integer(0))});
            }
            inside->reset();
            std::sort(hits.begin(), hits.end());
            return hits.size();
        }
        if (task.kind == "nearest") {
            // A circle that doubles until it holds enough.
            const size_t wanted = std::min(static_cast<size_t>(task.argument), places.size());
            for (double reach = 2000;; reach *= 2) {
                gather(origin, reach, hits);
                if (hits.size() >= wanted || reach > 2.1e7) break;
            }
            std::sort(hits.begin(), hits.end());
            hits.resize(wanted);
            return hits.size();
        }
        gather(origin, task.argument, hits);
        const size_t found = hits.size();
        if (task.kind == "count") hits.clear();
        std::sort(hits.begin(), hits.end());
        return found;
    }, [&](size_t) { print_file_bytes(scratch.db()); });
}
