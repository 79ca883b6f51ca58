"""Writes to a remote from several sessions while others pull by the kit, and sees that no reader loses a row, keeps
a deleted one, or an old version; and that a reader with a cursor of times does. Then pushes operations, each from
several sessions at once, and sees that each had one effect.

    python kit_load.py [SECONDS [SEED]]

Prints the seed. Ends with status 1 when something was lost, or when the cursor of times lost nothing: then the load
proves nothing.
"""

import json
import random
import sys
import threading
import time
import uuid

import psycopg

from gateway.project import made

WRITERS, READERS = 6, 3


class Stop(Exception):
    pass


def write(address, seed, end, ids, lock):
    """Inserts, updates, moves and deletes places, in transactions that overlap; some are rolled back."""
    chance = random.Random(seed)
    with psycopg.connect(address) as session:
        while time.monotonic() < end:
            made, gone = [], []
            try:
                with session.transaction():
                    for _ in range(chance.randint(1, 4)):
                        with lock:
                            known = chance.choice(ids) if ids else None
                        what = chance.random()
                        if known is None or what < 0.4:
                            made.append(str(uuid.UUID(int=chance.getrandbits(128), version=4)))
                            session.execute("insert into hotspot (id, name, lat, lon) values (%s, %s, %s, %s)",
                                            [made[-1], "new", chance.uniform(-80, 80), chance.uniform(-170, 170)])
                        elif what < 0.75:
                            session.execute("update hotspot set name = %s where id = %s", [str(chance.random()), known])
                        elif what < 0.85:
                            session.execute("update hotspot set deleted_at = now() where id = %s", [known])
                        elif what < 0.95:
                            session.execute("delete from hotspot where id = %s", [known])
                            gone.append(known)
                        else:
                            with session.transaction():      # a savepoint: a number of its own
                                session.execute("update hotspot set locality = %s where id = %s", ["sub", known])
                        time.sleep(chance.choice([0, 0, 0.01, 0.08]))
                    if chance.random() < 0.07:
                        raise Stop
            except (Stop, psycopg.errors.DeadlockDetected):
                continue
            with lock:
                ids.extend(made)
                ids[:] = [known for known in ids if known not in gone]


class KitReader:
    """A mirror by geoq_changes and geoq_pull, pages in transactions of their own."""

    def __init__(self, address, size):
        self.session = psycopg.connect(address, autocommit=True)
        self.size, self.cursor, self.rows = size, None, {}

    def pull(self):
        answer = self.session.execute("select geoq_changes(%s, %s)", [
            json.dumps({"hotspot": {"since": self.cursor}}), self.size]).fetchone()[0]
        page, upto = answer["tables"]["hotspot"], answer["upto"]
        while True:
            for row in page.get("rows", []):
                self.rows[row["id"]] = row["_token"]
            for row in page.get("deleted", []):
                self.rows.pop(row, None)
            if page.get("next") is None:
                break
            page = self.session.execute(
                "select geoq_pull('hotspot', %s, %s, %s, %s, %s)",
                [self.cursor, upto, page["next"]["xid"], page["next"]["id"], self.size]).fetchone()[0]
        self.cursor = upto

    def agrees(self):
        """Whether the digest of the server is that of the mirror."""
        told = self.session.execute("select geoq_changes('{\"hotspot\": {\"digest\": true}}', 1)").fetchone()[0]
        told = told["tables"]["hotspot"]
        mine = self.session.execute(
            "select coalesce(sum(geoq.hash(key::uuid, value::xid8)), 0)::text from jsonb_each_text(%s)",
            [json.dumps(self.rows)]).fetchone()[0]
        return told["count"] == len(self.rows) and told["sum"] == mine


