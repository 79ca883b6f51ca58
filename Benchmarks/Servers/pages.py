"""How long the map takes to be drawn, in Chromium without a window, by the page's own marks."""

import pathlib
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tests" / "OutsideClients"))

MARKS = "return performance.getEntriesByType('mark').map((mark) => [mark.name, mark.startTime])"
PARTS = ["land", "points", "answer"]


def is_installed():
    return bool(shutil.which("chromedriver"))


class Visitor:
    """A browser that has never seen the page."""

    def __init__(self):
        from webdriver import Browser

        self.browser = Browser(1280, 860, traced=False)
        # A user who opens the page has a browser that runs; here it may still be read from the disk.
        self.browser.open("about:blank")
        time.sleep(1)

    def milliseconds(self, base):
        """From the beginning of the navigation until the last part of the page was drawn, and each part."""
        self.browser.open(base + "/")
        # A question to the browser about its progress takes time that the page needs.
        time.sleep(2)
        self.browser.until("return document.documentElement.dataset.ready === 'yes'")
        marks = []
        while True:
            # What is drawn twice counts when it was drawn last.
            now = self.browser.run(MARKS)
            if now == marks and set(PARTS) <= {name for name, _ in marks}:
                break
            marks = now
            time.sleep(0.5)
        parts = {part: max(start for name, start in marks if name == part) for part in PARTS}
        return max(parts.values()), parts

    def close(self):
        self.browser.close()
