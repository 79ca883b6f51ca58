"""The page of a server that was started with an area begins inside of it.

    python page_area.py http://127.0.0.1:8080/ FOLDER

The area is called county, and holds one hotspot. FOLDER gets a picture of it.
"""

import pathlib
import sys

from page_steps import address, check_log, hits, status_is, visit
from webdriver import Browser

NAME = "return document.getElementById('shape-name').textContent"
OUTLINES = "return document.querySelectorAll('.leaflet-circles-pane path').length"


def main(base, folder):
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser(1280, 800)
    try:
        browser.look(1280, 800)
        visit(browser, base)
        status_is(browser, "1 hotspot inside the area")
        assert hits(browser) == ["In the county"], hits(browser)
        assert browser.run(NAME) == "Inside county"
        assert "area=county" in address(browser), address(browser)
        assert browser.run(OUTLINES) == 1
        # The area is in view, beside the panel.
        box = browser.run("const box = document.querySelector('.leaflet-circles-pane path').getBoundingClientRect(); return [box.left, box.right, box.width]")
        panel = browser.run("return document.getElementById('panel').getBoundingClientRect().right")
        # Its square is drawn with all four corners, as many as there are positions between them.
        path = browser.run("return document.querySelector('.leaflet-circles-pane path').getAttribute('d')")
        assert path.count("M") == 2 and path.count("L") == 6, path[:200]
        assert panel <= box[0] and box[1] <= 1280 and box[2] > 100, (box, panel)
        browser.picture(folder / "served-area.png")
        # Its address shows the same again; a circle is one press away.
        visit(browser, browser.run("return location.href"))
        status_is(browser, "1 hotspot inside the area")
        assert "--area county" in browser.run("return document.getElementById('command').textContent")
        browser.click("#back-to-circle")
        browser.until("return document.getElementById('shape').hidden")
        browser.until("return !location.hash.includes('area=')")
        # An address that asks something else is not overruled.
        visit(browser, base, "#at=10,10&within=5km&layer=hotspots")
        status_is(browser, "1 hotspot within 5 km")
        check_log(browser, base)
    finally:
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
