"""Makes the samples of HEIC and AVIF that lie on their side, as phones write them, and prints their bytes.

    apt-get install libheif-examples    # Debian 12: libheif 1.15.1 with x265 3.5 and aom 3.6.0
    python3 turned_pictures.py FOLDER

Upright each has 64 × 96 pixels in four colors: red and green above, blue and yellow below. It is stored turned, with
a property that says so (`irot`), with EXIF that says the same again, the camera's name and a place. FOLDER gets the
files; their text in base64 and their checksums are printed for PictureSamples.swift. The pictures are drawn here, and
nobody has rights in them. The same programs make the same bytes.
"""

import base64
import hashlib
import pathlib
import struct
import subprocess
import sys
import textwrap
import zlib

WIDE, HIGH = 64, 96
RED, GREEN, BLUE, YELLOW = (220, 30, 30), (30, 200, 40), (30, 40, 210), (240, 220, 30)
CAMERA = b"Sample Camera 9\0"


def upright(x, y):
    return ((RED, GREEN), (BLUE, YELLOW))[2 * y // HIGH][2 * x // WIDE]


# What is stored at (x, y) of a picture of 96 × 64 pixels, by EXIF's orientation (2.32, 4.6.4).
STORED = {6: lambda x, y: upright(WIDE - 1 - y, x), 8: lambda x, y: upright(y, HIGH - 1 - x)}


def exif(orientation):
    """Big-endian: the camera, the orientation and, in a directory of its own, 42°26′24″ N, 76°30′ W."""

    def directory(*entries):
        return struct.pack(">H", len(entries)) + b"".join(entries) + bytes(4)

    def entry(tag, kind, count, value):
        return struct.pack(">HHI", tag, kind, count) + value.ljust(4, b"\0")

    gps = 8 + 2 + 3 * 12 + 4
    end = gps + 2 + 4 * 12 + 4
    north, west = ([(42, 1), (26, 1), (24, 1)], [(76, 1), (30, 1), (0, 1)])
    parts = [b"".join(struct.pack(">II", *part) for part in place) for place in (north, west)] + [CAMERA]
    starts = [end, end + 24, end + 48]
    offset = [struct.pack(">I", start) for start in starts]
    main = directory(
        entry(0x0110, 2, len(CAMERA), offset[2]), entry(0x0112, 3, 1, struct.pack(">H", orientation)),
        entry(0x8825, 4, 1, struct.pack(">I", gps)))
    place = directory(
        entry(1, 2, 2, b"N\0"), entry(2, 5, 3, offset[0]), entry(3, 2, 2, b"W\0"), entry(4, 5, 3, offset[1]))
    return b"MM\0*" + struct.pack(">I", 8) + main + place + b"".join(parts)


def png(orientation):
    color = STORED[orientation]
    rows = b"".join(b"\0" + b"".join(bytes(color(x, y)) for x in range(HIGH)) for y in range(WIDE))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", HIGH, WIDE, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"eXIf", exif(orientation)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def turned(data, quarters):
    """The file with a property of its picture that turns it so many quarters to the left (ISO 23008-12, 6.5.10)."""
    data = bytearray(data)
    start = {name: data.index(name) - 4 for name in (b"meta", b"iloc", b"iprp", b"ipco", b"ipma")}
    sizes = {name: struct.unpack_from(">I", data, place)[0] for name, place in start.items()}
    properties, place = 0, start[b"ipco"] + 8
    while place < start[b"ipco"] + sizes[b"ipco"]:
        properties, place = properties + 1, place + struct.unpack_from(">I", data, place)[0]
    # Of the one picture that has properties: its number, how many they are, and one byte for each.
    count = start[b"ipma"] + 18
    data[count] += 1
    data.insert(count + data[count], 0x80 | properties + 1)
    data[place:place] = struct.pack(">I4sB", 9, b"irot", quarters)
    for name, more in [(b"meta", 10), (b"iprp", 10), (b"ipco", 9), (b"ipma", 1)]:
        moved = start[name] + (9 if name == b"ipma" else 0)
        struct.pack_into(">I", data, moved, sizes[name] + more)
    # Where the picture and its EXIF begin.
    for item in range(struct.unpack_from(">H", data, start[b"iloc"] + 14)[0]):
        base = start[b"iloc"] + 16 + item * 18 + 4
        struct.pack_into(">I", data, base, struct.unpack_from(">I", data, base)[0] + 10)
    return bytes(data)


def make(folder, name, orientation, quarters):
    source, file = folder / f"{name}.png", folder / name
    source.write_bytes(png(orientation))
    # It keeps EXIF and writes no property.
    subprocess.run(["heif-enc", "-q", "60", "-o", file, source], check=True, stdout=subprocess.DEVNULL)
    file.write_bytes(turned(file.read_bytes(), quarters))
    return file.read_bytes()


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    for name, orientation, quarters in [("turned.heic", 6, 3), ("turned.avif", 8, 1)]:
        made = make(folder, name, orientation, quarters)
        print(f"{name}: {len(made)} bytes, SHA-256 {hashlib.sha256(made).hexdigest()}")
        print("\n".join(textwrap.wrap(base64.b64encode(made).decode(), 108)))
