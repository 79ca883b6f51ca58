"""geoq with an account: logging in, syncing, editing and pushing, against the gateway of the tests.

    ../.build/outside-clients/bin/python -B Servers/account.py --geoq ../.build/release/geoq

The gateway (Tests/Gateway) is a Supabase-shaped endpoint in Python over a PostgreSQL of its own, on the same cores;
much of each time is its own. Times are from start to exit, as a user waits; beside them stands what curl and Python
need for the same requests or statements without geoq.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
GATEWAY = HERE.parents[1] / "Tests/Gateway"
PASSWORD = "a long password for tests"


def say(text):
    print(text, file=sys.stderr, flush=True)


class Gateway:
    def __init__(self, level):
        self.process = subprocess.Popen(
            [sys.executable, "-B", "-m", "gateway", "--level", level], cwd=GATEWAY, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        said = json.loads(self.process.stdout.readline())
        self.url, self.key, self.database = said["url"], said["anon_key"], said["database"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def sql(self, text):
        import psycopg
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute(text)

    def value(self, text):
        import psycopg
        with psycopg.connect(self.database, autocommit=True) as connection:
            return connection.execute(text).fetchone()[0]

    def requests(self):
        with urllib.request.urlopen(f"{self.url}/gateway") as answer:
            return json.load(answer)["requests"]

    def delay(self, seconds):
        faults = [{"delay": seconds}] if seconds else []
        request = urllib.request.Request(f"{self.url}/gateway", json.dumps({"faults": faults}).encode(), method="PUT")
        urllib.request.urlopen(request).close()

    def asked(self):
        """Requests since the last call; the one that asks is not counted."""
        last, self.last = getattr(self, "last", 0), self.requests()
        return self.last - last - 1


class Device:
    """A store with a login of its own."""

    def __init__(self, options, folder, name, gateway, email):
        self.geoq, self.gateway = options.geoq, gateway
        self.folder = folder / name
        self.folder.mkdir()
        self.store = self.folder / "birds.sqlite"
        (self.folder / "password").write_text(PASSWORD + "\n")
        (self.folder / "key").write_text(gateway.key + "\n")
        self.environment = {**os.environ, "XDG_STATE_HOME": str(self.folder / "state"), "GEOQ_DB": str(self.store)}
        exists = gateway.value(f"select count(*) from auth.users where email = '{email}'")
        self.run("login" if exists else "signup", gateway.url, "--email", email, "--password-file",
                 str(self.folder / "password"), "--key-file", str(self.folder / "key"))

    def start(self, *words):
        return subprocess.Popen([self.geoq, *words], env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run(self, *words):
        """Seconds, the most megabytes held, and what was said."""
        with tempfile.TemporaryFile() as said:
            start = time.monotonic()
            process = subprocess.Popen([self.geoq, *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=said,
                                       stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.monotonic() - start
            process.returncode = os.waitstatus_to_exitcode(status)
            said.seek(0)
            text = said.read().decode()
        if status:
            sys.exit(f"geoq {' '.join(words)}: {text}")
        return seconds, usage.ru_maxrss / 1024, text

    @contextlib.contextmanager
    def opened(self):
        connection = sqlite3.connect(self.store, timeout=30, isolation_level=None)
        connection.execute("PRAGMA foreign_keys = ON")
        try:
            yield connection
        finally:
            connection.close()


LISTS = """
    INSERT INTO watchlists (id, owner_id, title, type)
    SELECT md5('list ' || n)::uuid, (SELECT id FROM auth.users WHERE email = '{email}'), 'List ' || n, 'made'
    FROM generate_series(1, {count}) n
"""
HOTSPOTS = """
    INSERT INTO hotspot (id, name, lat, lon)
    SELECT md5('spot ' || n)::uuid, 'Spot ' || n, -80 + n % 16000 / 100.0, -179 + n * 7 % 35800 / 100.0
    FROM generate_series(1, {count}) n
