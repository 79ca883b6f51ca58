// SQLite's R*Tree module with the circles' boxes in degrees, and geod_inverse on what it
// returns. It does not join.
#include "sqlite.hpp"
#include "circles.hpp"

#include <memory>

using namespace peer;

int main(int count, char **arguments) {
    if (count != 4) return 64;
    const auto circles = read_circles(arguments[1]);
    const auto queries = read_places(arguments[2]);
    Scratch scratch(std::string(arguments[1]) + ".rtree.sqlite");
    std::unique_ptr<Statement> around;
    const auto prepare = [&] {
        around = std::make_unique<Statement>(
            scratch.db(), "SELECT id FROM circle WHERE west <= ?1 AND east >= ?1 AND south <= ?2 AND north >= ?2");
    };
    const auto build = [&] {
        sqlite3 *db = scratch.open();
        execute(db, "CREATE VIRTUAL TABLE circle USING rtree(id, west, east, south, north); BEGIN");
        {
            Statement insert(db, "INSERT INTO circle VALUES (?1, ?2, ?3, ?4, ?5)");
            for (size_t id = 0; id < circles.size(); id++) {
                size_t part = 0;
                for (const DegreeBox &box : boxes_around(circles[id].center, circles[id].radius)) {
                    // Across the date line a circle has two boxes.
                    insert.bind(1, static_cast<sqlite3_int64>(2 * id + part++));
                    insert.bind(2, box.west);
                    insert.bind(3, box.east);
                    insert.bind(4, box.south);
                    insert.bind(5, box.north);
                    insert.step();
                    insert.reset();
                }
            }
        }
        execute(db, "COMMIT");
        scratch.finish();
        prepare();
    };
    if (scratch.is_finished()) prepare();
    else scratch.close();
    run_rules(
        queries,
        [&] {
            around.reset();
            scratch.remove();
        },
        build,
        [&](const Place &place, std::vector<Hit> &hits) {
            around->bind(1, place.longitude);
            around->bind(2, place.latitude);
            while (around->step()) {
                const auto id = static_cast<uint32_t>(around->integer(0) / 2);
                if (geodesic(place, circles[id].center) <= circles[id].radius) hits.push_back({0, id});
            }
            around->reset();
            // The edges of both boxes of a circle touch at the date line.
            std::sort(hits.begin(), hits.end());
            hits.erase(std::unique(hits.begin(), hits.end(), [](const Hit &a, const Hit &b) { return a.id == b.id; }),
                       hits.end());
        },
        []() -> size_t { return 0; }, [&](size_t) { print_file_bytes(scratch.db()); });
}
