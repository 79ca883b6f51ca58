"""A person makes watchlists and entries on the map, and draws areas and routes.

    python page_edits.py http://127.0.0.1:8080/ FOLDER GEOQ

FOLDER gets pictures of it. The store is of an account whose project has the bird Turdus merula; the
environment says which store it is, and where the login is kept. Prints what was made as JSON.
"""

import json
import pathlib
import subprocess
import sys

from page_looks import CONTRASTS, NAMELESS, SMALL
from page_steps import address, at_rest, middle, status_is, visit
from webdriver import Browser

ENTER, ESCAPE, SPACE, BACKSPACE, RIGHT = "\ue007", "\ue00c", " ", "\ue003", "\ue014"
WAITS = "waits to be sent"


def is_open(browser, form):
    return browser.run("return !document.getElementById(arguments[0]).hidden", form)


def closed(browser, form):
    browser.until(f"return document.getElementById('{form}').hidden")


def press_button(browser, text, within=".entries"):
    """Presses the button with a text, once it is there."""
    browser.until(
        f"const button = [...document.querySelectorAll({json.dumps(within)} + ' button')].find((button) => button.textContent === {json.dumps(text)});"
        "button?.click(); return Boolean(button)"
    )


def chosen(browser, title):
    """Waits until the list of a title is chosen, and its entries are there."""
    browser.until(
        "return document.querySelector('.list[aria-expanded=true] .title')?.textContent === "
        f"{json.dumps(title)} && document.querySelector('.entries') !== null"
    )


def waiting(browser):
    """What rows of lists and entries say of themselves, and how many marks the map has."""
    return browser.run(
        "return { said: [...document.querySelectorAll('.waits')].map((part) => part.textContent).filter(Boolean),"
        " marks: document.querySelectorAll('.waiting-mark').length, note: document.getElementById('edits-note').textContent }"
    )


def circle(browser, base, folder):
    """A list is made by dragging its circle and naming it."""
    visit(browser, base, "#at=42.44,-76.5&within=6km&layer=hotspots")
    x, y = at_rest(browser, "const box = document.querySelector('.handle.edge').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]")
    browser.click("#keep")
    assert is_open(browser, "list-form")
    assert browser.run("return document.activeElement.id") == "list-title"
    assert "circle of 6.00 km" in browser.run("return document.getElementById('list-place').textContent")
    # The circle is dragged while the form is open, and the form says its size.
    browser.drag((x, y), (x - 100, y))
    browser.until("return Number(document.getElementById('radius').value) < 5.5")
    size = browser.run("return document.getElementById('radius').value")
    browser.until(f"return document.getElementById('list-place').textContent.includes('circle of {float(size):.2f} km')")
    browser.picture(folder / "list-form.png")
    # A mistake is said in a sentence, and what was written stays.
    browser.type("#list-species", "Avis ignota")
    browser.type("#list-title", "Blackbirds" + ENTER)
    browser.until("return document.querySelector('#list-form [role=alert]').textContent.includes('no bird')")
    assert browser.run("return document.getElementById('list-title').value") == "Blackbirds"
    # Birds of the store are offered.
    browser.type("#list-species", "merula")
    browser.until("return document.querySelector('#known-birds option')?.value === 'Turdus merula'")
    browser.type("#list-species", "Turdus merula" + ENTER)
    closed(browser, "list-form")
    chosen(browser, "Blackbirds")
    now = waiting(browser)
    assert now["said"] == [WAITS] and now["marks"] == 1 and now["note"] == "2 changes wait to be sent.", now
    browser.picture(folder / "list-made.png")
    return {"title": "Blackbirds", "radius": float(size)}