"""


class Table:
    """Lines as they come, and what was to be reached."""

    def __init__(self):
        self.targets = []
        print("| what | time | |\n|---|---|---|")

    def row(self, words, seconds, note=""):
        unit = f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"
        print(f"| {words} | {unit} | {note} |", flush=True)

    def target(self, words, value, most, unit):
        self.targets.append((words, value, most, unit))

    def end(self):
        print()
        for words, value, most, unit in self.targets:
            print(f"{'reached' if value <= most else 'missed'}: {words}: {value:.3g} {unit}, at most {most} {unit}")


def kilobytes(text):
    found = re.search(r"([\d.]+) (bytes|KB|MB) in ", text)
    if not found:
        sys.exit(f"geoq sync no longer says how much came: {text}")
    return float(found[1]) * {"bytes": 0.001, "KB": 1, "MB": 1000}[found[2]]


def syncs(table, options, folder):
    """A first sync, and those that find nothing."""
    gateway = Gateway("kit")
    try:
        email = "bea@example.org"
        device = Device(options, folder, "idle", gateway, email)
        gateway.sql(LISTS.format(email=email, count=10_000))
        seconds, memory, _ = device.run("sync")
        table.row("first sync of 10,000 own rows", seconds, f"{memory:.0f} MB")
        table.target("first sync of 10,000 own rows", seconds, 3, "s")
        idle = []
        for _ in range(5 * options.rounds):
            gateway.asked()
            seconds, _, text = device.run("sync")
            idle.append((seconds, gateway.asked(), kilobytes(text)))
        seconds, asked = statistics.median(time for time, _, _ in idle), max(count for _, count, _ in idle)
        curl = statistics.median(timed(["curl", "-s", "-o", "/dev/null", f"{gateway.url}/gateway"]) for _ in range(10))
        table.row("a sync that finds nothing", seconds, f"{asked} requests, {idle[0][2]:.1f} kB; curl's one request {curl * 1000:.1f} ms")
        table.target("a sync that finds nothing", seconds * 1000, 60, "ms")
        table.target("its requests", asked, 2, "")
        table.target("its bytes", idle[0][2], 3, "kB")
        gateway.delay(0.4)
        slow = statistics.median(device.run("sync")[0] for _ in range(options.rounds))
        gateway.delay(0)
        table.row("the same at 400 ms an answer", slow)
        table.target("the same at 400 ms an answer", slow, 1.5, "s")
    finally:
        gateway.close()
    gateway = Gateway("kit")
    try:
        gateway.sql(HOTSPOTS.format(count=100_000))
        device = Device(options, folder, "spots", gateway, "bea@example.org")
        seconds, memory, text = device.run("sync")
        table.row("first sync of 100,000 hotspots", seconds, f"{memory:.0f} MB; {kilobytes(text) / 1000:.1f} MB came")
        table.target("first sync of 100,000 hotspots", seconds, 10, "s")
        table.target("its memory", memory, 150, "MB")
    finally:
        gateway.close()


def timed(words):
    start = time.monotonic()
    subprocess.run(words, check=True)
    return time.monotonic() - start


def pushes(table, options, folder, level, counts):
    gateway = Gateway(level)
    try:
        email = "bea@example.org"
        gateway_rows = max(counts)
        device = Device(options, folder, f"push-{level}", gateway, email)
        gateway.sql(LISTS.format(email=email, count=gateway_rows))
        device.run("sync")
        for count in counts:
            with device.opened() as store:
                store.execute(
                    "UPDATE watchlists SET type = ? WHERE id IN (SELECT id FROM watchlists ORDER BY id LIMIT ?)",
                    [f"edited {count}", count])
            gateway.asked()
            seconds, memory, _ = device.run("push")
            asked = gateway.asked()
            there = gateway.value(f"select count(*) from watchlists where type = 'edited {count}'")
            if there != count:
                sys.exit(f"{there} of {count} edits arrived")
            way = "kit" if level == "kit" else "stock tables"
            table.row(f"push of {count:,} updates, {way}", seconds, f"{asked} requests, {memory:.0f} MB")
            if level == "rest":
                table.target(f"push of {count:,} updates, {way}", seconds, 10, "s")
            elif count == 1_000:
                table.target("push of 1,000 updates, kit", seconds, 2.5, "s")
                table.target("its requests", asked, 12, "")
            else:
                table.target(f"push of {count:,} updates, kit", seconds, 20, "s")
                table.target("its memory", memory, 80, "MB")
    finally:
        gateway.close()


def edits(table, options, folder):
    """One edit by a program that knows nothing of geoq: in a store without an account, with one, with many pending."""
    gateway = Gateway("kit")
    try:
        email = "bea@example.org"
        device = Device(options, folder, "edits", gateway, email)
        gateway.sql(LISTS.format(email=email, count=110_000))
        device.run("sync")
        captured = folder / "captured.sqlite"
        plain = folder / "plain.sqlite"
        for copy in (captured, plain):
            with device.opened() as store:
                store.execute("VACUUM INTO ?", [str(copy)])
        with contextlib.closing(sqlite3.connect(plain, isolation_level=None)) as store:
            names = [name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\\_capture\\_%' ESCAPE '\\'")]
            if not names:
                sys.exit("the store catches no edits")
            for name in names:
                store.execute(f'DROP TRIGGER "{name}"')

        def one(path, turns=400, first=0):
            """Seconds of each edit, each in a transaction of its own."""
            with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as store:
                store.execute("PRAGMA journal_mode = WAL")
                ids = [id for (id,) in store.execute("SELECT id FROM watchlists ORDER BY id LIMIT ? OFFSET ?", [turns, first])]
                times = []
                for id in ids:
                    start = time.perf_counter()
                    store.execute("UPDATE watchlists SET title = title || '!' WHERE id = ?", [id])
                    times.append(time.perf_counter() - start)
                return statistics.median(times)

        def many(path, count=10_000):
            with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as store:
                start = time.perf_counter()
                store.execute("BEGIN")
                for id in [id for (id,) in store.execute("SELECT id FROM watchlists ORDER BY id LIMIT ? OFFSET 1000", [count])]:
                    store.execute("UPDATE watchlists SET title = title || '?' WHERE id = ?", [id])
                store.execute("COMMIT")
                return time.perf_counter() - start

        def side_by_side(words, most, first):
            """In turn, so that a slow moment of the machine is one of both."""
            turns = [(one(plain, first=at), one(captured, first=at)) for at in range(first, first + options.rounds * 400, 400)]
            base, caught = (statistics.median(times) for times in zip(*turns))
            table.row(words, caught, f"{caught / base:.2f} × the same not caught, {base * 1000:.1f} ms")
            table.target(words, caught / base, most, "× not caught")

        side_by_side("one edit, caught", 1.3, 0)
        all_plain, all_caught = many(plain), many(captured)
        table.row("10,000 edits in one transaction, caught", all_caught, f"{all_caught / all_plain:.2f} × the same not caught")
        table.target("10,000 edits in one transaction", all_caught / all_plain, 2.5, "× not caught")
        with contextlib.closing(sqlite3.connect(captured, isolation_level=None)) as store:
            store.execute("UPDATE watchlists SET type = 'pending' WHERE id IN (SELECT id FROM watchlists ORDER BY id DESC LIMIT 100000)")
        side_by_side("one edit, caught, with 100,000 pending", 1.5, 5_000)
    finally:
        gateway.close()


def doorbell(table, options, folder):
    """What A writes, until B's near has it; B listens."""
    gateway = Gateway("kit")
    try:
        email = "bea@example.org"
        gateway.sql("INSERT INTO bird (id, common_name, scientific_name) VALUES (md5('bird')::uuid, 'Wigeon', 'Mareca penelope')")
        here = Device(options, folder, "here", gateway, email)
        there = Device(options, folder, "there", gateway, email)
        gateway.sql(LISTS.format(email=email, count=1))
        here.run("sync")
        there.run("sync")
        watching = there.start("sync", "--watch")
        try:
            time.sleep(5)
            times = []
            for turn in range(10 * options.rounds):
                latitude = f"{(turn - 40) / 2:.2f}"
                start = time.monotonic()
                here.run("entry", "add", "List 1", "Wigeon", "--lat", latitude, "--lon", "7", "--observed", "2026-05-03")
                here.run("push")
                while not there.run("near", "--lat", latitude, "--lon", "7", "--km", "1", "--layer", "entries", "-f", "ids")[2].strip():
                    if time.monotonic() - start > 60:
                        sys.exit("an entry does not arrive")
                times.append(time.monotonic() - start)
                time.sleep(1)
        finally:
            watching.send_signal(signal.SIGINT)
            watching.wait()
        times.sort()
        late = times[int(len(times) * 0.95)]
        table.row("A's entry in B's near, p95", late, f"median {statistics.median(times):.2f} s, of {len(times)}; three programs start meanwhile")
        table.target("A's entry in B's near, p95", late, 1.5, "s")
    finally:
        gateway.close()