class TimeReader:
    """A mirror by `updated_at > the server's time at the last pull`, as a control that must fail."""

    def __init__(self, address, _):
        self.session = psycopg.connect(address, autocommit=True)
        self.cursor, self.rows = "-infinity", {}

    def pull(self):
        now = self.session.execute("select now()").fetchone()[0]
        for row, token, dead in self.session.execute(
                "select id::text, sync_xid::text, deleted_at is not null from hotspot where updated_at > %s", [self.cursor]):
            if dead:
                self.rows.pop(row, None)
            else:
                self.rows[row] = token
        self.cursor = now


def compare(reader, truth):
    missing = set(truth) - set(reader.rows)
    ghosts = set(reader.rows) - set(truth)
    stale = [row for row in truth if row in reader.rows and reader.rows[row] != truth[row]]
    return len(missing), len(stale), len(ghosts)


def pulls(address, seconds, seed):
    ids, lock, end = [], threading.Lock(), time.monotonic() + seconds
    writers = [threading.Thread(target=write, args=(address, seed * 100 + i, end, ids, lock)) for i in range(WRITERS)]
    readers = [KitReader(address, size) for size in (3, 50, 1000)[:READERS]] + [TimeReader(address, 0)]
    counts = [0] * len(readers)

    def follow(i):
        while time.monotonic() < end:
            readers[i].pull()
            counts[i] += 1
            time.sleep(0.03)

    threads = writers + [threading.Thread(target=follow, args=(i,)) for i in range(len(readers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for reader in readers:
        reader.pull()
    with psycopg.connect(address) as session:
        truth = dict(session.execute("select id::text, sync_xid::text from hotspot where deleted_at is null").fetchall())
    found = [compare(reader, truth) for reader in readers]
    print(f"{len(truth)} rows, {sum(counts)} pulls; lost, old, kept: kit {found[:-1]}, time {found[-1]}")
    return all(result == (0, 0, 0) for result in found[:-1]) and all(reader.agrees() for reader in readers[:-1]) \
        and sum(found[-1]) > 0


def pushes(address, count=40, replays=6):
    """Each operation from several sessions at once, as a device that got no answer sends it again."""
    user = str(uuid.uuid4())
    with psycopg.connect(address, autocommit=True) as session:
        session.execute("insert into auth.users (id, email) values (%s, 'load@example.org')", [user])
    row = str(uuid.uuid4())
    claims = json.dumps({"sub": user, "role": "authenticated"})

    def push(operation):
        with psycopg.connect(address) as session:
            session.execute("select set_config('request.jwt.claims', %s, true), set_config('role', 'authenticated', true)",
                            [claims])
            return session.execute("select geoq_push(%s)", [json.dumps([operation])]).fetchone()[0]["answers"][0]

    answers = [push({"op_id": str(uuid.uuid4()), "kind": "insert", "table": "watchlists", "id": row,
                     "values": {"owner_id": user, "title": "0"}})]
    for i in range(1, count):
        operation = {"op_id": str(uuid.uuid4()), "kind": "update", "table": "watchlists", "id": row, "base_version": i,
                     "values": {"title": str(i)}}
        at_once = []
        threads = [threading.Thread(target=lambda o=operation: at_once.append(push(o))) for _ in range(replays)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        answers += at_once
    with psycopg.connect(address) as session:
        version = session.execute("select row_version from watchlists where id = %s", [row]).fetchone()[0]
    fresh = sum("replayed" not in answer for answer in answers)
    print(f"{len(answers)} pushes of {count} operations: version {version}, {fresh} had an effect")
    return version == count and fresh == count and all(answer["status"] == "ok" for answer in answers)


def main(seconds=6.0, seed=None):
    seed = int(seed) if seed else random.randrange(1 << 30)
    print(f"seed {seed}")
    cluster = made(["fsync=off", "jit=off", "max_connections=100"], "kit", [])
    try:
        address = cluster.address("project")
        # Both, that a failure of one does not hide the other.
        results = [pulls(address, float(seconds), seed), pushes(address)]
        return 0 if all(results) else 1
    finally:
        cluster.remove()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
