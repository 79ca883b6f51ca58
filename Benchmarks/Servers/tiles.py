"""The vector tiles of a large store: how big the biggest of every zoom is.

    python3 Servers/tiles.py --geoq ../.build/release/geoq --around .data/cities500.csv --points 10000000

A tile with many places shows how many are in each of its 8 by 8 cells, and a cell is a tile three zooms
deeper: so the pyramid is walked through its own tiles. All tiles of groups are fetched and measured; of
those that show their places one by one, the ones of each zoom with the most places. Deeper tiles hold a part
of what one of these holds.
"""

import heapq
import http.client
import pathlib
import subprocess
import sys
import tempfile
import time

import hotspots
from postgres import run

SINGLES = 1_000
LIMIT = 500_000
MEASURED = 100
DEEPEST = 22


def fields(message):
    """The numbers and contents of a protocol buffer's fields."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(message):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        else:
            length = varint()
            yield key >> 3, message[at : at + length]
            at += length


def varints(message):
    value = shift = 0
    for byte in message:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield value
            value = shift = 0


def cells(tile):
    """How many places each cell of a tile of groups has: a dictionary by column and row."""
    counts = {}
    for number, layer in fields(tile):
        if number != 3:
            continue
        parts = list(fields(layer))
        keys = [value.decode() for field, value in parts if field == 3]
        values = [next(fields(value))[1] for field, value in parts if field == 4]
        for feature in (value for field, value in parts if field == 2):
            inner = dict(fields(feature))
            tags = list(varints(inner[2]))
            attributes = {keys[tags[i]]: values[tags[i + 1]] for i in range(0, len(tags), 2)}
            _, x, y = varints(inner[4])
            cell = (x >> 1) >> 9, (y >> 1) >> 9
            counts[cell] = counts.get(cell, 0) + attributes.get("count", 1)
    return counts


class Server:
    def __init__(self, geoq, store):
        self.process = subprocess.Popen([geoq, "serve", "--db", str(store), "--port", "0"], stderr=subprocess.PIPE, text=True)
        self.host = self.process.stderr.readline().split("//")[-1].strip().rstrip("/")
        self.connection = http.client.HTTPConnection(self.host, timeout=300)

    def tile(self, z, x, y):
        self.connection.request("GET", f"/tiles/hotspots/{z}/{x}/{y}.mvt")
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (z, x, y, answer.status)
        return body

    def stop(self):
        self.process.terminate()
        self.process.wait()


def walk(server):
    """By zoom: how many tiles of groups there are and the size of the biggest, and the fullest of the others."""
    groups = {zoom: [0, 0] for zoom in range(DEEPEST + 1)}
    singles = {zoom: [] for zoom in range(DEEPEST + 1)}
    for start in range(3):
        waiting = [(start, x, y) for x in range(2**start) for y in range(2**start)]
        while waiting:
            z, x, y = waiting.pop()
            tile = server.tile(z, x, y)
            counts = cells(tile)
            if sum(counts.values()) <= SINGLES:
                continue  # only at the start
            groups[z] = [groups[z][0] + 1, max(groups[z][1], len(tile))]
            if z + 3 > DEEPEST:
                continue
            for (column, row), count in counts.items():
                address = z + 3, 8 * x + column, 8 * y + row
                if count > SINGLES:
                    waiting.append(address)
                else:
                    fullest = singles[z + 3]
                    (heapq.heappushpop if len(fullest) >= MEASURED else heapq.heappush)(fullest, (count, address))
    return groups, singles


def main():
    parser = hotspots.parser(points=10_000_000)
    parser.add_argument("--db", help="a store that is there already, instead of one made of --points")
    options = hotspots.parsed(parser, needs_postgis=False)
    with tempfile.TemporaryDirectory(prefix="geoq-tiles-") as name:
        store = options.db
        if not store:
            points = pathlib.Path(name) / "points.csv"
            with open(points, "wb") as file:
                subprocess.run([options.generate, "-n", str(options.points), "--around", options.around], stdout=file, check=True)
            store = pathlib.Path(name) / "tiles.sqlite"
            run([options.geoq, "import", str(points), "--as", "hotspots", "--db", str(store)])
        server = Server(options.geoq, store)
        try:
            report(server, options)
        finally:
            server.stop()


def report(server, options):
    start = time.monotonic()
    whole = sum(cells(server.tile(0, 0, 0)).values())
    print(f"{whole:,} points on the map; the first tile took {time.monotonic() - start:.1f} s\n")
    groups, singles = walk(server)
    print("| zoom | tiles of groups | the biggest, bytes | places in the fullest other | the biggest of those, bytes |")
    print("|---|---|---|---|---|")
    biggest = 0
    for zoom in range(DEEPEST + 1):
        sizes = [len(server.tile(*address)) for _, address in singles[zoom]]
        if not sizes and not groups[zoom][0]:
            continue
        most = max((count for count, _ in singles[zoom]), default=0)
        print(f"| {zoom} | {groups[zoom][0]:,} | {groups[zoom][1]:,} | {most:,} | {max(sizes, default=0):,} |", flush=True)
        biggest = max(biggest, groups[zoom][1], *sizes, 0)
    print(f"\nthe biggest tile has {biggest:,} bytes" + ("" if biggest < LIMIT else f"; missed: under {LIMIT:,}"))


if __name__ == "__main__":
    sys.exit(main())