@contextlib.contextmanager
def on(cores):
    """Programs that are started meanwhile run on these cores, and stay there."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def questions(table, options, folder):
    """near, while nothing runs and while a push does: on all cores, which the project takes too, and on a core of its
    own, as if the project were another machine."""
    cores = sorted(os.sched_getaffinity(0))
    here, there = {cores[0]}, {cores[-1]}
    ways = [("on all cores", set(cores), set(cores))]
    if here != there:
        ways.append(("on a core of its own", here, there))
    for turn, (words, here, there) in enumerate(ways):
        with on(there):
            gateway = Gateway("kit")
        try:
            email = "bea@example.org"
            gateway.sql(HOTSPOTS.format(count=20_000))
            device = Device(options, folder, f"questions-{turn}", gateway, email)
            gateway.sql(LISTS.format(email=email, count=10_000))
            device.run("sync")

            def ask():
                with on(here):
                    return device.run("near", "--lat", "40", "--lon", "7", "--km", "100", "-f", "ids")[0]

            with device.opened() as store:
                store.execute("UPDATE watchlists SET type = 'busy'")
            ask()
            alone = statistics.median(ask() for _ in range(20 * options.rounds))
            # The gateway sleeps, so that it takes no processor from the questions.
            gateway.delay(0.2)
            with on(there):
                pushing = device.start("push")
            beside = []
            while pushing.poll() is None and len(beside) < 20 * options.rounds:
                beside.append(ask())
            pushing.wait()
            ratio = statistics.median(beside) / alone
            table.row(f"near while a push runs, {words}", statistics.median(beside), f"{ratio:.2f} × alone, {len(beside)} times")
            table.target(f"near while a push runs, {words}", ratio, 1.1, "× alone")
        finally:
            gateway.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--geoq", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", help="syncs, pushes, edits, doorbell, questions; several with commas")
    options = parser.parse_args()
    options.geoq = os.path.abspath(options.geoq)
    parts = {
        "syncs": lambda: syncs(table, options, folder),
        "pushes": lambda: (pushes(table, options, folder, "kit", [1_000, 10_000]), pushes(table, options, folder, "rest", [1_000])),
        "edits": lambda: edits(table, options, folder),
        "doorbell": lambda: doorbell(table, options, folder),
        "questions": lambda: questions(table, options, folder),
    }
    chosen = options.only.split(",") if options.only else list(parts)
    if unknown := set(chosen) - set(parts):
        parser.error(f"--only takes {', '.join(parts)}, not {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="geoq-account-") as name:
        folder = pathlib.Path(name)
        table = Table()
        for part in chosen:
            say(f"measuring {part}")
            parts[part]()
        table.end()


if __name__ == "__main__":
    main()