def entry(browser, folder):
    """An entry is made by a press of the map, moved by keys, and changed."""
    press_button(browser, "Add an entry")
    browser.type("#entry-species", "Turdus merula")
    x, y = middle(browser, ".handle.center")
    browser.press(x + 60, y + 40)
    browser.until("return document.getElementById('entry-place').textContent.startsWith('At 42.')")
    place = browser.run("return document.getElementById('entry-place').textContent")
    browser.run("document.querySelector('.handle.pin').focus()")
    browser.keys(RIGHT)
    browser.until(f"return document.getElementById('entry-place').textContent !== {json.dumps(place)}")
    browser.run("document.getElementById('entry-seen').value = '2026-05-03'")
    browser.type("#entry-notes", "Sings on <b>the roof</b>")
    browser.picture(folder / "entry-form.png")
    browser.run("document.querySelector('#entry-form [type=submit]').click()")
    closed(browser, "entry-form")
    browser.until("return document.querySelectorAll('.entry').length === 1")
    text = browser.run("return document.querySelector('.entry').textContent")
    assert "seen 2026-05-03" in text and "<b>the roof</b>" in text and WAITS in text, text
    # Escape changes nothing.
    press_button(browser, "Change", ".entry")
    assert browser.run("return document.getElementById('entry-seen').value") == "2026-05-03"
    browser.keys(ESCAPE)
    closed(browser, "entry-form")
    press_button(browser, "Change", ".entry")
    # Nor does it drop what is written.
    browser.type("#entry-notes", "Sings" + ESCAPE)
    browser.until("return document.querySelector('#entry-form [role=alert]').textContent.includes('Cancel drops it')")
    assert browser.run("return document.getElementById('entry-notes').value") == "Sings"
    browser.run("document.querySelector('#entry-form [type=submit]').click()")
    browser.until("return document.querySelector('.entry').textContent.includes('Sings') && !document.querySelector('.entry').textContent.includes('roof')")


def meanwhile(browser, geoq):
    """A form that is saved leaves what was changed elsewhere while it was open."""
    def kept():
        return entries_of(geoq, "Blackbirds")[0]

    press_button(browser, "Change", ".entry")
    subprocess.run([geoq, "entry", "edit", kept()["id"], "--lat", "42.9", "--lon", "-76.1"], check=True, capture_output=True)
    browser.type("#entry-notes", "Sings aloud")
    browser.run("document.querySelector('#entry-form [type=submit]').click()")
    closed(browser, "entry-form")
    browser.until("return document.querySelector('.entry')?.textContent.includes('Sings aloud')")
    assert (kept()["lat"], kept()["lon"]) == (42.9, -76.1), kept()
    press_button(browser, "Change", ".entry")
    browser.type("#entry-notes", "Sings")
    browser.run("document.querySelector('#entry-form [type=submit]').click()")
    browser.until("return document.querySelector('.entry') && !document.querySelector('.entry').textContent.includes('aloud')")


def sent(browser, geoq):
    """What was sent is marked no more, without a press of any key."""
    subprocess.run([geoq, "push"], check=True, capture_output=True)
    browser.until("return document.querySelectorAll('.waiting-mark').length === 0 && document.getElementById('edits-note').textContent === ''")


def area(browser, base, folder):
    """An area is drawn, asked, and kept."""
    visit(browser, base, "#at=42.46,-76.5&within=6km&layer=hotspots")
    x, y = at_rest(browser, "const box = document.querySelector('.handle.center').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]")
    corners = [(x - 80, y - 60), (x + 80, y - 60), (x + 80, y + 60), (x - 80, y + 60)]
    # Escape ends it, and nothing is asked.
    browser.click("[data-draws=area]")
    browser.press(*corners[0])
    browser.keys(ESCAPE)
    browser.until("return document.getElementById('drawing').hidden")
    assert "inside=" not in address(browser)
    # A corner is taken back; the first one closes it.
    browser.click("[data-draws=area]")
    for corner in [corners[0], corners[1], (x, y + 200), corners[2], corners[3]]:
        browser.press(*corner)
        if corner == (x, y + 200):
            browser.keys(BACKSPACE)
    browser.until("return document.getElementById('draw-how').textContent.startsWith('4 corners.')")
    browser.picture(folder / "drawing.png")
    browser.press(corners[0][0] + 3, corners[0][1] + 2)
    status_is(browser, "1 hotspot inside the area")
    assert "inside=" in address(browser)
    # The address holds it: another page shows the same.
    visit(browser, browser.run("return location.href"))
    status_is(browser, "1 hotspot inside the area")
    assert browser.run("return document.querySelectorAll('#hits .hit').length") == 1
    command = browser.run("return document.getElementById('command').textContent")
    answer = subprocess.run(["bash", "-c", command.replace("geoq near", '"$GEOQ" near')], capture_output=True, text=True)
    assert answer.returncode == 0 and "Stewart Park" in answer.stdout, (command, answer)
    browser.click("#keep")
    assert "area" in browser.run("return document.getElementById('list-place').textContent")
    browser.type("#list-title", "Marsh" + ENTER)
    closed(browser, "list-form")
    chosen(browser, "Marsh")
    browser.until("return document.querySelectorAll('path.watched.chosen').length === 1")
    browser.until("return document.querySelectorAll('.waiting-mark').length === 1")
    browser.picture(folder / "area-kept.png")
    # One that crosses itself is no area: a sentence says so.
    browser.click("#back-to-circle")
    status_is(browser, "")
    browser.click("[data-draws=area]")
    for corner in [corners[0], corners[2], corners[1], corners[3]]:
        browser.press(*corner)
    browser.keys(ENTER)
    browser.until("return document.getElementById('status').textContent.includes('crosses itself')")


