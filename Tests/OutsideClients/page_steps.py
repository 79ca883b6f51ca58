"""What a visit to the map is made of: waiting, reading, choosing, and servers of its own."""

import json
import subprocess
import time
import urllib.parse

READY = "return document.documentElement.dataset.ready === 'yes'"


def visit(browser, base, question=""):
    """Opens the page anew, also when only what follows # is different."""
    browser.open("about:blank")
    browser.open(base + question)
    browser.until(READY)


def status_is(browser, text):
    browser.until(f"return document.getElementById('status').textContent.startsWith({json.dumps(text)})")


def hits(browser):
    return browser.run("return [...document.querySelectorAll('#hits > li > .hit .name')].map((name) => name.textContent)")


def middle(browser, selector):
    return browser.run(
        "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
        "return [box.x + box.width / 2, box.y + box.height / 2]", selector
    )


def address(browser):
    return urllib.parse.unquote(browser.run("return location.hash"))


def at_rest(browser, script):
    """The value of a script, once it is the same twice: a map that is moved takes a while."""
    before, now = None, browser.run(script)
    while now != before:
        time.sleep(0.3)
        before, now = now, browser.run(script)
    return now


def drawn(browser):
    """How many places the tiles show, once all of them are there."""
    browser.until(
        "const tiles = [...document.querySelectorAll('canvas.leaflet-tile')];"
        "return tiles.length > 0 && tiles.every((tile) => tile.points !== undefined)"
        " && document.querySelectorAll('.leaflet-points-pane .leaflet-layer').length === 1"
    )
    return browser.run(
        "return [...document.querySelectorAll('canvas.leaflet-tile')].flatMap((tile) => tile.points)"
        ".reduce((sum, point) => sum + (point.count ?? 1), 0)"
    )


def open_fields(browser):
    """Opens the fields that a small page hides."""
    browser.run("document.getElementById('exactly').open = true")


def check_log(browser, base):
    """Nothing on the console, and nothing asked of any other server."""
    messages = [entry for entry in browser.log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    assert not messages, messages
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            assert url.startswith((base, "data:", "blob:", "chrome", "about:")), f"asked {url}"


class Served:
    """A store of its own, filled from texts of CSV by their kind, and its server."""

    def __init__(self, geoq, folder, files, *options):
        self.geoq, self.folder, self.store = geoq, folder, str(folder / "own.sqlite")
        folder.mkdir(parents=True)
        for kind, text in files.items():
            self.add(kind, text)
        self.server = subprocess.Popen(
            [geoq, "serve", "--db", self.store, "--port", "0", *options], stderr=subprocess.PIPE, text=True
        )
        line = self.server.stderr.readline()
        self.base = next(word for word in line.split() if word.startswith("http://"))

    def run(self, *words):
        subprocess.run([self.geoq, *words, "--db", self.store], check=True, capture_output=True)

    def add(self, kind, text):
        """Imports more rows of the same source."""
        (self.folder / f"{kind}.csv").write_text(text)
        self.run("import", str(self.folder / f"{kind}.csv"), "--as", kind, "-q")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.communicate()
