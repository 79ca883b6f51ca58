"""A person's visit to the map, in Chromium without a window.

    python page.py http://127.0.0.1:8080/ FOLDER

FOLDER gets pictures of it. The store holds GeoNames' cities and a few sightings near Ithaca.
"""

import json
import pathlib
import sys
import urllib.parse

from webdriver import Browser

READY = "return document.documentElement.dataset.ready === 'yes'"
STATUS = "return document.getElementById('status').textContent"


def status_is(browser, text):
    browser.until(f"return document.getElementById('status').textContent.startsWith({json.dumps(text)})")


def hits(browser):
    return browser.run("return [...document.querySelectorAll('#hits .name')].map((name) => name.textContent)")


def middle(browser, selector):
    return browser.run(
        "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
        "return [box.x + box.width / 2, box.y + box.height / 2]", selector
    )


def address(browser):
    return urllib.parse.unquote(browser.run("return location.hash"))


def drawn(browser):
    """Whether all tiles are there and some points are in them."""
    return browser.until(
        "const tiles = [...document.querySelectorAll('canvas.leaflet-tile')];"
        "return tiles.length > 0 && tiles.every((tile) => tile.points !== undefined)"
        " && tiles.reduce((sum, tile) => sum + tile.points.length, 0)"
    )


def check_log(browser, base):
    """Nothing on the console, and nothing asked of anyone else."""
    messages = [entry for entry in browser.log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    assert not messages, messages
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            assert url.startswith((base, "data:", "blob:", "chrome")), f"asked {url}"


def visit(base, folder):
    browser = Browser(1280, 860)
    try:
        browser.open(base + "#at=42.44,-76.5&within=60km&layer=hotspots")
        browser.until(READY)
        status_is(browser, "5 hotspots within 60 km")
        assert hits(browser) == ["Ithaca", "Cortland", "Elmira", "Vestal", "Auburn"], hits(browser)
        assert drawn(browser) > 0

        # A name leads to a place.
        browser.type("#find", "Sapporo")
        browser.until("return document.querySelectorAll('#found [role=option]').length > 0")
        browser.keys("\ue015\ue007")  # down, enter
        browser.until("return location.hash.includes('at=43.0')")
        browser.until("return document.querySelector('#hits .name')?.textContent === 'Sapporo'")

        # A center and a radius that are dragged.
        before = address(browser)
        x, y = middle(browser, ".handle:not(.edge)")
        browser.drag((x, y), (x + 90, y - 60))
        browser.until(f"return decodeURIComponent(location.hash) !== {json.dumps(before)}")
        radius = browser.run("return Number(document.getElementById('radius').value)")
        browser.until("const box = document.querySelector('.handle.edge').getBoundingClientRect(); return box.width > 0")
        x, y = middle(browser, ".handle.edge")
        browser.drag((x, y), (x - 60, y))
        browser.until(f"return Number(document.getElementById('radius').value) < {radius}")

        # The keyboard alone does the same.
        browser.run("document.querySelector('.handle:not(.edge)').focus()")
        place = browser.run("return document.getElementById('lon').value")
        browser.keys("\ue014")  # right
        browser.until(f"return document.getElementById('lon').value !== {json.dumps(place)}")

        # Sightings, by species and day.
        browser.open(base + "#at=42.46,-76.5&within=10km&layer=observations")
        browser.run("location.reload()")
        browser.until(READY)
        status_is(browser, "4 sightings")
        browser.type("#species", "Turdus merula\ue004")
        status_is(browser, "2 sightings")
        browser.run(
            "const day = document.getElementById('since'); day.value = '2026-06-01'; day.dispatchEvent(new Event('change'))"
        )
        status_is(browser, "1 sighting ")
        command = browser.run("return document.getElementById('command').textContent")
        assert command == (
            "geoq near --lat 42.46 --lon -76.5 --within 10km --layer observations "
            "--species 'Turdus merula' --since 2026-06-01"
        ), command

        # The address says it all: another browser shows the same.
        shared = browser.run("return location.href")
        browser.open("about:blank")
        browser.open(shared)
        browser.until(READY)
        status_is(browser, "1 sighting ")
        assert browser.run("return document.getElementById('species').value") == "Turdus merula"

        # Wrong input is said, and changes nothing.
        browser.type("#lat", "91")
        assert browser.run("return document.getElementById('lat').getAttribute('aria-invalid')") == "true"
        assert "at=91" not in address(browser)

        # A circle across the date line is one circle.
        browser.open(base + "#at=-17,179.9&within=900km&layer=hotspots")
        browser.run("location.reload()")
        browser.until(READY)
        status_is(browser, "9 hotspots")
        widest = browser.run(
            "const lines = [...document.querySelectorAll('path.circle[fill=none]')];"
            "return Math.max(...lines.map((line) => line.getBoundingClientRect().width))"
        )
        assert 300 < widest < 1000, widest
        browser.picture(folder / "date-line.png")

        # What the screen reader finds.
        nameless = browser.run(
            "return [...document.querySelectorAll('input, select, button')].filter((control) => control.offsetParent"
            " && !control.labels?.length && !control.ariaLabel && !control.title && !control.textContent.trim())"
            ".map((control) => control.outerHTML)"
        )
        assert nameless == [], nameless
        check_log(browser, base)
    finally:
        browser.close()


def pictures(base, folder):
    """The page as it looks, for the README and for eyes; and on a phone nothing is too wide."""
    for name, width, height, dark, place in [
        ("page", 1280, 860, False, "#at=42.44,-76.5&within=60km&layer=hotspots&map=7/42.6/-77.5"),
        ("dark", 1280, 860, True, "#at=48,11&within=150km&layer=hotspots"),
        ("phone", 500, 900, False, "#at=42.44,-76.5&within=60km&layer=hotspots"),
    ]:
        browser = Browser(width, height, dark=dark)
        try:
            browser.open(base + place)
            browser.until(READY)
            drawn(browser)
            overflow = browser.run("return document.documentElement.scrollWidth - innerWidth")
            assert overflow <= 0, f"{name} is {overflow} pixels too wide"
            is_dark = browser.run("return matchMedia('(prefers-color-scheme: dark)').matches")
            assert is_dark == dark
            browser.picture(folder / f"{name}.png")
            check_log(browser, base)
        finally:
            browser.close()


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[2])
    where.mkdir(parents=True, exist_ok=True)
    visit(sys.argv[1], where)
    pictures(sys.argv[1], where)
    print("fine")
