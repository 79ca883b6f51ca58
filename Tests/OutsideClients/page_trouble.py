"""A server that is slow, that fails, that is away, that asks for a token; an empty store; many tabs."""

import json

from page_steps import READY, Served, check_log, drawn, hits, status_is, visit

ITHACA = "#at=42.44,-76.5&within=60km&layer=hotspots"
NOTHING_SHOWN = "return document.querySelectorAll('path.circle').length === 0 && document.querySelectorAll('#hits .hit').length === 0"
SHOWN = "return document.querySelectorAll('path.circle').length > 0 && document.querySelectorAll('#hits .hit').length === 5"

# Answers of the server pass here: `window.near(ask)` stands for what /near gives, `window.tiles(ask)` for tiles.
BETWEEN = """
const real = window.fetch.bind(window);
window.near = (ask) => ask();
window.tiles = (ask) => ask();
window.fetch = (...asked) => String(asked[0]).includes('/near?') ? window.near(() => real(...asked))
    : String(asked[0]).includes('/tiles/') ? window.tiles(() => real(...asked)) : real(...asked);
"""


def change(browser, kilometers):
    browser.run("const field = document.getElementById('radius'); field.value = arguments[0]; field.dispatchEvent(new Event('input'))", kilometers)


def trouble(browser, base):
    visit(browser, base, ITHACA)
    browser.run(BETWEEN)
    # Slow: a sign is seen, and goes.
    browser.run("window.held = []; window.near = (ask) => new Promise((done) => held.push(() => done(ask())))")
    change(browser, "59")
    browser.until("return document.querySelector('#answer[aria-busy=true]') && Number(getComputedStyle(document.getElementById('busy')).opacity) > 0.9")
    browser.run("window.near = (ask) => ask(); for (const go of held) go()")
    browser.until("return document.querySelector('#answer[aria-busy=false]') && Number(getComputedStyle(document.getElementById('busy')).opacity) === 0")
    browser.until(SHOWN)
    # Failing: a sentence, and nothing of the answer before.
    browser.run("window.near = async () => new Response(JSON.stringify({ detail: 'This is out of order.' }), { status: 500 })")
    change(browser, "58")
    status_is(browser, "This is out of order.")
    assert browser.run(NOTHING_SHOWN)
    # Away: a sentence of our own, and the answer when the network is back.
    browser.run("window.near = () => Promise.reject(new TypeError('Failed to fetch'))")
    change(browser, "59")
    status_is(browser, "The server cannot be reached")
    assert browser.run(NOTHING_SHOWN)
    browser.run("window.near = (ask) => ask(); window.dispatchEvent(new Event('online'))")
    browser.until(SHOWN)
    # Away while the map alone is moved: the tiles that are missing come when the network is back.
    browser.run("window.tiles = () => Promise.reject(new TypeError('Failed to fetch')); document.querySelector('.leaflet-control-zoom-out').click()")
    browser.until("return [...document.querySelectorAll('canvas.leaflet-tile')].some((tile) => tile.points === undefined)")
    browser.until("return !document.querySelector('.leaflet-zoom-anim')")
    browser.run("window.tiles = (ask) => ask(); window.dispatchEvent(new Event('online'))")
    assert drawn(browser) > 0
    # More of a question comes when another one is answered already: it is not put below that.
    browser.run("location.hash = 'at=51,10&within=700km&layer=hotspots'")
    browser.until("return document.querySelectorAll('#hits .hit').length === 50")
    browser.run(
        "window.real = window.near; window.near = (ask) => new Promise((done) => { window.go = () => done(ask()); });"
        "document.getElementById('more').click(); window.near = window.real; location.hash = arguments[0]", ITHACA)
    browser.until(SHOWN)
    browser.run("window.go()")
    browser.until("return !document.documentElement.dataset.busy")
    assert browser.run(SHOWN), hits(browser)
    check_log(browser, base)


def empty_store(browser, folder, geoq):
    """It says what to do, and shows what comes at once."""
    with Served(geoq, folder / "empty", {"hotspots": "id,name,lat,lon\n1,Pond,10,20\n"}) as server:
        server.run("sources", "remove", "hotspots")
        visit(browser, server.base)
        status_is(browser, "This store is empty.")
        assert "geoq import FILE --as hotspots" in browser.run("return document.getElementById('begin').innerText")
        server.add("hotspots", "id,name,lat,lon\n1,Far Pond,-62.2,-58.4\n")
        browser.until("return document.querySelector('#hits .name')?.textContent === 'Far Pond'")
        assert browser.run("return document.getElementById('begin').hidden")
        # At the center itself nothing lies in any direction.
        assert browser.run("return document.querySelector('#hits .hit').textContent") == "Far Pondhere"
        check_log(browser, server.base)