def route(browser, base, folder):
    """A route is drawn with the keyboard alone; what lies along it comes in its order."""
    visit(browser, base, "#at=42.46,-76.5&within=6km&layer=hotspots")
    browser.run("document.querySelector('[data-draws=route]').focus()")
    browser.keys(ENTER)
    browser.until("return document.activeElement.id === 'map'")
    browser.keys(SPACE)
    browser.until("return document.getElementById('draw-how').textContent.startsWith('1 position.')")
    before = browser.run("return location.hash")
    browser.keys(RIGHT * 2)
    browser.until(f"return location.hash !== {json.dumps(before)}")
    at_rest(browser, "return location.hash")
    browser.keys(SPACE)
    browser.until("return document.getElementById('draw-how').textContent.startsWith('2 positions.')")
    browser.keys(ENTER)
    browser.until("return location.hash.includes('along=')")
    browser.until("return document.getElementById('status').textContent.includes('of the route')")
    # One that is given in the address.
    visit(browser, base, "#along=42.44,-76.6;42.47,-76.48;42.48,-76.4&within=2km&layer=hotspots")
    status_is(browser, "2 hotspots within 2 km of the route")
    rows = browser.run("return [...document.querySelectorAll('#hits .hit')].map((row) => row.textContent)")
    assert rows[0].startswith("Stewart Park") and "after" in rows[0] and rows[1].startswith("Sapsucker Woods"), rows
    browser.picture(folder / "route.png")
    browser.click("#keep")
    browser.type("#list-title", "Way" + ENTER)
    closed(browser, "list-form")
    chosen(browser, "Way")
    browser.until("return document.querySelectorAll('path.watched.chosen').length === 2")


def replaced(browser, base):
    """A list of a route gets the circle of the map, and a bird, when a person says so."""
    visit(browser, base, "#at=42.48,-76.45&within=3km&layer=hotspots")
    browser.until(
        "const list = [...document.querySelectorAll('.list')].find((list) => list.querySelector('.title').textContent === 'Way');"
        "list?.click(); return Boolean(list)"
    )
    chosen(browser, "Way")
    press_button(browser, "Change")
    said = "return document.getElementById('list-place').textContent"
    assert browser.run(said) == "Its place stays as it is."
    assert browser.run("return document.getElementById('list-species').value") == ""
    browser.click("#list-move")
    browser.until(said + ".includes('circle of 3.00 km')")
    browser.type("#list-species", "Turdus merula" + ENTER)
    closed(browser, "list-form")
    place = "return document.querySelector('.list[aria-expanded=true] .place')?.textContent === '3.00 km around'"
    browser.until(place)
    browser.until("return document.querySelectorAll('path.watched.chosen').length === 1")
    # The bird is there to be changed, and the circle is dragged from now on.
    press_button(browser, "Change")
    assert browser.run("return document.getElementById('list-species').value") == "Turdus merula"
    assert browser.run("return document.getElementById('list-moves').hidden")
    assert "circle of 3.00 km" in browser.run(said)
    browser.keys(ESCAPE)
    closed(browser, "list-form")


def entries_of(geoq, title):
    """The entries of a list, as the store has them."""
    said = subprocess.run([geoq, "entry", "list", title, "-f", "ndjson"], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in said.stdout.splitlines()]


def hold(browser, path, instead):
    """Gives the page, for a path of the server, what a function of `real`, which asks the server, gives."""
    browser.run(
        "window.asked ??= window.fetch;"
        f"window.fetch = (path, options) => !String(path).includes({json.dumps(path)}) ? asked(path, options)"
        f" : ({instead})(() => asked(path, options), options)"
    )


def let_go(browser):
    browser.run("window.fetch = window.asked")


def kept_once(browser, geoq):
    """What was kept stays so, though the page cannot read the store anew just then: the form closes."""
    hold(browser, "/map/state", "() => Promise.reject(new TypeError('Failed to fetch'))")
    press_button(browser, "Add an entry")
    browser.type("#entry-species", "Turdus merula" + ENTER)
    closed(browser, "entry-form")
    status_is(browser, "The server cannot be reached")
    let_go(browser)
    browser.run("dispatchEvent(new Event('online'))")
    browser.until("return document.querySelectorAll('.entry').length === 1")
    assert len(entries_of(geoq, "Way")) == 1


