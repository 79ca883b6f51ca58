"""Paints pictures for tests, as PNG.

    python paint.py owl.png lake.png
"""

import math
import pathlib
import struct
import sys
import zlib

WIDE, HIGH = 480, 360


def owl(x, y):
    """An owl before a night sky."""
    if math.hypot((x - 240) / 95, (y - 215) / 120) < 1 or math.hypot(x - 240, y - 115) < 82:
        for eye in (205, 275):
            distance = math.hypot(x - eye, y - 108)
            if distance < 12:
                return (20, 20, 24)
            if distance < 27:
                return (240, 190, 60)
        if abs(x - 240) < (160 - y) / 3 and 125 < y < 160:
            return (90, 80, 70)
        return (214, 208, 198) if (x // 14 + y // 14) % 2 else (186, 176, 160)
    if math.hypot(x - 400, y - 70) < 36:
        return (250, 240, 200)
    return (24 + y // 12, 34 + y // 9, 70 + y // 5)


def lake(x, y):
    """A lake below hills."""
    hill = 190 - 50 * math.sin(x / 70) - 18 * math.sin(x / 23)
    if y < hill:
        return (150 + y // 5, 195 + y // 8, 235)
    if y < 225:
        return (60, 110 + int(y - hill) // 3, 70)
    return (70 + 25 * ((y + int(6 * math.sin(x / 15))) // 9 % 2), 130, 170)


def png(paint):
    rows = b"".join(b"\0" + b"".join(bytes(paint(x, y)) for x in range(WIDE)) for y in range(HIGH))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", WIDE, HIGH, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        file = pathlib.Path(name)
        file.write_bytes(png({"owl": owl, "lake": lake}[file.stem]))
