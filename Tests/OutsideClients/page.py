"""A person's visit to the map, in Chromium without a window.

    python page.py http://127.0.0.1:8080/ FOLDER STORE GEOQ

FOLDER gets pictures of it. The store holds GeoNames' cities, a few sightings and watchlists near
Ithaca and around the Baltic; the command GEOQ imports more while the page is open. With
GEOQ_PICTURE=FILE the picture that the README shows is written there.
"""

import json
import os
import pathlib
import subprocess
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


def matched(browser):
    """What the chosen watchlist is said to match: headings and names, in order."""
    return browser.run(
        "return [...document.querySelectorAll('.matched h3, .matched .name')].map((part) => part.textContent)"
    )


def choose(browser, title):
    browser.until(
        f"const list = [...document.querySelectorAll('.list')].find((list) => list.textContent.includes({json.dumps(title)}));"
        "list?.focus(); return Boolean(list)"
    )
    browser.keys("\ue007")  # enter
    browser.until("return document.querySelectorAll('.matched h3').length > 0")


def watchlists(base, folder, store, geoq):
    """The watchlists with their circles, what they match, and what they match as it comes."""
    browser = Browser(1280, 860)
    try:
        browser.open(base + "#at=42.44,-76.5&within=60km&layer=hotspots")
        browser.until(READY)
        browser.until("return document.querySelectorAll('path.watched').length >= 2")
        assert browser.run("return document.querySelector('.list .title').textContent") == "Spring in Ithaca"
        assert "inside, if species and day fit" in browser.run("return document.querySelector('.list .here').textContent")

        # The keyboard opens and closes it; what it matches is in the list and on the map.
        choose(browser, "Spring in Ithaca")
        assert matched(browser) == ["1 sighting", "Turdus merula 2026-05-03", "1 hotspot", "Ithaca"], matched(browser)
        distances = browser.run("return [...document.querySelectorAll('.matched .distance')].map((part) => part.textContent)")
        assert distances == ["0.0 m", "2.17 km"], distances
        assert "list=" in address(browser)
        browser.until("return document.querySelectorAll('path.watched.chosen').length === 1")
        browser.keys("\ue004")  # tab
        assert browser.run("return document.activeElement.closest('.matched') !== null")
        browser.until("return document.querySelectorAll('.leaflet-tooltip').length > 0")
        browser.keys("\ue00c")  # escape
        browser.until("return document.querySelectorAll('.matched').length === 0")
        assert browser.run("return document.activeElement.getAttribute('aria-expanded')") == "false"
        assert "list=" not in address(browser)

        # By the mouse; a species that is asked for counts here, too, and the address holds the list.
        browser.click(".list")
        browser.until("return document.querySelectorAll('.matched h3').length === 2")
        browser.run("document.querySelector('[value=observations]').click()")
        browser.type("#species", "Parus major\ue004")
        browser.until("return document.querySelector('.matched h3').textContent === '0 sightings'")
        browser.type("#species", "Turdus merula\ue004")
        browser.until("return document.querySelector('.matched h3').textContent === '1 sighting'")
        shared = browser.run("return location.href")
        browser.open("about:blank")
        browser.open(shared)
        browser.until(READY)
        browser.until("return document.querySelector('.matched h3')?.textContent === '1 sighting'")

        # What comes in is told as it comes, and the list grows.
        more = folder / "more.csv"
        more.write_text("id,species,date,lat,lon\nO9,Turdus merula,2026-05-10,42.461,-76.5\n")
        subprocess.run([geoq, "import", str(more), "--as", "observations", "--db", store], check=True, capture_output=True)
        browser.until("return !document.getElementById('news').hidden")
        entries = browser.run("return [...document.querySelectorAll('#news .match')].map((entry) => entry.textContent)")
        assert [entry for entry in entries if entry.startswith("Turdus merulaSpring in Ithaca · 111 m from its center")], entries
        said = browser.run("return document.querySelector('[aria-live=polite]#announcement').textContent")
        assert "Turdus merula matches Spring in Ithaca on 2026-05-10" in said or "Spring in Ithaca matches" in said, said
        assert browser.run("return document.querySelectorAll('path.fresh').length") > 0
        browser.until("return document.querySelector('.matched h3')?.textContent === '2 sightings'")
        browser.picture(folder / "news.png")
        browser.click("#close-news")
        browser.until("return document.getElementById('news').hidden")
        check_log(browser, base)
    finally:
        browser.close()


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


