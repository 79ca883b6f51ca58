"""A server in operation: after it has built its index itself, beside clients that ask the worst, and with
watchlists that lie over one another. Each case prints what it found and returns the goals that it missed.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.parse

from postgres import run

HERE = pathlib.Path(__file__).parent
HEAVY = 100
# Questions that look at everything, each in another way.
WORST = [
    "/species?lat=40&lon=-74&km=20015",
    "/collections/hotspots/items?bbox=-180,-90,180,89&limit=10000",
    "/collections/observations/items?limit=1000&filter="
    + urllib.parse.quote(" OR ".join(f"common_name='nobody {number}'" for number in range(200))),
    "/near?lat=0&lon=0&km=20015&layer=observations&since=2000-01-01&limit=10000",
    "/find?name=oi",
]


class Server:
    """`geoq serve` on a store of its own."""

    def __init__(self, geoq, store):
        (self.geoq, self.store) = (geoq, store)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.geoq, "serve", "--db", str(self.store), "--port", "0"], stderr=subprocess.PIPE, text=True
        )
        words = ""
        while " is served at " not in words:
            line = self.process.stderr.readline()
            assert line, words
            words += line
        self.base = words.split()[-1].rstrip("/")
        self.port = int(self.base.rsplit(":", 1)[1])
        # What it says later must not stop it.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def get(self, path):
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def megabytes(self, name="VmRSS"):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(name + r":\s+(\d+)", status)[1]) / 1024

    def seconds(self):
        """The processor's time that it has taken."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rate(self, questions, seconds):
        words = ["wrk", "-t2", "-c16", f"-d{seconds}s", "-s", str(HERE / "questions.lua"), self.base, "--", str(questions)]
        return float(re.search(r"RESULT (\S+)", run(words))[1])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def after_import(options, folder, questions):
    """A server that has built its index while it ran answers as fast as one that is started with it."""
    store = folder / "after.sqlite"
    shutil.copy(folder / "bench.sqlite", store)
    more = folder / "more.csv"
    with open(more, "wb") as file:
        words = [options.generate, "-n", "20000", "--seed", "7", "--around", options.around]
        subprocess.run(words, stdout=file, check=True)
    server = Server(options.geoq, store)
    try:
        began = server.rate(questions, options.seconds)
        before = os.stat(f"{store}.index").st_mtime_ns
        run([options.geoq, "import", str(more), "--as", "hotspots", "--db", str(store), "-q"])
        while os.stat(f"{store}.index").st_mtime_ns == before:
            time.sleep(0.2)
        wanted = options.points + 20_000
        while json.loads(server.get("/map/state")[1])["layers"]["hotspots"]["count"] != wanted:
            time.sleep(0.2)
        time.sleep(1)
        rebuilt = server.rate(questions, options.seconds)
        server.stop()
        server.start()
        restarted = server.rate(questions, options.seconds)
    finally:
        server.stop()
    print(f"\nserve after import: near 10 km {began:,.0f} a second at the start, {rebuilt:,.0f} after an import of 20 000", end=" ")
    print(f"rows, {restarted:,.0f} restarted (0.9 × wanted)")
    return [] if rebuilt >= 0.9 * restarted else ["after an import near 10 km is to be as fast as restarted"]


