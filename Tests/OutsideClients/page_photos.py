"""A person looks at the photos of an entry, and at what is to be expected at a hotspot.

    python page_photos.py online|offline http://127.0.0.1:8080/ FOLDER SHOWN MISSING

FOLDER gets pictures of it. SHOWN are ids of photos that are to be seen, with commas between, MISSING
those that are not.
"""

import pathlib
import sys

from page_looks import CONTRASTS, NAMELESS, SMALL
from page_steps import check_log, middle, visit
from webdriver import Browser

ESCAPE = "\ue00c"
QUESTION = "#at=42.46,-76.5&within=3km&layer="


def open_first(browser):
    """Presses the first hit, once it is there."""
    browser.until("return document.querySelector('#hits .hit') !== null")
    browser.run("document.querySelector('#hits .hit').click()")


def photos(browser, within):
    """By id: how wide the picture is that is shown, or what stands in its place; once all are there."""
    return browser.until(
        f"const all = [...document.querySelectorAll('{within} [data-photo]')];"
        "const sizes = all.map((button) => [button.dataset.photo, button.querySelector('img')?.naturalWidth || button.textContent]);"
        "return all.length > 0 && sizes.every(([, size]) => size) && Object.fromEntries(sizes)"
    )


def check(found, shown, missing):
    assert set(found) == {*shown, *missing}, found
    assert all(found[id] == 320 for id in shown), found
    assert all(found[id] == "no picture" for id in missing), found


def check_days(browser, within, shown):
    """A photo was taken on the day at its place, which the entry is of, too."""
    titles = browser.run(
        f"return Object.fromEntries([...document.querySelectorAll('{within} [data-photo]')].map((button) => [button.dataset.photo, button.title]))")
    assert all(titles[id].endswith(", taken 2026-05-03") for id in shown), titles


def entries(browser, base, folder, step, shown, missing):
    """In the list of entries, and in the popup of the entry's dot."""
    visit(browser, base, QUESTION + "hotspots")
    browser.click(".list")
    browser.until("return document.querySelector('.entries .photo') !== null")
    browser.run("document.querySelector('.entries .photos').scrollIntoView({ block: 'center' })")
    check(photos(browser, ".entries"), shown, missing)
    check_days(browser, ".entries", shown)
    if missing:
        said = browser.run("const { title, ariaLabel } = document.querySelector('.entries .photo.missing'); return [title, ariaLabel]")
        assert all("no picture" in text and "cannot be reached" in text for text in said), said
    browser.press(*middle(browser, "path.planned"))
    check(photos(browser, ".leaflet-popup"), shown, missing)
    box = browser.until("const box = document.querySelector('.leaflet-popup').getBoundingClientRect(); return [box.top, box.left]")
    assert box[0] >= 0, box
    browser.until("return getComputedStyle(document.querySelector('.leaflet-popup')).opacity === '1'")
    browser.picture(folder / f"photos-{step}.png")
    # One of them as large as it is; by its button, and closed by a key.
    browser.click(f".leaflet-popup [data-photo='{shown[0]}']")
    browser.until("return document.getElementById('photo').open && document.getElementById('photo-picture').naturalWidth === 480")
    assert "Wren" in browser.run("return document.getElementById('photo-words').textContent")
    browser.picture(folder / f"photo-{step}.png")
    browser.keys(ESCAPE)
    browser.until("return !document.getElementById('photo').open")


def sighting(browser, base, shown, missing):
    """The same photos where the entry is a sighting, and on its own page."""
    visit(browser, base, QUESTION + "observations")
    open_first(browser)
    check(photos(browser, "#hits .details"), shown, missing)
    check_days(browser, "#hits .details", shown)
    id = browser.run("return document.querySelector('#hits .hit').dataset.id")
    browser.open(f"{base}collections/observations/items/{id}?f=html")
    browser.until(
        "return [...document.images].filter((image) => image.complete && image.naturalWidth === 320).map((image) => image.currentSrc)"
        f".length === {len(shown)}"
    )


def presence(browser, base, folder):
    """The chart of a hotspot, in its popup and in its row."""
    visit(browser, base, QUESTION + "hotspots")
    open_first(browser)
    browser.until("return document.querySelector('#hits .presence') !== null")
    text = browser.run("return document.querySelector('#hits .presence').textContent")
    assert text.startswith("To be expected hereWren95 % in week 26 · seen once"), text
    bars = browser.run("return document.querySelectorAll('#hits .presence rect:not(.seen)').length")
    seen = browser.run("return [...document.querySelectorAll('#hits .presence rect.seen')].map((mark) => mark.getAttribute('x'))")
    assert bars == 53 and seen == ["34"], (bars, seen)
    for dark in (False, True):
        browser.look(1280, 800, dark)
        for script in (CONTRASTS, SMALL, NAMELESS):
            found = browser.run(script)
            assert found == [], found
    browser.look(1280, 800)
    # A page of another size asks anew.
    browser.until(
        "const chart = document.querySelector('#hits .presence'); chart?.scrollIntoView({ block: 'center' }); return chart !== null")
    browser.picture(folder / "presence.png")


def ways(browser, base, folder):
    """The ways of migrations are drawn when they are wanted, and say what they are of."""
    visit(browser, base, QUESTION + "hotspots")
    browser.until("return !document.getElementById('trajectories').hidden")
    assert browser.run("return document.querySelectorAll('path.trajectory').length") == 0
    browser.run("document.getElementById('show-trajectories').click()")
    browser.until("return document.querySelectorAll('path.trajectory').length === 1")
    for script in (CONTRASTS, SMALL, NAMELESS):
        found = browser.run(script)
        assert found == [], found
    browser.run("document.querySelector('path.trajectory').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 800, clientY: 400 }))")
    browser.until("return document.querySelector('.leaflet-popup strong')?.textContent === 'Along <b>the lake</b>'")
    browser.picture(folder / "trajectories.png")
    browser.run("document.getElementById('show-trajectories').click()")
    browser.until("return document.querySelectorAll('path.trajectory').length === 0")


def home(browser, base):
    """Without a question in the address the page begins at home; a question there goes before it."""
    visit(browser, base)
    browser.until("return location.hash.startsWith('#at=42.468,-76.508&')")
    visit(browser, base, QUESTION + "hotspots")
    browser.until("return location.hash.startsWith('#at=42.46,-76.5&')")


def main(step, base, folder, shown, missing):
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser(1280, 800)
    try:
        browser.look(1280, 800)
        entries(browser, base, folder, step, shown, missing)
        for script in (CONTRASTS, SMALL, NAMELESS):
            found = browser.run(script)
            assert found == [], found
        if step == "online":
            presence(browser, base, folder)
            ways(browser, base, folder)
            home(browser, base)
        if not missing:
            check_log(browser, base)
        sighting(browser, base, shown, missing)
    finally:
        browser.close()


if __name__ == "__main__":
    shown, missing = ([id for id in ids.split(",") if id] for ids in sys.argv[4:6])
    main(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), shown, missing)
