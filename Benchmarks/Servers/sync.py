"""geoq sync of many hotspots from a PostGIS on the same machine, beside a plain COPY and ogr2ogr.

    python3 -B Servers/sync.py --geoq ../.build/release/geoq --around .data/cities500.csv --points 1000000

The server is one of its own, over its Unix socket. Measured from start to exit, as a user waits: the first
sync, the first sync after one that was killed half-way, one that finds nothing new, one that finds a thousand
rows. psql's COPY of the same columns only moves the bytes; ogr2ogr (Debian's gdal-bin) makes a SpatiaLite
file with the same rows, without ids that are looked up, versions or a comparison.
"""

import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import hotspots
import postgres

COLUMNS = "id, name, locality, lat, lon, image_name, row_version, deleted_at, created_at, updated_at"


def timed(words, **options):
    """Seconds from start to exit, the most megabytes held, and what was said."""
    with tempfile.TemporaryFile() as said:
        start = time.monotonic()
        process = subprocess.Popen(words, stderr=said, **{"stdout": subprocess.DEVNULL} | options)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode()
    if status:
        sys.exit(f"{words[0]}: {text}")
    return seconds, usage.ru_maxrss / 1024, text


def remove(store):
    for path in store.parent.glob(store.name + "*"):
        path.unlink()


class Measurements:
    def __init__(self, options, folder, cluster):
        self.options, self.folder, self.cluster = options, folder, cluster
        self.url = f"host={cluster.folder} user=postgres dbname=postgres"
        self.store = folder / "mirror.sqlite"

    def sync(self):
        return timed([self.options.geoq, "sync", self.url, "--db", str(self.store)])

    def first(self):
        """Every round into a store of its own."""
        results = []
        for _ in range(self.options.rounds):
            remove(self.store)
            results.append(self.sync())
        return results

    def resumed(self, seconds):
        remove(self.store)
        process = subprocess.Popen(
            [self.options.geoq, "sync", self.url, "--db", str(self.store)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()
        return self.sync()

    def empty(self):
        return [self.sync() for _ in range(self.options.rounds)]

    def near(self, latitude, longitude, wanted=None):
        """Seconds of a question from start to exit; whether a place is among its hits is looked at."""
        place = [f"--lat={latitude}", f"--lon={longitude}", "--km", "10"]
        with tempfile.TemporaryFile() as said:
            seconds, _, _ = timed([self.options.geoq, "near", "--db", str(self.store), *place, "-f", "ndjson"], stdout=said)
            said.seek(0)
            if wanted and wanted not in said.read().decode():
                sys.exit(f"geoq near does not see {wanted}, which was moved")
        return seconds

    def delta(self):
        """A thousand rows that move; what a question waits after the sync counts, too."""
        results = []
        for number in range(self.options.rounds):
            self.near(42.44, -76.5)
            moved = self.cluster.sql(
                "UPDATE hotspot SET lat = lat + CASE WHEN lat > 0 THEN -0.01 ELSE 0.01 END, updated_at = now() WHERE id IN"
                f" (SELECT id FROM hotspot ORDER BY md5(id::text || '{number}') LIMIT 1000) RETURNING id, lat, lon"
            )
            place, latitude, longitude = moved.split()[0].split("|")
            seconds, memory, text = self.sync()
            results.append((seconds, self.near(latitude, longitude, place), text))
        return results

    def copy(self):
        words = [
            *self.cluster.user, f"{self.cluster.binaries}/psql", "-X", "-q", "-h", str(self.cluster.folder), "-U", "postgres", "-c",
            f"COPY (SELECT {COLUMNS} FROM hotspot) TO STDOUT (FORMAT binary)",
        ]
        return [timed(words, cwd="/")[0] for _ in range(self.options.rounds)]

    def ogr(self):
        target = self.folder / "ogr.sqlite"
        words = [
            "ogr2ogr", "-f", "SQLite", "-dsco", "SPATIALITE=YES", "-gt", "100000", str(target), f"PG:{self.url}", "-sql",
            f"SELECT {COLUMNS}, location::geometry FROM hotspot", "-nln", "hotspot",
        ]
        times = []
        for _ in range(self.options.rounds):
            remove(target)
            times.append(timed(words)[:2])
        remove(target)
        return times


def bytes_of(text):
    found = re.search(r"; ([\d.]+ \w+) in [\d.]+ s", text)
    return found[1] if found else "unknown"


def row(words, seconds, note=""):
    print(f"| {words} | {seconds:.2f} s | {note} |", flush=True)


def report(measurements, options):
    print(f"{options.points:,} hotspots, from start to exit, the median of {options.rounds} rounds\n")
    print("| what | time | |\n|---|---|---|")
    median = statistics.median
    copy = median(measurements.copy())
    row("psql COPY, nothing kept", copy)
    if shutil.which("ogr2ogr"):
        times = measurements.ogr()
        row("ogr2ogr to SpatiaLite", median(time for time, _ in times), f"{max(memory for _, memory in times):.0f} MB")
    first = measurements.first()
    seconds, memory = median(time for time, _, _ in first), max(memory for _, memory, _ in first)
    row("geoq sync, first", seconds, f"{memory:.0f} MB; {bytes_of(first[0][2])} came")
    resumed = measurements.resumed(seconds / 3)
    row("geoq sync after one that was killed", resumed[0], f"{bytes_of(resumed[2])} came")
    empties = measurements.empty()
    empty = median(time for time, _, _ in empties)
    row("geoq sync, nothing new", empty, f"{bytes_of(empties[-1][2])} came")
    deltas = measurements.delta()
    delta, near = median(time for time, _, _ in deltas), median(time for _, time, _ in deltas)
    row("geoq sync, 1,000 rows moved", delta, f"{bytes_of(deltas[-1][2])} came")
    row("geoq near after it", near)
    beyond = delta - empty + near
    print()
    for words, value, limit, unit in [
        ("the first sync", seconds, 20, "s"), ("its memory", memory, 200, "MB"), ("a sync that finds nothing", empty, 1.5, "s"),
        ("1,000 rows visible to near, beyond that", beyond, 0.2, "s"),
    ]:
        print(f"{'reached' if value <= limit else 'missed'}: {words}: {value:.2f} {unit}, at most {limit}")


def main():
    parser = hotspots.parser()
    parser.add_argument("--rounds", type=int, default=3)
    options = hotspots.parsed(parser)
    with tempfile.TemporaryDirectory(prefix="geoq-sync-") as name:
        folder = pathlib.Path(name)
        cluster = postgres.Cluster(folder, ["shared_buffers=512MB", "work_mem=64MB", "fsync=on", "synchronous_commit=off"])
        try:
            hotspots.fill(cluster, options)
            cluster.sql("CHECKPOINT")
            report(Measurements(options, folder, cluster), options)
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()
