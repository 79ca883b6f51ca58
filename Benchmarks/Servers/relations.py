"""A stranger's table and a view, mirrored by geoq beside its own table of hotspots, all of the same places.

    python3 -B Servers/relations.py --geoq ../.build/release/geoq --generate .build/release/generate-points \
        --around .data/cities500.csv --points 1000000

`osm_points` has a bigint key, places in SRID 3857, which the server transforms, and five further columns, which are
kept. A view has no versions of rows: each sync has the server read and hash them all. Times of syncs are from start
to exit, in turn; that of the view's comparison is what the server's log says of its statements.
"""

import pathlib
import re
import statistics
import tempfile
import time

import hotspots
import postgres
from sync import bytes_of, remove, timed

RELATION = """
    CREATE TABLE osm_points (
        osm_id bigint PRIMARY KEY, name text, way geometry(Point, 3857), amenity text, ele numeric, tags jsonb,
        checked boolean, edited timestamptz);
    INSERT INTO osm_points
        SELECT row_number() OVER (ORDER BY id), name, st_transform(location::geometry, 3857),
            CASE WHEN lat > 0 THEN 'hide' END, round(lat::numeric * 10, 1), jsonb_build_object('source', 'survey', 'n', round(lon)),
            lon > 0, now()
        FROM hotspot WHERE abs(lat) < 85;
    CREATE VIEW named_points AS SELECT osm_id, name, way FROM osm_points
"""
KEPT = "amenity,ele,tags,checked,edited"


class Mirror:
    """A store of one relation."""

    def __init__(self, geoq, url, folder, name, words):
        self.words = [geoq, "sync", url, *words]
        self.again = [geoq, "sync"]
        self.store = folder / f"{name}.sqlite"

    def first(self):
        remove(self.store)
        return timed([*self.words, "--db", str(self.store)])

    def repeat(self):
        return timed([*self.again, "--db", str(self.store)])


def fill(cluster, options):
    hotspots.fill(cluster, options)
    cluster.sql(RELATION)
    cluster.sql("VACUUM ANALYZE osm_points")


def seconds_on_server(cluster, do):
    """How long the statements that `do` causes run on the server together, as its log says."""
    path = pathlib.Path(cluster.folder) / "data" / "log" / "relations.log"
    cluster.sql("ALTER SYSTEM SET log_min_duration_statement = 0")
    cluster.sql("SELECT pg_reload_conf()")
    time.sleep(0.5)
    start = path.stat().st_size
    result = do()
    with path.open(errors="replace") as log:
        log.seek(start)
        text = log.read()
    cluster.sql("ALTER SYSTEM RESET log_min_duration_statement")
    cluster.sql("SELECT pg_reload_conf()")
    return sum(float(number) for number in re.findall(r"duration: ([\d.]+) ms", text)) / 1000, result


def kilobytes(text):
    number, unit = bytes_of(text).split()
    return float(number) * {"bytes": 0.001, "KB": 1, "MB": 1000}[unit]


def compare(report, cluster, options, folder):
    url = f"host={cluster.folder} user=postgres dbname=postgres"
    own = Mirror(options.geoq, url, folder, "hotspots", [])
    relation = Mirror(options.geoq, url, folder, "osm", ["--table", "osm_points", "--as", "hotspots", "--keep", KEPT])
    view = Mirror(options.geoq, url, folder, "view", ["--table", "named_points", "--as", "hotspots", "--key", "osm_id"])

    firsts = [(own.first()[0], relation.first()[0]) for _ in range(options.rounds)]
    base, other = (statistics.median(times) for times in zip(*firsts))
    report.row("first sync of hotspots", f"{base:.1f} s")
    report.row("first sync of osm_points with five kept columns", f"{other:.1f} s, {other / base:.2f} ×", other <= 1.3 * base, "at most 1.3 ×")
    repeats = [(own.repeat()[0], relation.repeat()[0]) for _ in range(options.rounds)]
    base, other = (statistics.median(times) for times in zip(*repeats))
    report.row("a sync of hotspots that finds nothing", f"{base:.2f} s")
    report.row("a sync of osm_points that finds nothing", f"{other:.2f} s, {other / base:.2f} ×", other <= 1.5 * base, "at most 1.5 ×")

    view.first()
    results = [seconds_on_server(cluster, view.repeat) for _ in range(options.rounds)]
    seconds = statistics.median(seconds for seconds, _ in results)
    came = max(kilobytes(text) for _, (_, _, text) in results)
    report.row("the view compared, on the server", f"{seconds:.2f} s", seconds <= 5, "at most 5 s")
    report.row("the bytes of it", f"{came:.1f} kB", came <= 1000, "at most 1 MB")


def main():
    parser = hotspots.parser()
    parser.add_argument("--rounds", type=int, default=3)
    options = hotspots.parsed(parser)
    with tempfile.TemporaryDirectory(prefix="geoq-relations-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        cluster = postgres.Cluster(
            folder,
            [
                "shared_buffers=512MB", "work_mem=64MB", "max_connections=20", "synchronous_commit=off", "logging_collector=on",
                "log_directory=log", "log_filename=relations.log", "log_rotation_age=0", "log_rotation_size=0",
            ],
        )
        try:
            fill(cluster, options)
            print(f"{options.points:,} places, the median of {options.rounds} rounds\n")
            report = hotspots.Report()
            compare(report, cluster, options, folder)
            report.end()
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()