def meanwhile_another(browser, geoq):
    """A form that is opened while another is being saved stays open, with what is written in it."""
    hold(browser, "/entries", "(real, options) => options?.method !== 'POST' ? real() : new Promise((done) => { window.send = () => done(real()) })")
    press_button(browser, "Add an entry")
    browser.type("#entry-species", "Turdus merula" + ENTER)
    browser.until("return Boolean(window.send)")
    press_button(browser, "Add an entry")
    browser.type("#entry-notes", "Another one")
    browser.run("window.send()")
    browser.until("return document.querySelectorAll('.entry').length === 2")
    browser.until("return !document.documentElement.dataset.busy")
    assert is_open(browser, "entry-form")
    assert browser.run("return document.getElementById('entry-notes').value") == "Another one"
    let_go(browser)
    browser.run("document.querySelector('#entry-form .cancel').click()")
    assert len(entries_of(geoq, "Way")) == 2


def ask(within=".entries"):
    """Presses "Delete", unless it asks already: then `sure` is the button. What the server tells meanwhile draws
    the list anew, and the first press counts no more: then it is repeated."""
    return (
        f"const find = (text) => [...document.querySelectorAll({json.dumps(within)} + ' button')].find((button) => button.textContent === text);"
        "const sure = find('Delete it?'); if (!sure) find('Delete')?.click();"
    )


def answer(within=".entries"):
    """Presses it once more, when that counts; true when it did."""
    return ask(within) + "if (!sure || performance.now() - Number(sure.dataset.asked) < 450) return false; sure.click(); return true"


def focus(browser, geoq):
    """The keyboard goes on where it was when a form is saved, an entry deleted, or a drawing given up."""
    browser.run("document.querySelector('.entries [data-id$=\" add\"]').focus()")
    browser.keys(ENTER)
    browser.until("return document.activeElement.id === 'entry-species'")
    browser.type("#entry-species", "Turdus merula")
    browser.run("document.querySelector('#entry-form [type=submit]').focus()")
    browser.keys(ENTER)
    closed(browser, "entry-form")
    browser.until("return document.querySelectorAll('.entry').length === 3")
    browser.until("return document.activeElement.dataset.id?.endsWith(' add')")
    browser.until(answer(".entry"))
    browser.until("return document.querySelectorAll('.entry').length === 2")
    assert browser.run("return document.activeElement.matches('.list') && document.activeElement.querySelector('.title').textContent") == "Way"
    assert len(entries_of(geoq, "Way")) == 2
    browser.click("[data-draws=area]")
    browser.run("document.getElementById('draw-cancel').focus()")
    browser.keys(ENTER)
    browser.until("return document.getElementById('drawing').hidden && document.activeElement.id === 'map'")


def nowhere(browser, geoq):
    """A place that a wrong press gave an entry is taken away again: in the form, and once it is kept."""
    is_offered = "return !document.getElementById('entry-nowhere').hidden"
    for press, places in [("entry-middle", 1), ("entry-nowhere", 0)]:
        press_button(browser, "Change", ".entry")
        assert browser.run(is_offered) == (press == "entry-nowhere")
        for button in [press, "entry-middle", "entry-nowhere", press]:
            browser.run("document.getElementById(arguments[0]).click()", button)
            assert browser.run(is_offered) == (button == "entry-middle")
            assert browser.run("return document.querySelectorAll('.handle.pin').length") == (button == "entry-middle")
        browser.run("document.querySelector('#entry-form [type=submit]').click()")
        closed(browser, "entry-form")
        assert len([entry for entry in entries_of(geoq, "Way") if entry.get("lat") is not None]) == places


def given_up(browser):
    """Answers about a list that a newer question makes needless end without a word on the console."""
    browser.run(
        "window.asked = window.fetch; window.held = 0;"
        "window.fetch = (path, options = {}) => !options.signal || !/(entries|matches)[?]/.test(path) ? asked(path, options) :"
        " new Promise((_, fail) => { held += 1; options.signal.addEventListener('abort', () => fail(options.signal.reason)); })"
    )
    for month, held in [("03", 2), ("04", 4)]:
        browser.run(f"location.hash = location.hash.replace(/layer=[a-z]+|&since=[^&]*/g, '') + '&layer=observations&since=2026-{month}-01'")
        browser.until(f"return held >= {held}")
    browser.run("window.fetch = asked; location.hash = location.hash.replace('04-01', '05-01')")
    browser.until("return !document.documentElement.dataset.busy && document.querySelector('.list[aria-expanded=true]') !== null")


