"""A client of the WebDriver protocol (W3C), as far as the tests need it: no package is needed."""

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

# The process that started this may have blocked signals, and what is started here would never end.
signal.pthread_sigmask(signal.SIG_SETMASK, ())

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """Chromium without a window, driven by chromedriver."""

    def __init__(self, width=1280, height=800, dark=False, scale=1, traced=True):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        # Who starts this script may block signals in all that it starts; a
        # driver that hears of none would never end.
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        # Chromium leaves its profile and its socket in the folder for temporary files: it has its own.
        self.folder = tempfile.mkdtemp(prefix="geoq-browser-")
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": self.folder},
        )
        self.base = f"http://127.0.0.1:{port}"
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
            "--no-first-run", "--hide-scrollbars", "--lang=en-US",
            f"--window-size={width},{height}", f"--force-device-scale-factor={scale}",
        ]
        if dark:
            arguments.append("--blink-settings=preferredColorScheme=0")
        capabilities = {
            "alwaysMatch": {
                "browserName": "chrome",
                "goog:chromeOptions": {"args": arguments},
                # What a page asks and says costs the browser time to tell.
                "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"} if traced else {},
            }
        }
        try:
            self._wait_for_driver()
            self.session = self._call("POST", "/session", {"capabilities": capabilities})["sessionId"]
        except BaseException:
            self.driver.kill()
            self.driver.wait()
            self._remove_folder()
            raise

    def _remove_folder(self):
        """Removes what the browser left; its last processes may still write for a moment."""
        end = time.monotonic() + 5
        while os.path.exists(self.folder):
            shutil.rmtree(self.folder, ignore_errors=time.monotonic() < end)
            time.sleep(0.05)

    def _wait_for_driver(self):
        for _ in range(200):
            try:
                if self._call("GET", "/status")["ready"]:
                    return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
        raise RuntimeError("chromedriver does not start")

    def _call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(
            self.base + path, data=data, method=method, headers={"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=180) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise RuntimeError(f"{value['error']}: {value['message'].splitlines()[0]}") from None

    def command(self, method, path, body=None):
        return self._call(method, f"/session/{self.session}{path}", body)

    def open(self, url):
        self.command("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """The value of a script's `return`."""
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, script, seconds=180):
        """Waits until a script returns something true, and returns it. A machine that runs many tests is slow."""
        end = time.monotonic() + seconds
        pause = 0.03
        while True:
            value = self.run(script)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"never true: {script}\nstatus: {self.run('return document.body.innerText')[:500]}")
            # Each look costs the browser that is waited for some of its time.
            time.sleep(pause)
            pause = min(pause * 1.5, 0.25)

    def find(self, selector):
        return self.command("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        """Clicks what a selector finds; the page may draw it anew before it is clicked."""
        for left in reversed(range(20)):
            try:
                return self.command("POST", f"/element/{self.find(selector)}/click", {})
            except RuntimeError as error:
                if not left or "stale element" not in str(error):
                    raise
                time.sleep(0.05)

    def type(self, selector, text, clear=True):
        element = self.find(selector)
        if clear:
            # As one who selects all and types: WebDriver's own way leaves the field meanwhile.
            self.run("const field = document.querySelector(arguments[0]); field.focus(); field.value = ''", selector)
        self.command("POST", f"/element/{element}/value", {"text": text})

    def pointer(self, actions):
        self.command(
            "POST", "/actions",
            {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}]},
        )

    def hover(self, x, y):
        self.pointer([{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}])

    def press(self, x, y):
        """Clicks wherever it is."""
        down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        self.pointer([{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}, down, up])

    def drag(self, start, end, steps=10, milliseconds=20, rest=80):
        """Presses the mouse at one place, moves to another in steps, and lets go after a rest."""
        (x0, y0), (x1, y1) = start, end
        moves = [
            {
                "type": "pointerMove", "duration": milliseconds,
                "x": round(x0 + (x1 - x0) * i / steps), "y": round(y0 + (y1 - y0) * i / steps),
            }
            for i in range(1, steps + 1)
        ]
        self.pointer([
            {"type": "pointerMove", "duration": 0, "x": round(x0), "y": round(y0)},
            {"type": "pointerDown", "button": 0}, *moves, {"type": "pause", "duration": rest}, {"type": "pointerUp", "button": 0},
        ])

    def developer(self, command, **parameters):
        """A command of Chromium's developer tools."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def look(self, width, height, dark=False, phone=False):
        """Another size of the page, other colors, or a finger instead of a mouse."""
        self.developer(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone
        )
        self.developer("Emulation.setTouchEmulationEnabled", enabled=phone)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.developer("Emulation.setEmulatedMedia", features=[scheme])

    def tabs(self):
        return self.command("GET", "/window/handles")

    def new_tab(self):
        handle = self.command("POST", "/window/new", {"type": "tab"})["handle"]
        self.switch(handle)
        return handle

    def switch(self, tab):
        self.command("POST", "/window", {"handle": tab})

    def close_tab(self):
        self.command("DELETE", "/window")

    def keys(self, text):
        actions = []
        for key in text:
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.command("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.command("GET", "/screenshot")))

    def log(self, kind):
        return self.command("POST", "/se/log", {"type": kind})

    def close(self):
        try:
            self.command("DELETE", "")
        finally:
            self.driver.terminate()
            try:
                self.driver.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.driver.kill()
                self.driver.wait()
            self._remove_folder()