def boundless(browser, folder, geoq):
    """A watchlist's circle that no server draws, as a program or another user may write it, hides no other list's."""
    with Served(geoq, folder / "boundless", {"hotspots": "id,name,lat,lon\n1,Pond,42.44,-76.5\n"}) as server:
        for title, lat, lon, km in [("Everywhere", "1", "2", "200000"), ("Near", "42.44", "-76.5", "5")]:
            server.run("list", "add", title, "--lat", lat, "--lon", lon, "--km", km)
        visit(browser, server.base, ITHACA)
        browser.until("return document.querySelectorAll('path.watched').length === 2")
        assert browser.run("return document.getElementById('lists-note').textContent") == ""
        # Lists come in pages, of which the page of a person reads all.
        browser.run("const real = window.fetch; window.fetch = (path, ...more) => real(String(path).replace('items?limit=200', 'items?limit=1'), ...more)")
        server.run("list", "add", "Anywhere")
        browser.until("return document.querySelectorAll('.list').length === 3")
        assert browser.run("return document.getElementById('count-lists').textContent") == "3"
        check_log(browser, server.base)


def token(browser, folder, geoq):
    """A token that is wrong is said to be, and the right one is asked for once."""
    (folder / "token.txt").write_text("right-token-of-24-bytes\n")
    options = ["--token-file", str(folder / "token.txt")]
    with Served(geoq, folder / "token", {"hotspots": "id,name,lat,lon\n1,Pond,42.44,-76.5\n"}, *options) as server:
        browser.open("about:blank")
        browser.open(server.base + ITHACA)
        wrong = "return document.getElementById('ask-token').open && !document.getElementById('token-wrong').hidden"
        browser.until("return document.getElementById('ask-token').open")
        assert not browser.run(wrong)
        for attempt in ["wrong-token", "töken"]:
            browser.type("#token", attempt + "\ue007")
            browser.until(wrong)
        browser.type("#token", "right-token-of-24-bytes\ue007")
        browser.until(READY)
        assert hits(browser) == ["Pond"], hits(browser)
        request = "document.getElementById('copy-request').click(); return document.getElementById('command').textContent"
        browser.run("navigator.clipboard.writeText = () => Promise.reject(new Error())")
        browser.run(request)
        browser.until("return document.getElementById('command').textContent.startsWith('curl -H \"Authorization: Bearer $TOKEN\"')")
        # The events, too: what comes is seen, though the first tokens were wrong.
        server.add("hotspots", "id,name,lat,lon\n1,Pond,42.44,-76.5\n2,Creek,42.45,-76.5\n")
        browser.until("return document.querySelectorAll('#hits .hit').length === 2")
        browser.command("POST", "/refresh", {})
        browser.until(READY)
        assert len(hits(browser)) == 2 and not browser.run("return document.getElementById('ask-token').open")
        # It goes to this server alone: the browser forgets it with the tab.
        assert browser.run("return localStorage.length + document.cookie.length") == 0
        browser.log("browser")  # of 401, which were meant
        browser.log("performance")


def many_tabs(browser, folder, geoq):
    """Eight pages at once are all shown, and all of them hear of what is new."""
    with Served(geoq, folder / "tabs", {"hotspots": "id,name,lat,lon\n1,Pond,42.44,-76.5\n"}) as server:
        first = browser.tabs()[0]
        tabs = [browser.new_tab() for _ in range(8)]
        for tab in tabs:
            browser.switch(tab)
            browser.open(server.base + ITHACA)
            browser.until(READY, seconds=20)
            assert hits(browser) == ["Pond"], hits(browser)
        server.add("hotspots", "id,name,lat,lon\n1,Pond,42.44,-76.5\n2,Creek,42.45,-76.5\n")
        for tab in tabs:
            browser.switch(tab)
            browser.until("return document.querySelectorAll('#hits .hit').length === 2", seconds=20)
        listening = browser.run("return fetch('/metrics').then((answer) => answer.text())")
        browser.switch(first)
        for tab in tabs:
            browser.switch(tab)
            browser.close_tab()
        browser.switch(first)
        return json.dumps(listening)[:2000]
