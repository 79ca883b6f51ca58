#!/usr/bin/env python3
"""Writes Sources/Geoq/Text/CanonicalDecomposition+Table.swift.

The pairs are the canonical decompositions of the Unicode Character Database
(UnicodeData.txt, field 5 without a tag), as Python's unicodedata has them.
Hangul syllables are left out: they are decomposed by arithmetic.

    python3 data/make-decompositions.py > Sources/Geoq/Text/CanonicalDecomposition+Table.swift
"""
import unicodedata

rows = []
for code in range(0x110000):
    parts = unicodedata.decomposition(chr(code)).split()
    if not parts or parts[0].startswith("<"):
        continue
    first, second = int(parts[0], 16), int(parts[1], 16) if len(parts) > 1 else 0
    rows.append(code << 42 | first << 21 | second)

print(f"""// Made by data/make-decompositions.py from the Unicode Character Database {unicodedata.unidata_version}.
// © Unicode, Inc.; Unicode License v3, in data/LICENSES.txt.

extension CanonicalDecomposition {{
    /// Each character that decomposes canonically, in the order of their numbers: the character, what it begins
    /// with and what follows (0 for nothing), in 21 bits each.
    // swift-format-ignore
    static let table: [UInt64] = [""")
for start in range(0, len(rows), 5):
    print("        " + " ".join(f"0x{row:016x}," for row in rows[start : start + 5]))
print("    ]\n}")
