"""What the benchmarks with seeded hotspots share: their options, the table on a server, and a report."""

import argparse
import os
import subprocess
import sys

import postgres

TABLE = """
    CREATE TABLE hotspot (
        id uuid PRIMARY KEY, name text NOT NULL, locality text, lat float8, lon float8,
        location geography(point, 4326) GENERATED ALWAYS AS
            (st_setsrid(st_makepoint(lon, lat), 4326)::geography) STORED,
        image_name text, row_version int NOT NULL DEFAULT 1, deleted_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
    CREATE TABLE staging (id text, name text, lat float8, lon float8)
"""


def say(text):
    print(text, file=sys.stderr, flush=True)


def parser(points=1_000_000):
    """The options of every such benchmark."""
    made = argparse.ArgumentParser()
    made.add_argument("--geoq", required=True)
    made.add_argument("--generate", required=True, help="the program generate-points")
    made.add_argument("--around", required=True)
    made.add_argument("--points", type=int, default=points)
    return made


def parsed(made, needs_postgis=True):
    """What was given, with whole paths of the programs."""
    options = made.parse_args()
    options.geoq, options.generate = os.path.abspath(options.geoq), os.path.abspath(options.generate)
    if needs_postgis and not postgres.is_installed():
        sys.exit("this needs PostGIS: postgresql-15-postgis-3")
    return options


def fill(cluster, options):
    """Makes the table of hotspots on a server, with an index of their places."""
    say(f"filling a server with {options.points:,} points")
    cluster.sql(TABLE)
    made = subprocess.run(
        [options.generate, "-n", str(options.points), "--around", options.around], stdout=subprocess.PIPE, check=True
    ).stdout.decode()
    cluster.sql("COPY staging FROM STDIN (FORMAT csv, HEADER)", input=made)
    cluster.sql(
        "INSERT INTO hotspot (id, name, lat, lon) SELECT md5(id)::uuid, name, lat, lon FROM staging; DROP TABLE staging;"
        "CREATE INDEX ON hotspot USING gist (location)"
    )
    cluster.sql("VACUUM ANALYZE hotspot")


class Report:
    """A table, one line as soon as it is measured."""

    def __init__(self):
        self.missed = 0
        print("| what | measured | |\n|---|---|---|")

    def row(self, words, value, reached=None, goal=""):
        """`reached` is None for what has no goal."""
        self.missed += reached is False
        said = "" if reached is None else f"{'reached' if reached else '**missed**'}: {goal}"
        print(f"| {words} | {value} | {said} |", flush=True)

    def end(self):
        print(f"\n{self.missed} missed" if self.missed else "\nall reached")