def beside_heavy_clients(options, folder, centers):
    """near and healthz on new connections, while a hundred clients ask the worst."""
    store = folder / "heavy.sqlite"
    shutil.copy(folder / "bench.sqlite", store)
    sightings = folder / "sightings.csv"
    with open(sightings, "wb") as file:
        words = [options.generate, "-n", str(options.points), "--species", "400", "--around", options.around]
        subprocess.run(words, stdout=file, check=True)
    run([options.geoq, "import", str(sightings), "--as", "observations", "--db", str(store), "-q"])
    server = Server(options.geoq, store)
    is_over = threading.Event()
    open_sockets, statuses, lock = set(), {}, threading.Lock()

    def ask(number):
        turn = number
        while not is_over.is_set():
            turn += 1
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            try:
                connection.connect()
                with lock:
                    open_sockets.add(connection.sock)
                connection.request("GET", WORST[turn % len(WORST)])
                answer = connection.getresponse()
                answer.read()
                with lock:
                    statuses[answer.status] = statuses.get(answer.status, 0) + 1
                if answer.status == 503:
                    time.sleep(float(answer.headers["Retry-After"]))
            except (OSError, http.client.HTTPException):
                pass
            finally:
                connection.close()

    try:
        clients = [threading.Thread(target=ask, args=(number,), daemon=True) for number in range(HEAVY)]
        for client in clients:
            client.start()
        time.sleep(2)
        times = {"near": [], "healthz": []}
        end = time.monotonic() + 3 * options.seconds
        while time.monotonic() < end:
            lat, lon = centers[len(times["near"]) % len(centers)]
            for kind, path in [("near", f"/near?lat={lat}&lon={lon}&km=10"), ("healthz", "/healthz")]:
                start = time.monotonic()
                status, _ = server.get(path)
                assert status == 200, f"{path}: {status}"
                times[kind].append((time.monotonic() - start) * 1000)
        is_over.set()
        with lock:
            for one in open_sockets:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
        for client in clients:
            client.join()
        time.sleep(0.1)
        before = server.seconds()
        time.sleep(1)
        left = server.seconds() - before
        held = server.megabytes("VmHWM")
    finally:
        is_over.set()
        server.stop()
    p99 = {kind: sorted(all)[int(len(all) * 0.99)] for kind, all in times.items()}
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    print(f"\nbeside heavy clients: {HEAVY} of them got {answers}; meanwhile on new connections near 10 km p99", end=" ")
    print(f"{p99['near']:.0f} ms, healthz {p99['healthz']:.0f} ms (50 each wanted), {held:.0f} MB at most (400 wanted),")
    print(f"and {left:.2f} s of the processor in the second that begins 0.1 s after the last has gone (0.05 wanted)")
    missed = [f"beside heavy clients p99 of {kind} is to be under 50 ms" for kind, ms in p99.items() if ms > 50]
    if held > 400:
        missed.append("beside heavy clients memory is to be under 400 MB")
    if left > 0.05:
        missed.append("nothing is to run once its client has gone")
    return missed


def dense_match(options, folder):
    """A thousand lists over one place, and clients that send sightings there and read nothing."""
    store, lists, lines = folder / "dense.sqlite", folder / "lists.ndjson", 50_000
    with open(lists, "w") as file:
        for number in range(1_000):
            rule = {"type": "location", "parameters": {"lat": 42.46, "lon": -76.5, "radius_km": 5}}
            file.write(json.dumps({"title": f"List {number}", "rules": [rule]}) + "\n")
    run([options.geoq, "import", str(lists), "--as", "watchlists", "--db", str(store), "-q"])
    body = b'{"lat":42.46,"lon":-76.5}\n' * lines
    head = f"POST /match HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    server = Server(options.geoq, store)
    deaf = []
    try:
        assert server.get("/match?lat=42.46&lon=-76.5")[0] == 200
        before = server.megabytes()
        for _ in range(4):
            deaf.append(socket.create_connection(("127.0.0.1", server.port)))
            threading.Thread(target=send, args=(deaf[-1], head + body), daemon=True).start()
        start, received = time.monotonic(), 0
        with socket.create_connection(("127.0.0.1", server.port)) as reader:
            threading.Thread(target=send, args=(reader, head + body), daemon=True).start()
            while time.monotonic() - start < options.seconds and (more := reader.recv(1 << 20)):
                received += len(more)
        rate = received / (time.monotonic() - start) / 1e6
        grown = server.megabytes("VmHWM") - before
    finally:
        for one in deaf:
            one.close()
        server.stop()
    print(f"\ndense match: 1000 matches a sighting, four clients that read nothing and one that reads {rate:.0f} MB a second;", end=" ")
    print(f"memory grew by {grown:.0f} MB (64 wanted)")
    return [] if grown <= 64 else ["dense match is to need 64 MB at most"]


def send(connection, data):
    with contextlib.suppress(OSError):
        connection.sendall(data)
