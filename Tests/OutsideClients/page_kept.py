"""A person looks at columns that a sync kept of a relation, in the list and on the map.

    python page_kept.py http://127.0.0.1:8080/ COLUMNS

COLUMNS is a JSON array of the hotspots that the store has, each an object of what is to be read: the
names of the columns and their texts. Names and texts may be HTML: they are shown as they are.
"""

import json
import sys

from page_looks import CONTRASTS
from page_names import WATCH, intact
from page_steps import at_rest, check_log, drawn, visit
from webdriver import Browser

QUESTION = "#at=42.44,-76.5&within=5km&layer=hotspots&map=13/42.44/-76.5"
ROWS = "[...document.querySelectorAll('#hits > li > .hit')]"
# The columns that are read within an element; null until they are there.
COLUMNS = (
    "const list = document.querySelector('%s .kept'); if (!list) return null;"
    "const names = [...list.querySelectorAll('dt')].map((name) => name.textContent);"
    "return names.map((name, index) => [name, list.querySelectorAll('dd')[index].textContent]);"
)
# What is wider than its place: nothing of a name or a text is to be outside.
WIDE = (
    "return [...document.querySelectorAll('.kept, .kept dt, .kept dd')].filter((part) => {"
    " const [box, room] = [part, part.closest('.details')].map((element) => element.getBoundingClientRect());"
    " return part.scrollWidth > part.clientWidth || box.right > room.right + 0.5; }).map((part) => part.textContent)"
)


def check(browser, within, expected, what):
    found = browser.until(COLUMNS % within)
    # Columns that have whole numbers as names come first in a script: the order is not looked at.
    assert sorted(found) == sorted([name, text] for name, text in expected.items()), (what, found)
    intact(browser, what)
    assert browser.run(WIDE) == [], (what, browser.run(WIDE))


def rows(browser, base, hotspots):
    """In the row of each hotspot, wide and narrow."""
    for width, height, phone in [(1280, 800, False), (390, 844, True)]:
        browser.look(width, height, phone=phone)
        visit(browser, base, QUESTION)
        browser.run(WATCH)
        browser.until(f"return {ROWS}.length === {len(hotspots)}")
        for index, expected in enumerate(hotspots):
            browser.run(f"{ROWS}[{index}].click()")
            check(browser, f"#hits > li:nth-child({index + 1})", expected, f"row {index} at {width}")
            assert browser.run(CONTRASTS) == [], browser.run(CONTRASTS)
            browser.run(f"{ROWS}[{index}].click()")
    browser.look(1280, 800)


def popups(browser, base, hotspots):
    """In the popup of each dot."""
    # The tiles have the dots where the question has no hits.
    visit(browser, base, QUESTION.replace("at=42.44,-76.5&within=5km", "at=42,-76&within=1km"))
    browser.run(WATCH)
    drawn(browser)
    places = (
        "return [...document.querySelectorAll('canvas.leaflet-tile')].flatMap((tile) => tile.points.map((point) => {"
        " const box = tile.getBoundingClientRect(); return [box.x + 24 + point.x * 256, box.y + 24 + point.y * 256]; }))"
        ".filter(([x, y]) => document.elementFromPoint(x, y)?.closest('#map')).sort((one, other) => one[0] - other[0])"
    )
    for index, expected in enumerate(hotspots):
        drawn(browser)
        # The popup before may have moved the map, or be moving it.
        found = at_rest(browser, places)
        assert len(found) == len(hotspots), found
        browser.press(*found[index])
        check(browser, ".leaflet-popup", expected, f"popup {index}")
        browser.run("document.querySelector('.leaflet-popup-close-button').click()")
        browser.until("return document.querySelector('.leaflet-popup') === null")


def page(browser, base, hotspots):
    """On the plain page of each hotspot."""
    ids = browser.run(f"return {ROWS}.map((row) => row.dataset.id)")
    for id, expected in zip(ids, hotspots):
        browser.open(f"{base}collections/hotspots/items/{id}?f=html")
        text, evil = browser.run("return [document.body.textContent, document.querySelectorAll('.evil').length]")
        assert evil == 0 and all(name in text for name in expected), text


def main(base, hotspots):
    browser = Browser(1280, 800)
    try:
        rows(browser, base, hotspots)
        page(browser, base, hotspots)
        popups(browser, base, hotspots)
        check_log(browser, base)
    finally:
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
