"""Names that would be HTML, or turn the writing around, are shown as they are everywhere."""

import csv
import io
import json

from page_steps import Served, at_rest, check_log, drawn, visit

NAMES = [
    '<meta class="evil" http-equiv="refresh" content="0;url=/healthz">Refresh',
    '<a class="evil" href="/healthz">Link</a>',
    '<form class="evil" action="/healthz"><button>Send</button></form>',
    '<input class="evil" id="token">',
    '<b class="evil" id="status">5 hotspots</b>',
    '<img class="evil" src="x" onerror="document.title=1">',
    '"><script class="evil">document.title=1</script>',
    "'\"`&lt;&#60;b class=evil&gt;",
    "\u202egnp.evil\u202c after",
    "<style class=evil>*{display:none}</style>",
]

WATCH = """
window.evil = [];
new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
            if (node.nodeType === 1 && (node.matches('.evil') || node.querySelector('.evil'))) window.evil.push(node.outerHTML.slice(0, 200));
        }
    }
}).observe(document, { childList: true, subtree: true });
"""


def rows(header, table):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *table])
    return text.getvalue()


def intact(browser, what):
    """Nothing of a name has become a part of the page, and the page is where it was."""
    state = browser.run(
        "return { evil: window.evil ?? 'another page', title: document.title, path: location.pathname,"
        " found: document.querySelectorAll('.evil').length, status: document.querySelectorAll('#status').length,"
        " token: document.querySelectorAll('#token').length, turned: document.body.innerText.includes('\\u202e') }"
    )
    assert state == {
        "evil": [], "title": "geoq – what is near here?", "path": "/", "found": 0, "status": 1, "token": 1, "turned": False,
    }, (what, state)


def hover_all(browser, selector, what):
    """The mouse over each, the keyboard on each, a click on each."""
    for index in range(browser.run("return document.querySelectorAll(arguments[0]).length", selector)):
        box = browser.run(
            "const element = document.querySelectorAll(arguments[0])[arguments[1]]; if (!element) return null;"
            "element.scrollIntoView({ block: 'center' }); const box = element.getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]", selector, index
        )
        if box is None:
            break
        browser.hover(*box)
        browser.run(
            "const element = document.querySelectorAll(arguments[0])[arguments[1]]; element.focus?.();"
            "element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX: arguments[2], clientY: arguments[3] }))",
            selector, index, *box
        )
        intact(browser, f"{what} {index}")


def names(browser, folder, geoq):
    spread = lambda index: (42.40 + index / 100, -76.5 + (index % 3) / 20)
    hotspots = rows(["id", "name", "locality", "lat", "lon"], [[f"L{i}", name, name, *spread(i)] for i, name in enumerate(NAMES)])
    header = ["id", "species", "date", "place", "count", "uncertainty_m", "withheld", "lat", "lon"]
    seen = [[f"O{i}", name, "2026-05-03", name, 3, 4000 + i, name, *spread(i)] for i, name in enumerate(NAMES)]
    more = [[f"P{i}", name, "2026-05-04", NAMES[0], 1, "", "", 42.47, -76.55] for i, name in enumerate(NAMES)]
    with Served(geoq, folder / "names", {"hotspots": hotspots, "observations": rows(header, seen + more)}) as server:
        for name in NAMES:
            server.run("rules", "add", name, "--lat", "42.44", "--lon", "-76.5", "--km", "20")
        question = "#at=42.44,-76.5&within=40km&layer="
        for layer in ["hotspots", "observations"]:
            visit(browser, server.base, question + layer)
            browser.run(WATCH)
            drawn(browser)
            shown = browser.run("return [...document.querySelectorAll('#hits .name')].map((name) => name.textContent)")
            assert NAMES[1] in shown and "\ufffdgnp.evil\ufffd after" in shown, shown
            # What a place is called stands beside it as it is.
            index = shown.index(NAMES[0])
            browser.run(f"document.querySelectorAll('#hits .hit')[{index}].focus()")
            browser.until("return document.querySelector('.leaflet-tooltip')?.textContent.startsWith('<meta')")
            hover_all(browser, "#hits > li > .hit", f"row of {layer}")
            browser.until("return [...document.querySelectorAll('.details .facts')].some((facts) => facts.textContent.length > 1)")
            hover_all(browser, ".inside .hit", f"row inside of {layer}")
            hover_all(browser, ".leaflet-overlay-pane path.leaflet-interactive", f"dot of {layer}")
            # A place of the tiles opens a popup.
            browser.run(f"location.hash = '#at=42,-76&within=1km&layer={layer}&map=12/42.44/-76.5'")
            browser.until("return document.querySelectorAll('#hits .hit').length === 0")
            drawn(browser)
            places = (
                "return [...document.querySelectorAll('canvas.leaflet-tile')].flatMap((tile) => tile.points.map((point) => {"
                " const box = tile.getBoundingClientRect(); return [box.x + 24 + point.x * 256, box.y + 24 + point.y * 256]; }))"
                ".filter(([x, y]) => document.elementFromPoint(x, y)?.closest('#map'))"
            )
            for index in range(len(browser.run(places))):
                drawn(browser)
                # The popup before may have moved the map, or be moving it.
                found = at_rest(browser, places)
                browser.press(*found[index % len(found)])
                browser.until("return document.querySelector('.leaflet-popup .details .facts')?.textContent.length > 1")
                intact(browser, f"popup of {layer}")
                browser.run("document.querySelector('.leaflet-popup-close-button').click()")
                browser.until("return document.querySelector('.leaflet-popup') === null")
        # The watchlists, what they match, and which species there are.
        visit(browser, server.base, question + "observations")
        browser.run(WATCH)
        browser.run("document.getElementById('all-lists').click(); document.getElementById('birds').open = true")
        browser.until(f"return document.querySelectorAll('.list').length === {len(NAMES)}")
        browser.until("return document.querySelectorAll('.bird').length > 3")
        hover_all(browser, ".list", "list")
        browser.until("return document.querySelectorAll('.matched .hit').length > 0")
        hover_all(browser, ".matched .hit", "match")
        hover_all(browser, ".leaflet-circles-pane path.leaflet-interactive", "circle of a list")
        hover_all(browser, ".bird", "species")
        # The search, by a word of each name.
        for word in ["Refresh", "after", "evil"]:
            browser.type("#find", word)
            browser.until("return document.querySelectorAll('#found [role=option]').length > 0")
            intact(browser, f"found by {word}")
            browser.keys("\ue015\ue007")  # down, enter
            intact(browser, f"chosen by {word}")
        # What comes in while the page is open.
        server.add("observations", rows(header, [[f"N{i}", name, "2026-06-01", name, 1, "", "", 42.44, -76.5] for i, name in enumerate(NAMES)]))
        browser.until("return !document.getElementById('news').hidden")
        intact(browser, "news")
        hover_all(browser, "#news .match", "entry of the news")
        check_log(browser, server.base)
        # The plain pages.
        for path in ["hotspots", "observations", "watchlists"]:
            browser.open(f"{server.base}collections/{path}/items?f=html")
            page = browser.run("return [document.querySelectorAll('.evil').length, location.pathname, document.body.innerText]")
            assert page[0] == 0 and page[1].endswith(f"{path}/items"), (path, page[:2])
            assert NAMES[1] in page[2] and "\u202e" not in page[2], (path, json.dumps(page[2][:400]))
        check_log(browser, server.base)
