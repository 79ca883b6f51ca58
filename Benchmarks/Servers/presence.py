"""`presence` of a store with ten million rows of presence: geoq beside SQLite.

    python3 -B Servers/presence.py --geoq ../.build/release/geoq

A seed decides everything: hotspots on a grid, a hundred birds at each, each of them in fifty weeks, the rows in
an order that spreads those of a hotspot over the file, as a sync writes them; and fifty observations at each
hotspot. geoq is asked over HTTP by one client, which costs what an empty answer costs, and by its command
from start to exit. SQLite, in Python, is asked for the rows of presence with the names of their birds alone: by
geoq's own index, and without any. The answers are compared. The store is some 3 GB in a temporary folder, which
is deleted.
"""

import argparse
import contextlib
import csv
import http.client
import json
import pathlib
import random
import sqlite3
import statistics
import subprocess
import tempfile
import time

from life import Server
from postgres import run

BIRDS, BIRDS_EACH, WEEKS, OBSERVATIONS = 800, 100, 50, 50
GOAL = 0.005


def make(geoq, store, folder, rows):
    """Makes the store; returns the hotspots' places and ids."""
    hotspots = max(1, rows // (BIRDS_EACH * WEEKS))
    # A quarter of a degree apart: no hotspot is near another.
    places = [(-60 + 0.25 * (n // 400), -170 + 0.25 * (n % 400)) for n in range(hotspots)]
    table(folder / "places.csv", ["id", "name", "lat", "lon"], ((n, f"Place {n}", *at) for n, at in enumerate(places)))
    chance = random.Random(1)
    seen = (
        (f"Bird {chance.randrange(BIRDS)}", f"2025-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}", *at)
        for at in places for _ in range(OBSERVATIONS)
    )
    table(folder / "seen.csv", ["common_name", "date", "lat", "lon"], seen)
    for name, layer in [("places", "hotspots"), ("seen", "observations")]:
        run([geoq, "import", str(folder / f"{name}.csv"), "--as", layer, "--db", str(store), "-q"])
    with contextlib.closing(sqlite3.connect(store)) as db:
        # Triggers sleep, as in a sync.
        db.execute("UPDATE geoq_store SET bulk = 1")
        db.execute("INSERT INTO geoq_source VALUES ('bench', 'remote')")
        db.executemany(
            "INSERT INTO bird (id, common_name, source) VALUES (?, ?, 'bench')",
            ((f"b0000000-0000-4000-8000-{n:012x}", f"Bird {n}") for n in range(BIRDS)))
        db.execute("CREATE TEMP TABLE place (n INTEGER PRIMARY KEY, id TEXT)")
        db.execute("INSERT INTO place SELECT CAST(source_id AS INTEGER), id FROM hotspot")
        count = hotspots * BIRDS_EACH * WEEKS
        # 387420489 is a power of three and divides with no number of rows that has no factor three: each is met once.
        db.execute(
            """
            WITH RECURSIVE k (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM k WHERE k + 1 < ?1),
                line (k, n) AS (SELECT k, (k * 387420489 + 12345) % ?1 FROM k)
            INSERT INTO hotspot_species_presence
                (id, hotspot_id, bird_id, week, likelihood, created_at, updated_at, source, sync_token)
            SELECT printf('%08x-0000-4000-8000-%012x', line.k, line.n), place.id,
                printf('b0000000-0000-4000-8000-%012x', (place.n * 7 + line.n / ?3 % ?4 * 3) % ?2), line.n % ?3 + 1,
                line.n * 2654435761 % 1000 / 1000.0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'bench', 1
            FROM line CROSS JOIN place ON place.n = line.n / (?3 * ?4)
            """, (count, BIRDS, WEEKS, BIRDS_EACH))
        db.execute("UPDATE geoq_store SET bulk = 0")
        db.commit()
        found = db.execute("SELECT count(*), count(DISTINCT hotspot_id) FROM hotspot_species_presence").fetchone()
        assert found == (count, hotspots), found
        ids = [id for (id,) in db.execute("SELECT id FROM place ORDER BY n")]
    return places, ids


def table(path, header, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header, *rows])


def timed(ask, questions):
    """The seconds of each question, and the last answer."""
    times, answer = [], None
    for question in questions:
        start = time.perf_counter()
        answer = ask(question)
        times.append(time.perf_counter() - start)
    return times, answer


def sql(week, index):
    return (
        "SELECT p.bird_id, p.week, p.likelihood, b.common_name FROM hotspot_species_presence AS p " + index
        + " LEFT JOIN bird AS b ON b.id = p.bird_id WHERE p.hotspot_id = ?1 AND p.deleted_at IS NULL"
        + (" AND p.week = ?2" if week else " AND ?2 IS NULL")
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--geoq", required=True, help="the program, with geoq-serve beside it")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--questions", type=int, default=200)
    options = parser.parse_args()
    geoq = str(pathlib.Path(options.geoq).resolve())
    with tempfile.TemporaryDirectory(prefix="geoq-presence-") as name:
        folder = pathlib.Path(name)
        store = folder / "bench.sqlite"
        places, ids = make(geoq, store, folder, options.rows)
        chance = random.Random(2)
        server = Server(geoq, store)
        try:
            db = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
            print(f"{options.rows} rows of presence at {len(places)} hotspots; medians of {options.questions} questions:")
            print("| question | rows | geoq over HTTP | 95 of 100 | HTTP alone | from start to exit | SQLite by its index "
                  "| ratio | SQLite without | ratio | goal | reached |")
            print("|---|---|---|---|---|---|---|---|---|---|---|---|")
            for title in ["a week", "all weeks"]:
                asked = [
                    (n, chance.randint(1, WEEKS) if title == "a week" else None)
                    for n in (chance.randrange(len(places)) for _ in range(options.questions))
                ]
                report(title, asked, geoq, store, server, db, places, ids)
        finally:
            server.process.terminate()
            server.process.wait()


def report(title, asked, geoq, store, server, db, places, ids):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

    def get(path):
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, body
        return body

    def place(question):
        (lat, lon), week = places[question[0]], question[1]
        return (lat, lon, week)

    def over_http(question):
        lat, lon, week = place(question)
        return get(f"/presence?lat={lat}&lon={lon}" + (f"&week={week}" if week else ""))

    def command(question):
        lat, lon, week = place(question)
        words = [geoq, "presence", "--lat", str(lat), "--lon", str(lon), "-f", "ndjson", "--db", str(store)]
        return subprocess.run(words + (["--week", str(week)] if week else []), check=True, capture_output=True).stdout

    def rows(question, index):
        return db.execute(sql(question[1], index), (ids[question[0]], question[1])).fetchall()

    empty, _ = timed(lambda _: get("/healthz"), asked)
    own, answer = timed(over_http, asked)
    exits, _ = timed(command, asked[:15])
    indexed, expected = timed(lambda question: rows(question, ""), asked)
    bare, _ = timed(lambda question: rows(question, "NOT INDEXED"), asked[:2])
    told = {
        (line["bird_id"], line["week"]): line["likelihood"]
        for line in json.loads(answer)["presence"] if line["likelihood"] is not None
    }
    assert told == {(bird, week): likelihood for bird, week, likelihood, _ in expected}, "the answers differ"
    geoq_time, by_index, without = (statistics.median(times) for times in (own, indexed, bare))
    def ms(seconds):
        return f"{seconds * 1e3:.2f} ms"

    print(
        f"| {title} | {len(expected)} | {ms(geoq_time)} | {ms(sorted(own)[int(len(own) * 0.95)])} "
        f"| {ms(statistics.median(empty))} | {ms(statistics.median(exits))} | {ms(by_index)} | {geoq_time / by_index:.2f} × "
        f"| {ms(without)} | {geoq_time / without:.5f} × | {ms(GOAL)} | {'yes' if geoq_time <= GOAL else 'NO'} |", flush=True)


if __name__ == "__main__":
    main()