def delete(browser):
    """A list is deleted by two presses; a double click is not enough. Where the server refuses it, its sentence is shown."""
    hold(browser, "/watchlists/items/", "(real, options) => options?.method !== 'DELETE' ? real()"
         " : (window.sent = true, new Response(JSON.stringify({ detail: 'Two presses.' }), { status: 409 }))")
    browser.run("window.presses = []; addEventListener('click', (press) => presses.push(press.timeStamp), true)")
    for _ in range(20):
        double_click(browser)
        if browser.run("return presses.length === 2 && presses[1] - presses[0] < 400"):
            break
        # On a slow machine these were two presses.
        browser.run("document.activeElement.blur(); presses.length = 0; window.sent = false")
    browser.until(
        ask() + "return sure?.getAttribute('aria-label').includes('delete the watchlist Way')"
        " && document.getElementById('announcement').textContent.startsWith('Delete the watchlist Way?')"
    )
    assert browser.run("return document.querySelectorAll('.list').length") == 3 and not browser.run("return window.sent")
    # Who goes elsewhere is asked anew.
    browser.run("document.activeElement.blur()")
    assert browser.run("return [...document.querySelectorAll('.entries button')].every((button) => button.textContent !== 'Delete it?')")
    hold(browser, "/watchlists/items/", "(real, options) => options?.method !== 'DELETE' ? real()"
         " : new Response(JSON.stringify({ detail: 'The list is mirrored.' }), { status: 409 })")
    browser.until(answer())
    status_is(browser, "The list is mirrored.")
    let_go(browser)
    browser.until(answer())
    browser.until("return document.querySelectorAll('.list').length === 2")
    browser.until("return document.activeElement.id === 'new-list'")


def double_click(browser):
    """Presses "Delete" twice at once."""
    x, y = at_rest(
        browser, "const button = [...document.querySelectorAll('.entries button')].find((button) => button.textContent === 'Delete');"
        "button.scrollIntoView({ block: 'center' }); const box = button.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]")
    down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
    browser.pointer([{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}, down, up, down, up])


def looks(browser, base, folder):
    """Forms and tools are large enough, named, and can be read, by day and by night, on large and small devices."""
    for name, width, height, dark, phone in [("wide", 1280, 800, False, False), ("phone", 390, 844, True, True), ("landscape", 844, 390, False, True)]:
        browser.look(width, height, dark, phone)
        visit(browser, base, "#at=42.46,-76.5&within=6km&layer=hotspots")
        browser.click(".list")
        browser.until("return document.querySelector('.entries button') !== null")
        for step in ["entries", "list-form", "entry-form", "drawing"]:
            if step == "list-form":
                browser.click("#keep")
            if step == "entry-form":
                press_button(browser, "Add an entry")
            if step == "drawing":
                browser.run("document.querySelector('#entry-form .cancel').click()")
                browser.click("[data-draws=area]")
            for script in (CONTRASTS, SMALL, NAMELESS):
                found = browser.run(script)
                assert found == [], f"{name}, {step}: {found}"
            overflow = browser.run(
                "return Math.max(document.documentElement.scrollWidth - innerWidth,"
                " ...[...document.querySelectorAll('#panel, .editor, #lists, #drawing')].map((box) => box.scrollWidth - box.clientWidth))"
            )
            assert overflow <= 0, f"{name}, {step} is {overflow} pixels too wide"
            browser.picture(folder / f"{step}-{name}.png")
        browser.keys(ESCAPE)
    browser.look(1280, 800)


def main(base, folder, geoq):
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser(1280, 800)
    try:
        browser.look(1280, 800)
        made = circle(browser, base, folder)
        entry(browser, folder)
        meanwhile(browser, geoq)
        sent(browser, geoq)
        area(browser, base, folder)
        route(browser, base, folder)
        replaced(browser, base)
        kept_once(browser, geoq)
        meanwhile_another(browser, geoq)
        nowhere(browser, geoq)
        focus(browser, geoq)
        given_up(browser)
        delete(browser)
        looks(browser, base, folder)
        # A refused question and a refused list are on the console, as every 400 is.
        refused = [entry for entry in browser.log("browser") if entry["level"] == "SEVERE" and "400" not in entry["message"]]
        assert not refused, refused
        print(json.dumps(made))
    finally:
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3])
