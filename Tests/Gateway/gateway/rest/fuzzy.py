"""Names that look alike, as PostgREST's hints find them: by shared pairs and triples of letters, the best
fifty then by Levenshtein's distance."""

import math
import re
from collections import Counter


def _grams(text, size):
    padded = "-" + re.sub(r"[^a-zA-Z0-9\u00C0-\u00FF, ]+", "", text.lower()) + "-"
    padded += "-" * max(0, size - len(padded))
    return Counter(padded[i:i + size] for i in range(len(padded) - size + 1))


def _distance(one, other):
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return row[-1]


def nearest(name, names, least=0.33):
    """The name most like `name`; None when none is enough like it."""
    for size in (3, 2):
        wanted = _grams(name, size)
        length = math.sqrt(sum(n * n for n in wanted.values()))
        scored = []
        for other in names:
            found = _grams(other, size)
            product = sum(n * found[gram] for gram, n in wanted.items())
            if product:
                scored.append((product / (length * math.sqrt(sum(n * n for n in found.values()))), other))
        if not scored:
            continue
        scored.sort(key=lambda pair: -pair[0])
        scored = [(1 - _distance(name.lower(), other.lower()) / max(len(name), len(other)), other)
                  for _, other in scored[:50]]
        scored.sort(key=lambda pair: -pair[0])
        if scored[0][0] >= least:
            return scored[0][1]
    return None
