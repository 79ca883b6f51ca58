"""A person's visit to the map, in one Chromium without a window.

    python page.py http://127.0.0.1:8080/ FOLDER STORE GEOQ

FOLDER gets pictures of it. The store holds GeoNames' cities, a few sightings and watchlists near
Ithaca and around the Baltic; the command GEOQ imports more while the page is open. With
GEOQ_PICTURE=FILE the picture that the README shows is written there.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

from page_looks import BALTIC, keyboard, looks
from page_names import names
from page_steps import Served, address, check_log, drawn, hits, middle, open_fields, status_is, visit
from page_trouble import boundless, empty_store, many_tabs, token, trouble
from webdriver import Browser

ITHACA = "#at=42.44,-76.5&within=60km&layer=hotspots"


def matched(browser):
    """What the chosen watchlist is said to match: headings, names and days, in order."""
    return browser.run(
        "return [...document.querySelectorAll('.matched h3, .matched .name, .matched small')].map((part) => part.textContent)"
    )


def choose(browser, title):
    browser.until(
        f"const list = [...document.querySelectorAll('.list')].find((list) => list.textContent.includes({json.dumps(title)}));"
        "list?.focus(); return Boolean(list)"
    )
    browser.keys("\ue007")  # enter
    browser.until("return document.querySelectorAll('.matched h3').length > 0")


def watchlists(browser, base, folder, store, geoq):
    """The watchlists with their circles, what they match, and what they match as it comes."""
    visit(browser, base, ITHACA)
    browser.until("return document.querySelectorAll('path.watched').length >= 2")
    assert browser.run("return document.querySelector('.list .title').textContent") == "Spring in Ithaca"
    assert "inside, if species and day fit" in browser.run("return document.querySelector('.list .here').textContent")

    # The keyboard opens and closes it; what it matches is in the list and on the map.
    choose(browser, "Spring in Ithaca")
    assert matched(browser) == ["1 sighting", "Turdus merula", "2026-05-03", "1 hotspot", "Ithaca"], matched(browser)
    ways = browser.run("return [...document.querySelectorAll('.matched .way')].map((part) => part.textContent)")
    assert ways == ["here", "2.17 km S 173°"], ways
    assert "list=" in address(browser)
    browser.until("return document.querySelectorAll('path.watched.chosen').length === 1")
    buttons = []
    for _ in range(4):
        browser.keys("\ue004")  # tab
        buttons.append(browser.run("return document.activeElement.closest('.matched') && document.activeElement.textContent"))
    assert buttons[:3] == ["Add an entry", "Change", "Delete"] and buttons[3].startswith("Turdus merula"), buttons
    browser.until("return document.querySelectorAll('.leaflet-tooltip').length > 0")
    browser.keys("\ue00c")  # escape
    browser.until("return document.querySelectorAll('.matched').length === 0")
    assert browser.run("return document.activeElement.getAttribute('aria-expanded')") == "false"
    assert "list=" not in address(browser)

    # By the mouse; a species that is asked for counts here, too, and the address holds the list.
    browser.click(".list")
    browser.until("return document.querySelectorAll('.matched h3').length === 2")
    browser.run("document.querySelector('[value=observations]').click()")
    open_fields(browser)
    browser.type("#species", "Parus major\ue004")
    browser.until("return document.querySelector('.matched h3').textContent === '0 sightings'")
    browser.type("#species", "Turdus merula\ue004")
    browser.until("return document.querySelector('.matched h3').textContent === '1 sighting'")
    visit(browser, browser.run("return location.href"))
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


def places(browser, base, folder):
    """A center and a radius: found, typed, dragged, and told by the device."""
    visit(browser, base, ITHACA)
    status_is(browser, "5 hotspots within 60 km")
    assert hits(browser) == ["Ithaca", "Cortland", "Elmira", "Vestal", "Auburn"], hits(browser)
    assert drawn(browser) > 0

    # A name leads to a place, and so does a coordinate.
    browser.type("#find", "Sapporo")
    browser.until("return document.querySelectorAll('#found [role=option]').length > 0")
    browser.keys("\ue015\ue007")  # down, enter
    browser.until("return location.hash.includes('at=43.0')")
    browser.until("return document.querySelector('#hits .name')?.textContent === 'Sapporo'")
    # Enter before the answer goes to the first place of it.
    browser.run("location.hash = 'at=10,10&within=60km'")
    browser.until("return location.hash.includes('at=10,10')")
    browser.type("#find", "Sapporo\ue007")
    browser.until("return location.hash.includes('at=43.0')")
    # Escape, and leaving the field, close the list of places, also one that is still to come.
    for key in ["\ue00c", "\ue004"]:  # escape, tab
        browser.type("#find", "Sapporo")
        browser.until("return document.querySelectorAll('#found [role=option]').length > 0")
        browser.keys(key + key)
        browser.until("return document.getElementById('found').hidden")
    browser.run(
        "window.asked = window.fetch; window.held = window.ended = 0;"
        "window.fetch = (path, options) => !String(path).includes('/find?') ? asked(path, options) : new Promise((_, fail) => {"
        " held += 1; options.signal.addEventListener('abort', () => { ended += 1; fail(options.signal.reason); }); })"
    )
    for count, key in enumerate(["\ue00c", "\ue004"], 1):
        browser.type("#find", "Sapporo")
        browser.until(f"return held === {count}")
        browser.keys(key + key)
        browser.until(f"return ended === {count}")
    browser.run("window.fetch = window.asked")
    for text in ["42.44, -76.5", "42°26′24″ N, 76°30′ W"]:
        browser.type("#find", text)
        browser.until("return document.querySelector('#found [role=option]')?.textContent.includes('Go to')")
        browser.keys("\ue007")
        browser.until("return location.hash.includes('at=42.44,-76.5&')")
        status_is(browser, "5 hotspots within 60 km")
        browser.run("location.hash = 'at=10,10&within=60km'")
        browser.until("return location.hash.includes('at=10,10')")
    read = browser.run(
        "return import('/assets/coordinates.js').then(({ place }) => arguments[0].map((text) => place(text))"
        ".map((at) => at && [at.lat, at.lon]))",
        ["42.44,-76.5", "42,44; -76,5", "−0.5 91", "N 42 26.4 W 76 30", "42°26' -76°30'", "geo:42.44,-76.5", "42.44S 76.5E", "0°30'S, 180°",
         "90.1, 0", "42.5°10', 3", "42°60', 3", "-5 S, 3", "5 E, 3 N", "Ithaca", "42.44", "1,2,3"],
    )
    assert read == [
        [42.44, -76.5], [42.44, -76.5], [-0.5, 91], [42.44, -76.5], [42.4333333, -76.5], [42.44, -76.5], [-42.44, 76.5], [-0.5, 180],
        *[None] * 8,
    ], read

    # A script writes small numbers with an exponent.
    small = "#at=1e-7,-2.5e-8&within=25km&layer=hotspots&along=1e-7,2;3,-4.5e-10&map=3.5/1e-9/-170.25"
    read = browser.run("return import('/assets/question.js').then(({ fromHash, toHash }) => toHash(fromHash(arguments[0])))", small)
    assert read == small, read

    # Rings go on beyond ±180°, and those around a pole reach to the map's edge.
    rings = [
        ([[50, 170], [50, -170], [60, -170], [50, 170]], None), ([[-60, 0], [-60, 120], [-60, -120], [-60, 0]], "south"),
        ([[80, -180], [80, 0], [80, 180], [90, 180], [90, -180], [80, -180]], None),
        ([[0, 175], [0, 180], [0, -180], [0, -175], [5, -175], [0, 175]], None),
    ]
    unrolled = browser.run(
        "return import('/assets/places.js').then(({ unrolledRing }) => arguments[0]"
        ".map(([ring, pole]) => unrolledRing(ring, pole, (lon) => lon)))",
        rings,
    )
    assert unrolled == [
        [[50, 170], [50, 190], [60, 190], [50, 170]], [[-60, 0], [-60, 120], [-60, 240], [-60, 360], [-90, 360], [-90, 0]],
        [[80, -180], [80, 0], [80, 180], [90, 180], [90, -180], [80, -180]],
        [[0, 175], [0, 180], [0, 180], [0, 185], [5, 185], [0, 175]],
    ], unrolled

    # A center and a radius that are dragged.
    visit(browser, base, ITHACA)
    before = address(browser)
    x, y = middle(browser, ".handle.center")
    browser.drag((x, y), (x - 90, y - 60))
    browser.until(f"return decodeURIComponent(location.hash) !== {json.dumps(before)}")
    center = "return location.hash.match(/at=[^&]*/)[0]"
    for way, steps, milliseconds, rest in [(-60, 10, 20, 80), (80, 8, 16, 0), (-80, 2, 8, 0)]:
        # However quickly the edge is dragged: the radius follows the pointer, and the center stays.
        browser.until("return !document.documentElement.dataset.busy")
        place, radius = browser.run(center), browser.run("return Number(document.getElementById('radius').value)")
        (x, y), (middle_x, _) = middle(browser, ".handle.edge"), middle(browser, ".handle.center")
        browser.drag((x, y), (x + way, y), steps, milliseconds, rest)
        expected = radius * (1 + way / (x - middle_x))
        browser.until(f"return Math.abs(Number(document.getElementById('radius').value) / {expected} - 1) < 0.03")
        browser.until("return !document.documentElement.dataset.busy")
        assert browser.run(center) == place, (way, steps)

    # Wrong input is said, and changes nothing; degrees and minutes are right.
    open_fields(browser)
    browser.type("#lat", "91\ue004")  # tab
    state = "const field = document.getElementById(arguments[0]); return [field.value, field.getAttribute('aria-invalid'), document.getElementById(field.getAttribute('aria-describedby')).textContent]"
    assert browser.run(state, "lat") == ["91", "true", "Write −90 to 90, such as 42.44 or 42°26′ N."], browser.run(state, "lat")
    assert "at=91" not in address(browser)
    browser.type("#lat", "42°26′")
    browser.until("return location.hash.includes('at=42.4333333,')")
    assert browser.run(state, "lat")[1:] == ["false", ""], browser.run(state, "lat")
    # A text that is wrong gives way to what the map says.
    browser.type("#lon", "200\ue004")
    assert browser.run(state, "lon")[0] == "200"
    browser.run("location.hash = 'at=10,11&within=60km'")
    browser.until("return document.getElementById('lon').value === '11'")
    assert browser.run(state, "lon")[1:] == ["false", ""], browser.run(state, "lon")
    read = browser.run(
        "return import('/assets/question.js').then(({ radius }) => arguments[0].map((text) => radius(text, 'km')).map(({ value, wrong }) => value ?? wrong))",
        ["25", "2,5", ".5", "5.", "0,500", "1,000", "1,250", "1,000,000", "100000", "100001", "", ".", "-1", "1e3", "12,34,56"],
    )
    number = "Write a number, such as 25 or 2.5."
    assert read == [
        25, 2.5, 0.5, 5, 0.5, "Write 1000 or 1.0.", "Write 1250 or 1.25.", "Write 1000000.", 100000, "Write 100000 or less.",
        number, number, number, number, number,
    ], read

    # A radius that is larger than the map shows all of its circle.
    visit(browser, base, "#at=42.44,-76.5&within=2km&layer=hotspots&map=12/42.44/-76.5")
    browser.type("#radius", "1,000\ue004")
    assert browser.run(state, "radius") == ["1,000", "true", "Write 1000 or 1.0."], browser.run(state, "radius")
    browser.type("#radius", "150")
    status_is(browser, "21 hotspots within 150 km")
    inside = browser.run(
        "const box = [...document.querySelectorAll('path.circle')].map((path) => path.getBoundingClientRect()).find(({ width }) => width > 60);"
        "return box.left >= document.getElementById('panel').getBoundingClientRect().right && box.right <= innerWidth && box.bottom <= innerHeight"
    )
    assert inside
    # All hits can be listed, and not only a thousand.
    visit(browser, base, "#at=51,10&within=700km&layer=hotspots")
    count = 50
    for _ in range(4):
        browser.click("#more")
        browser.until(f"return document.querySelectorAll('#hits .hit').length > {count}")
        count = browser.run("return document.querySelectorAll('#hits .hit').length")
    assert count > 2_000, count
    names = browser.run("return new Set([...document.querySelectorAll('#hits .hit')].map((row) => row.dataset.id)).size")
    assert names == count

    # Where the device is.
    browser.command("POST", "/permissions", {"descriptor": {"name": "geolocation"}, "state": "granted"})
    browser.developer("Emulation.setGeolocationOverride", latitude=43.06, longitude=141.35, accuracy=20)
    browser.click("#locate")
    browser.until("return location.hash.includes('at=43.06,141.35')")

    # Looked at closely, land is there that the coarse one lacks.
    visit(browser, base, "#at=-0.5,-91&within=100km&layer=hotspots")
    browser.until("return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/assets/land.bin'))")
    land = browser.run(
        "return Promise.all([import('/assets/land.js'), fetch('/assets/land.bin').then((answer) => answer.arrayBuffer())])"
        ".then(([{ rings }, bytes]) => rings(new Uint8Array(bytes))).then((all) => ({ count: all.length,"
        " outside: all.filter(({ extent: { west, south, east, north } }) => west < -180 || east > 180 || south < -90 || north > 90).length,"
        " open: all.filter(({ points }) => String(points[0]) !== String(points.at(-1))).length,"
        " here: all.filter(({ extent: { west, south, east, north } }) => west < -90.8 && east > -91.2 && south < -0.2 && north > -1.1).length }))"
    )
    assert land == {"count": 4254, "outside": 0, "open": 0, "here": land["here"]} and land["here"] > 0, land

    # A circle across the date line is one circle.
    visit(browser, base, "#at=-17,179.9&within=900km&layer=hotspots")
    status_is(browser, "9 hotspots")
    widest = browser.run(
        "const lines = [...document.querySelectorAll('path.circle[fill=none]')];"
        "return Math.max(...lines.map((line) => line.getBoundingClientRect().width))"
    )
    assert 300 < widest < 1000, widest
    browser.picture(folder / "date-line.png")
    check_log(browser, base)


def sightings(browser, base):
    """Sightings with days and counts, by species and day, in the list and on the map."""
    visit(browser, base, "#at=42.46,-76.5&within=10km&layer=observations&map=9/42.46/-76.5")
    status_is(browser, "4 sightings")
    lines = browser.run("return [...document.querySelectorAll('#hits > li > .hit')].map((row) => row.innerText.replace(/\\s+/g, ' '))")
    assert lines == [
        "Turdus merula ×2 here 2026-05-03", "Turdus merula ×1 1.11 km N 0° 2026-06-03",
        "At one place 4.67 km NE 62° 2 sightings · Parus major · 2024-01-01",
    ], lines
    browser.click("#hits .group")
    assert browser.run("return document.querySelectorAll('#hits .inside .hit').length") == 2
    assert drawn(browser) == 4

    # Which species there are, and one of them.
    browser.click("#birds summary")
    browser.until("return document.querySelectorAll('.bird').length === 2")
    birds = browser.run("return [...document.querySelectorAll('.bird')].map((bird) => bird.innerText.replace(/\\s+/g, ' '))")
    assert birds == ["Parus major 2 last 2024-01-01", "Turdus merula 2 last 2026-06-03"], birds
    browser.run("document.querySelectorAll('.bird')[1].click()")
    status_is(browser, "2 sightings")
    browser.until("return document.querySelectorAll('.bird')[1].getAttribute('aria-pressed') === 'true'")
    # The places of the map are those of the question, and no others.
    assert drawn(browser) == 2
    open_fields(browser)
    browser.run(
        "const day = document.getElementById('since'); day.value = '2026-06-01'; day.dispatchEvent(new Event('change'))"
    )
    status_is(browser, "1 sighting ")
    assert drawn(browser) == 1
    command = browser.run("return document.getElementById('command').textContent")
    assert command == (
        "geoq near --lat 42.46 --lon -76.5 --within 10km --layer observations "
        "--species 'Turdus merula' --since 2026-06-01"
    ), command

    # What is shown can be had as a file.
    browser.run("window.saved = []; const made = URL.createObjectURL; URL.createObjectURL = (blob) => { saved.push(blob); return made(blob); }")
    for index, name in enumerate(["csv", "geojson"]):
        browser.run(f"document.getElementById('save-{name}').click()")
        browser.until(f"return window.saved.length === {index + 1}")
    texts = browser.run("return Promise.all(window.saved.map((blob) => blob.text()))")
    assert "Turdus merula" in texts[0] and "2026-06-03" in texts[0] and len(texts[0].split()) < 10, texts[0]
    assert json.loads(texts[1])["numberMatched"] == 1

    # The address says it all: another page shows the same.
    visit(browser, browser.run("return location.href"))
    status_is(browser, "1 sighting ")
    assert browser.run("return document.getElementById('species').value") == "Turdus merula"
    check_log(browser, base)


def obscured(browser, folder, geoq):
    """A place that is not exact says so: in its row, in what it opens, and as a circle."""
    rows = (
        "id,species,date,lat,lon,uncertainty_m,withheld\nO1,Spheniscus mendiculus,2026-05-03,-0.5,-91,62500,Coordinates hidden\n"
        "O2,Spheniscus mendiculus,2026-05-04,-0.6,-91,5,\n"
    )
    with Served(geoq, folder / "obscured", {"observations": rows}) as server:
        # The page asks around a place of its own choice; where that finds nothing, it asks where there is something.
        visit(browser, server.base)
        assert address(browser).startswith("#at=-0."), address(browser)
        lines = browser.run("return [...document.querySelectorAll('#hits .hit small')].map((line) => line.textContent)")
        assert sorted(lines) == ["2026-05-03 · obscured ± 62.5 km", "2026-05-04"], lines
        row = "[...document.querySelectorAll('#hits .hit')].find((row) => row.textContent.includes('obscured'))"
        browser.run(f"{row}.focus()")
        assert browser.run("return document.querySelectorAll('path.blur').length") == 1
        browser.run(f"{row}.click()")
        browser.until("return document.querySelector('.details .obscured') !== null")
        said = browser.run("return document.querySelector('.details .obscured').textContent")
        assert said == "The place is obscured: it may lie 62.5 km from here. Coordinates hidden", said
        check_log(browser, server.base)


def picture(browser, base, file):
    """What the README shows: small enough for a repository."""
    browser.look(1280, 800)
    visit(browser, base, BALTIC + "hotspots")
    choose(browser, "Cranes on the way")
    browser.until("return document.querySelectorAll('path.watched.chosen').length === 1")
    browser.run("document.activeElement.blur(); location.hash = location.hash.replace(/map=[^&]*/, 'map=7/55.25/11.3')")
    browser.until("return document.querySelectorAll('.matched h3').length === 2")
    drawn(browser)
    browser.picture(file)
    assert file.stat().st_size < 300_000, f"{file} has {file.stat().st_size} bytes"


def main(base, folder, store, geoq):
    folder.mkdir(parents=True, exist_ok=True)
    own = pathlib.Path(store).parent / "servers"
    shutil.rmtree(own, ignore_errors=True)
    own.mkdir()
    browser = Browser(1280, 800)
    try:
        browser.look(1280, 800)
        for part in [
            lambda: places(browser, base, folder),
            lambda: sightings(browser, base),
            lambda: keyboard(browser, base),
            lambda: looks(browser, base, folder),
            lambda: picture(browser, base, pathlib.Path(os.environ["GEOQ_PICTURE"])) if os.environ.get("GEOQ_PICTURE") else None,
            lambda: trouble(browser, base),
            lambda: watchlists(browser, base, folder, store, geoq),
            lambda: obscured(browser, own, geoq),
            lambda: names(browser, own, geoq),
            lambda: empty_store(browser, own, geoq),
            lambda: boundless(browser, own, geoq),
            lambda: token(browser, own, geoq),
            lambda: many_tabs(browser, own, geoq),
        ]:
            part()
    finally:
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4])
    print("fine")