BALTIC = "#at=55.4,12.85&within=110km&layer=hotspots"


def elsewhere(store, geoq):
    """Where the question that nobody asked finds nothing near, it is asked where there is something."""
    folder = pathlib.Path(store).parent
    (folder / "south.csv").write_text("id,name,lat,lon\n1,Penguin Point,-62.2,-58.4\n2,Far Bay,-64.8,-62.8\n")
    words = [geoq, "import", str(folder / "south.csv"), "--as", "hotspots", "--db", str(folder / "south.sqlite"), "-q"]
    subprocess.run(words, check=True)
    server = subprocess.Popen([geoq, "serve", "--db", str(folder / "south.sqlite"), "--port", "0"], stderr=subprocess.PIPE, text=True)
    browser = Browser(1280, 860)
    try:
        base = next(word for word in server.stderr.readline().split() if word.startswith("http://"))
        browser.open(base)
        browser.until(READY)
        assert len(hits(browser)) == 1, hits(browser)
        assert address(browser).startswith("#at=-6"), address(browser)
        drawn(browser)
        check_log(browser, base)
    finally:
        browser.close()
        server.terminate()
        server.wait()


def pictures(base, folder):
    """The page as it looks, for the README and for eyes; and on a phone nothing is too wide."""
    for name, width, height, dark, place, title in [
        ("page", 1280, 860, False, BALTIC + "&map=6.5/55.6/11.4", None),
        ("dark", 1280, 860, True, BALTIC + "&map=6.5/55.6/11.4", "Falsterbo in autumn"),
        ("phone", 500, 900, False, BALTIC, "Cranes on the way"),
    ]:
        browser = Browser(width, height, dark=dark)
        try:
            browser.open(base + place)
            browser.until(READY)
            if title:
                choose(browser, title)
            drawn(browser)
            overflow = browser.run("return document.documentElement.scrollWidth - innerWidth")
            assert overflow <= 0, f"{name} is {overflow} pixels too wide"
            is_dark = browser.run("return matchMedia('(prefers-color-scheme: dark)').matches")
            assert is_dark == dark
            browser.picture(folder / f"{name}.png")
            check_log(browser, base)
        finally:
            browser.close()


def picture(base, file):
    """What the README shows: small enough for a repository."""
    browser = Browser(1280, 887)
    try:
        browser.open(base + BALTIC)
        browser.until(READY)
        choose(browser, "Cranes on the way")
        browser.until("return document.querySelectorAll('path.watched.chosen').length === 1")
        browser.run("document.activeElement.blur(); location.hash = location.hash.replace(/map=[^&]*/, 'map=7/55.25/11.3')")
        browser.until("return document.querySelectorAll('.matched h3').length === 2")
        drawn(browser)
        browser.picture(file)
        assert file.stat().st_size < 300_000, f"{file} has {file.stat().st_size} bytes"
    finally:
        browser.close()


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[2])
    where.mkdir(parents=True, exist_ok=True)
    visit(sys.argv[1], where)
    pictures(sys.argv[1], where)
    if os.environ.get("GEOQ_PICTURE"):
        picture(sys.argv[1], pathlib.Path(os.environ["GEOQ_PICTURE"]))
    watchlists(sys.argv[1], where, sys.argv[3], sys.argv[4])
    elsewhere(sys.argv[3], sys.argv[4])
    print("fine")
