#!/usr/bin/env python3
"""Makes borders.raw: 39 000 rings of real borders, with 3.9 million vertices.

    /usr/bin/python3 Benchmarks/Data/make-borders.py Benchmarks/.data/borders.raw

From Debian's gmt-dcw (the Digital Chart of the World for the Generic Mapping
Tools 2.1.1, LGPL 3+): coasts, islands, and borders of countries and states, in
the form that Peers/areas.hpp reads. Taken are rings of 20 to 2 000 vertices, as
counties, parks and islands have them; a position that repeats the one before is
left out, and so are rings that cross 180 degrees or run round a pole. The same
bytes each time.
"""

import os
import pathlib
import struct
import sys

SOURCE = "/usr/share/gmt-dcw/dcw-gmt.nc"
VERTICES = range(20, 2001)
END_OF_RING = 65535


def positions(data, name, axis):
    """The degrees of all rings of a country, with None where a ring ends."""
    variable = data.variables[f"{name}_{axis}"]
    # netCDF4 has a property of its own that is called scale.
    least, scale = float(variable.getncattr("min")), float(variable.getncattr("scale"))
    return [None if step == END_OF_RING else least + step / scale for step in variable[:].tolist()]


def rings(latitudes, longitudes):
    ring = []
    for latitude, longitude in zip(latitudes, longitudes):
        if latitude is None or longitude is None:
            yield ring
            ring = []
            continue
        place = (latitude, (longitude + 180) % 360 - 180)
        if not ring or ring[-1] != place:
            ring.append(place)
    yield ring


def is_taken(ring):
    longitudes = [longitude for _, longitude in ring]
    return len(ring) in VERTICES and max(longitudes) - min(longitudes) < 180


def write(path):
    try:
        import netCDF4
    except ImportError:
        sys.exit("borders need python3-netcdf4, a package of Debian")
    if not os.path.exists(SOURCE):
        sys.exit(f"borders need {SOURCE}, which Debian's gmt-dcw has")
    data = netCDF4.Dataset(SOURCE)
    data.set_auto_maskandscale(False)
    names = sorted(name[:-4] for name in data.variables if name.endswith("_lon"))
    unfinished = path.with_suffix(".part")
    count = vertices = 0
    with open(unfinished, "wb") as file:
        for name in names:
            for ring in rings(positions(data, name, "lat"), positions(data, name, "lon")):
                if ring and ring[0] == ring[-1]:
                    ring.pop()
                if is_taken(ring):
                    count, vertices = count + 1, vertices + len(ring)
                    ring.append(ring[0])
                    numbers = [len(ring), *(degrees for place in ring for degrees in place)]
                    file.write(struct.pack(f"<{len(numbers)}d", *numbers))
    os.replace(unfinished, path)
    print(f"{path}: {count} rings, {vertices} vertices")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FILE.raw")
    path = pathlib.Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path)
