"""The hotspots of one server cut over four by `geoq shard plan`, and asked beside the one that has all of them.

    python3 -B Servers/shards.py --geoq ../.build/release/geoq --generate .build/release/generate-points \
        --around .data/cities500.csv --points 1000000

Six PostgreSQL servers, each in a folder of its own over its Unix socket: one with all rows, four shards, and the
coordinator, whose table has its partitions on the shards by postgres_fdw. Asked are: whether `geoq prove` finds a
difference between a mirror and the coordinator, and between a mirror and the one server, by the same questions;
whether both mirrors answer alike; how many shards a circle of 50 km asks; how long a question takes from start to
exit, turn and turn about; how much memory the process of each server takes that answers, and geoq; how many
statements a shard gets for the nearest; and whether the loss of a shard is an error each time.
"""

import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

import hotspots
import memory
import postgres
from hotspots import Report, say

PARTS = 4
SETTINGS = ["shared_buffers=128MB", "work_mem=32MB", "max_connections=30", "synchronous_commit=off"]


class Geoq:
    def __init__(self, path):
        self.path = path

    def run(self, *words):
        return subprocess.run([self.path, *words], capture_output=True, text=True)

    def must(self, *words):
        """What it says on standard output; anything but success ends the run."""
        done = self.run(*words)
        if done.returncode:
            sys.exit(f"geoq {' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def timed(self, *words):
        start = time.monotonic()
        text = self.must(*words)
        return time.monotonic() - start, text


def url(cluster):
    return f"host={cluster.folder} user=postgres dbname=postgres"


def psql(cluster, text):
    return cluster.sql(text).strip()


class Servers:
    """The six of them."""

    def __init__(self, folder, options, geoq):
        self.all = []
        try:
            self.whole = self.start(folder / "whole", [])
            logged = ["logging_collector=on", "log_directory=log", "log_filename=shard.log", "log_rotation_age=0", "log_rotation_size=0"]
            self.shards = [self.start(folder / f"shard-{number}", logged) for number in range(1, PARTS + 1)]
            self.coordinator = self.start(folder / "coordinator", [])
            hotspots.fill(self.whole, options)
            self.cut(folder, geoq)
        except BaseException:
            self.stop()
            raise

    def start(self, folder, settings):
        folder.mkdir()
        cluster = postgres.Cluster(folder, [*SETTINGS, *settings])
        self.all.append(cluster)
        return cluster

    def stop(self):
        for cluster in self.all:
            if cluster.process.poll() is None:
                cluster.stop()

    def cut(self, folder, geoq):
        """As `geoq shard plan` says."""
        say(f"cutting it over {PARTS}")
        words = ["shard", "plan", url(self.whole), "--parts", str(PARTS)]
        for shard in self.shards:
            words += ["--shard", url(shard)]
        plan = folder / "plan.sql"
        plan.write_text(geoq.must(*words))
        script = f"psql -X -v ON_ERROR_STOP=1 -f '{plan}'"
        for number, shard in enumerate(self.shards, 1):
            self.shell(f"{script} -v send={number} '{url(self.whole)}' | {script} -v shard={number} '{url(shard)}'")
            shard.sql("VACUUM ANALYZE hotspot")
        self.shell(f"{script} '{url(self.coordinator)}'")
        self.coordinator.sql("ANALYZE hotspot")
        say(self.shell(f"{script} -v check=1 '{url(self.coordinator)}'").strip())

    @staticmethod
    def shell(text):
        done = subprocess.run(["/bin/bash", "-o", "pipefail", "-c", text], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{text}: {done.stderr}")
        return done.stdout

    def statements(self, shard):
        """How many cursors the coordinator has opened there since statements are logged."""
        log = pathlib.Path(shard.folder) / "data" / "log" / "shard.log"
        return sum("DECLARE " in line for line in log.read_text(errors="replace").splitlines())


def places(servers, count, generator):
    """Half of them at rows, where people ask, half anywhere on the sphere."""
    rows = psql(
        servers.whole, f"SELECT lat, lon FROM hotspot ORDER BY md5(id::text || '{generator.random()}') LIMIT {count // 2}"
    ).splitlines()
    at = [tuple(float(text) for text in row.split("|")) for row in rows]
    return at + [(generator.uniform(-80, 80), generator.uniform(-180, 180)) for _ in range(count - len(at))]


def near(place, kilometers, server):
    return ["near", f"--lat={place[0]!r}", f"--lon={place[1]!r}", "--km", str(kilometers), "--remote", url(server), "-f", "ndjson"]


def nearest(place, count, server):
    return ["nearest", f"--lat={place[0]!r}", f"--lon={place[1]!r}", "-k", str(count), "--remote", url(server), "-f", "ndjson"]


def proofs(servers, geoq, folder, options, report):
    """A mirror of each server, and how long a question takes there on open connections."""
    stores, milliseconds = [], []
    for name, server in [("one server", servers.whole), ("the coordinator", servers.coordinator)]:
        store = str(folder / f"{name.split()[-1]}.sqlite")
        say(f"mirroring {name}")
        seconds, _ = geoq.timed("sync", url(server), "--db", store, "--quiet")
        say(f"proving {name}: its first sync took {seconds:.1f} s")
        prove = ["prove", url(server), "--db", store, "--rows", "1", "--seed", str(options.seed), "--queries"]
        few, _ = geoq.timed(*prove, "1")
        start = time.monotonic()
        proof = geoq.run(*prove, str(options.queries))
        milliseconds.append((time.monotonic() - start - few) * 1000 / (options.queries - 1))
        said = (proof.stdout + proof.stderr).strip().splitlines()
        report.row(
            f"`geoq prove` of {name}, {options.queries:,} questions", f"exit code {proof.returncode}: {said[-1].split(': ')[-1]}",
            proof.returncode == 0, "no difference",
        )
        stores.append(store)
    one, four = milliseconds
    report.row("a question of the proof, on open connections", f"{four:.1f} ms, {four / one:.2f} × one server", four <= 1.3 * one, "at most 1.3 ×")
    return stores


def peaks(servers, geoq, folder, options, report):
    """The most memory of the process that answers, and of geoq: of one server, and of the coordinator."""
    questions = str(max(options.queries // 5, 1))
    for what, ask in [
        ("a first sync", lambda server: ["sync", url(server), "--quiet"]),
        (f"{questions} questions of a proof", lambda server: ["prove", url(server), "--rows", "1", "--seed", str(options.seed), "--queries", questions]),
    ]:
        found = []
        for server in (servers.whole, servers.coordinator):
            words = [geoq.path, *ask(server), "--db", str(folder / f"memory-{len(found)}.sqlite")]
            code, said, held = memory.measured(words, server)
            if code:
                sys.exit(f"{' '.join(words)}: exit code {code}\n{said}")
            found.append(held)
        for name, part in [("the server's process", "backend"), ("the same, without the shared cache", "own"), ("geoq", "program")]:
            one, four = (getattr(held, part) for held in found)
            report.row(f"{what}: peak memory of {name}", f"{four:.0f} MB, {four / one:.2f} × one server ({one:.0f} MB)")


def same(servers, geoq, stores, options, generator, report):
    """The same questions to all four: two servers, two indexes; the bytes are compared."""
    different = asked = 0
    for place in places(servers, options.queries // 4, generator):
        for words in (near(place, generator.choice([5, 50, 300]), servers.whole), nearest(place, generator.choice([1, 7, 40]), servers.whole)):
            question = words[: words.index("--remote")]
            form = ["-f", "csv", "--fields", "none"]
            answers = {geoq.must(*question, "--remote", url(server), *form) for server in (servers.whole, servers.coordinator)}
            answers |= {geoq.must(*question, "--db", store, *form) for store in stores}
            asked += 1
            different += len(answers) != 1
    report.row("the same bytes from one server, the coordinator, and an index of each", f"{different} of {asked} differ", different == 0, "none")


def shards_asked(servers, geoq, generator, report):
    asked = []
    for place in places(servers, 200, generator):
        explained = json.loads(geoq.must("explain", *near(place, 50, servers.coordinator)[:-2]))
        asked.append(find(explained, "partitions_asked"))
    mean = statistics.mean(asked)
    report.row("shards asked by a circle of 50 km, the mean of 200", f"{mean:.2f} of {PARTS}", mean <= 1.3, "at most 1.3")


def find(value, key):
    if isinstance(value, dict):
        if key in value:
            return value[key]
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            found = find(inner, key)
            if found is not None:
                return found
    return None


def latency(servers, geoq, generator, options, report):
    for words, ask in [("near 50 km", lambda place, server: near(place, 50, server)), ("nearest 10", lambda place, server: nearest(place, 10, server))]:
        times = {"one": [], "four": []}
        for number, place in enumerate(places(servers, options.asked, generator)):
            turns = [("one", servers.whole), ("four", servers.coordinator)]
            for name, server in turns if number % 2 else turns[::-1]:
                times[name].append(geoq.timed(*ask(place, server))[0])
        one, four = (statistics.median(times[name]) for name in ("one", "four"))
        report.row(f"{words}, from start to exit, new connections", f"{four * 1000:.0f} ms, {four / one:.2f} × one server", four <= 1.3 * one, "at most 1.3 ×")


def statements(servers, geoq, generator, report):
    for shard in servers.shards:
        shard.sql("ALTER SYSTEM SET log_statement = 'all'")
        shard.sql("SELECT pg_reload_conf()")
    time.sleep(0.5)
    most = 0
    for place in places(servers, 60, generator):
        before = [servers.statements(shard) for shard in servers.shards]
        geoq.must(*nearest(place, generator.choice([1, 10, 100]), servers.coordinator))
        most = max(most, *(servers.statements(shard) - count for shard, count in zip(servers.shards, before)))
    for shard in servers.shards:
        shard.sql("ALTER SYSTEM RESET log_statement")
        shard.sql("SELECT pg_reload_conf()")
    report.row("statements that a shard gets for the nearest, the most of 60 questions", f"{most}", 1 <= most <= 2, "at most 2")


def losses(servers, geoq, generator, report):
    """Each time another shard is killed, a question asked about one of its rows, and the shard started again."""
    failed, slowest = 0, 0.0
    for attempt in range(50):
        shard = generator.choice(servers.shards)
        row = psql(shard, f"SELECT lat, lon FROM hotspot ORDER BY md5(id::text || '{generator.random()}') LIMIT 1")
        place = tuple(float(text) for text in row.split("|"))
        words = near(place, 50, servers.coordinator) if attempt % 2 else nearest(place, 5, servers.coordinator)
        whole = geoq.must(*words)
        control = [*shard.user, f"{shard.binaries}/pg_ctl", "-D", f"{shard.folder}/data"]
        postgres.run([*control, "stop", "-m", "immediate"], cwd="/")
        shard.process.wait()
        start = time.monotonic()
        lost = geoq.run(*words)
        slowest = max(slowest, time.monotonic() - start)
        failed += lost.returncode == 69 and lost.stdout == "" and lost.stderr != ""
        shard.start()
        if geoq.must(*words) != whole:
            sys.exit("a shard that is there again gave another answer")
    report.row("a shard that is gone, 50 times", f"{failed} of 50 errors, {slowest:.2f} s at most", failed == 50 and slowest <= 2, "50, in 2 s")


def main():
    parser = hotspots.parser()
    parser.add_argument("--queries", type=int, default=1_000, help="questions of a proof")
    parser.add_argument("--asked", type=int, default=100, help="questions of which the time is taken")
    parser.add_argument("--seed", type=int, default=20)
    options = hotspots.parsed(parser)
    geoq = Geoq(options.geoq)
    generator = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="geoq-shards-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        servers = Servers(folder, options, geoq)
        try:
            print(f"{options.points:,} hotspots on one server and on {PARTS}, seed {options.seed}\n")
            report = Report()
            shards_asked(servers, geoq, generator, report)
            latency(servers, geoq, generator, options, report)
            statements(servers, geoq, generator, report)
            losses(servers, geoq, generator, report)
            stores = proofs(servers, geoq, folder, options, report)
            peaks(servers, geoq, folder, options, report)
            same(servers, geoq, stores, options, generator, report)
            report.end()
        finally:
            servers.stop()


if __name__ == "__main__":
    main()
