"""Asks the gateway every request whose answer by a real PostgREST was recorded, and compares status, headers
and body.

    python vectors.py ../../data/excerpts/postgrest [NAME…]

Prints a line for each answer that differs, and how many agree. Ends with status 1 when one differs.
"""

import gzip
import http.client
import json
import os
import pathlib
import re
import signal
import sys
import threading
import time

import psycopg

from gateway.cluster import Cluster
from gateway.gateway import SECRET, Gateway
from gateway.tokens import sign

HERE = pathlib.Path(__file__).parent
KEPT = re.compile(r"content-type|content-range|location|preference-applied|www-authenticate|proxy-status|retry-after|"
                  r"allow|access-control-.*")
USER_A = "a0000000-0000-4000-8000-00000000000a"
CONFIGURATIONS = {None: {}, "max-rows=3": {"max_rows": 3}, "max-rows=1000": {"max_rows": 1000},
                  "pool=1": {"pool": 1, "patience": 1.0}, "cold": {}}


class Bench:
    """A cluster with the recorded state, and a gateway before it."""

    def __init__(self, excerpts):
        self.excerpts = excerpts
        self.cluster = Cluster(["fsync=off", "jit=off"])
        self.gateway, self.settings = None, None
        self.made = 0
        self.cluster.psql("postgres", sql="create database template")
        # The roles first: their default privileges are for tables that are made after them.
        for file in (excerpts / "roles.sql", HERE / "recorded/schema.sql", HERE / "recorded/kit.sql",
                     excerpts / "extra.sql"):
            self.cluster.psql("template", file=str(file))
        self.renew()

    def renew(self):
        """A new database, as it was recorded."""
        self.stop()
        self.made += 1
        self.database = f"recorded{self.made}"
        self.cluster.psql("postgres", sql=f"create database {self.database} template template")

    def reset(self):
        self.sql((self.excerpts / "base.sql").read_text())

    def sql(self, text):
        with psycopg.connect(self.cluster.address(self.database), autocommit=True) as session:
            session.execute(text)

    def wait(self):
        """Until the database has recovered."""
        for _ in range(100):
            try:
                return self.session().close()
            except psycopg.OperationalError:
                time.sleep(0.1)

    def wait_until_refused(self):
        """Until the database takes no connections."""
        for _ in range(500):
            try:
                self.session().close()
            except psycopg.OperationalError:
                return
            time.sleep(0.01)
        raise TimeoutError("the database takes connections after a backend was killed")

    def wait_for(self, count, condition):
        """Until so many of the gateway's connections are in a state, which stands in pg_stat_activity."""
        with psycopg.connect(self.cluster.address("postgres"), autocommit=True) as session:
            for _ in range(500):
                found = session.execute("select count(*) from pg_stat_activity where usename = 'authenticator' and "
                                        f"datname = '{self.database}' and {condition}").fetchone()[0]
                if found >= count:
                    return
                time.sleep(0.02)
        raise TimeoutError(f"not {count} connections with {condition}")

    def notify(self):
        """Lets the gateway read the schema again, and waits until it has."""
        before = self.gateway.rest.cache
        self.sql("notify pgrst, 'reload schema'")
        for _ in range(500):
            if self.gateway.rest.cache is not before:
                return
            time.sleep(0.02)
        raise TimeoutError("the gateway does not read the schema again")

    def session(self):
        return psycopg.connect(self.cluster.address(self.database))

    def start(self, configuration=None, again=False):
        settings = CONFIGURATIONS[configuration]
        if self.gateway and self.settings == settings and not again:
            return
        self.stop()
        self.gateway = Gateway(self.cluster.address(self.database, "authenticator"),
                               self.cluster.address(self.database), None, **settings)
        self.settings = settings
        threading.Thread(target=self.gateway.server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self):
        if self.gateway:
            self.gateway.close()
            self.gateway = None

    def ask(self, request, timeout=10):
        """What the gateway answers; status None for no answer."""
        path, headers, body = request["path"], dict(request["headers"]), request["body"]
        if "<1500 ids>" in path:
            ids = ",".join(f"b0000000-0000-4000-8000-{i:012d}" for i in range(1500))
            path = path.replace("<1500 ids>", ids)
        token = re.fullmatch(r"Bearer <jwt of A, (\w+) = now ([+-]) (\d+) s>", headers.get("Authorization", ""))
        if token:
            moment = int(time.time()) + (1 if token[2] == "+" else -1) * int(token[3])
            claims = {"sub": USER_A, "role": "authenticated", "exp": 4102444800, token[1]: moment}
            headers["Authorization"] = "Bearer " + sign(claims, SECRET)
        if body is not None and not isinstance(body, str):
            body = json.dumps(body, ensure_ascii=False)
        connection = http.client.HTTPConnection("127.0.0.1", self.gateway.server.server_address[1], timeout=timeout)
        try:
            connection.request(request["method"], "/rest/v1" + path, body.encode() if body else None, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        except TimeoutError:
            return {"status": None, "headers": {}, "body": ""}
        finally:
            connection.close()
        kept = {key: value for key, value in answer.getheaders() if KEPT.fullmatch(key.lower())}
        body = text
        if "json" in answer.headers.get("Content-Type", "") and text:
            body = json.loads(text, parse_float=Number, parse_int=Number)
        return {"status": answer.status, "headers": kept, "body": body}

    def ask_later(self, request, **options):
        """Asks in a thread; call the result for the answer."""
        answers = []
        thread = threading.Thread(target=lambda: answers.append(self.ask(request, **options)), daemon=True)
        thread.start()

        def wait():
            thread.join()
            return answers[0]
        return wait


class Number(str):
    """A number by its digits: 12.50 is not 12.5."""


def differences(found, wanted, where=""):
    """Where two values differ; `<any>` is like everything."""
    if wanted == "<any>":
        return []
    if isinstance(wanted, str) and not isinstance(wanted, Number) and "<any>" in wanted:
        pattern = ".*".join(re.escape(part) for part in wanted.split("<any>"))
        return [] if isinstance(found, str) and re.fullmatch(pattern, found) else [f"{where}: {found!r}"]
    if type(found) is not type(wanted):
        return [f"{where}: {found!r} for {wanted!r}"]
    if isinstance(wanted, dict):
        missing = [f"{where}.{key} is {found.get(key)!r} for {wanted.get(key)!r}"
                   for key in set(found) ^ set(wanted)]
        return missing + [line for key in set(found) & set(wanted)
                          for line in differences(found[key], wanted[key], f"{where}.{key}")]
    if isinstance(wanted, list):
        if len(found) != len(wanted):
            return [f"{where} has {len(found)} items for {len(wanted)}: {found!r:.200}"]
        return [line for i, pair in enumerate(zip(found, wanted)) for line in differences(*pair, f"{where}[{i}]")]
    return [] if found == wanted else [f"{where}: {found!r} for {wanted!r}"]


# Connections that wait for a lock of another.
WAITS = "wait_event_type = 'Lock'"


# What cannot be said in SQL before the request. Each is a function of the bench, the vector and all vectors.

def two_patches(bench, vector, vectors):
    with bench.session() as session:
        session.execute("select 1 from watchlists where id::text like 'd%1' for update")
        first = bench.ask_later(vectors["race.two_patches_same_version_winner"]["request"])
        bench.wait_for(1, WAITS)
        second = bench.ask_later(vectors["race.two_patches_same_version_loser"]["request"])
        bench.wait_for(2, WAITS)
    answers = first(), second()
    return answers[vector["name"].endswith("loser")]


def update_committed(bench, vector, vectors):
    with bench.session() as session:
        session.execute("update watchlists set title = 'early' where id::text like 'd%1'")
        answer = bench.ask_later(vector["request"])
        bench.wait_for(1, WAITS)
    return answer()


def row_locked(bench, vector, vectors):
    with bench.session() as session:
        session.execute("select 1 from note where id = 1 for update")
        return bench.ask(vector["request"])


def deadlock(bench, vector, vectors):
    other = json.loads(json.dumps(vector["request"]))
    other["body"] = {"a": 1, "b": 2}
    waiting = bench.ask_later(other)
    bench.wait_for(1, "wait_event = 'PgSleep'")
    answer = bench.ask(vector["request"])
    assert waiting()["status"] == 200
    return answer


def pool_exhausted(bench, vector, vectors):
    busy = bench.ask_later({"method": "POST", "path": "/rpc/f_sleep", "body": {"s": 2},
                            "headers": {"Content-Type": "application/json"}})
    bench.wait_for(1, "wait_event = 'PgSleep'")
    answer = bench.ask(vector["request"])
    busy()
    return answer


def retried_for_ever(bench, vector, vectors):
    bench.start("pool=1", again=True)
    return bench.ask(vector["request"], timeout=5)


def taken_afterwards(bench, vector, vectors):
    return bench.ask(vector["request"])


def killed_in_a_request(bench, vector, vectors, how="select pg_terminate_backend"):
    bench.start(again=True)
    answer = bench.ask_later(vector["request"])
    bench.wait_for(1, "wait_event = 'PgSleep'")
    running = "from pg_stat_activity where usename = 'authenticator' and query like '%f_sleep%' and state = 'active'"
    if how:
        bench.sql(f"{how}(pid) {running}")
    else:
        with bench.session() as session:
            pid = session.execute(f"select pid {running}").fetchone()[0]
        kill(pid)
    return answer()


def kill(pid):
    os.kill(pid, signal.SIGKILL)


def down_first(bench, vector, vectors):
    bench.start(again=True)
    bench.ask(vector["request"])
    bench.sql("checkpoint")     # or the start would replay all that was reset
    bench.cluster.stop("immediate")
    return bench.ask(vector["request"])


def started_without(bench, vector, vectors):
    warm, bench.gateway = bench.gateway, None
    bench.start("cold")
    answer = bench.ask(vector["request"])
    bench.stop()
    bench.gateway, bench.settings = warm, {}
    return answer


def back_first(bench, vector, vectors):
    bench.cluster.start()
    return bench.ask(vector["request"])


def after_recovery(bench, vector, vectors):
    for _ in range(100):
        answer = bench.ask(vector["request"])
        if answer["status"] == 200:
            break
        time.sleep(0.1)
    return answer


def killed_idle(bench, vector, vectors):
    bench.start(again=True)
    bench.ask(vector["request"])
    # PostgreSQL recovers when all backends have ended. One that is stopped ends
    # when PostgreSQL loses its patience with it, after five seconds; until then
    # no connection is taken.
    held = bench.session()
    bench.held = held.info.backend_pid
    os.kill(bench.held, signal.SIGSTOP)
    with bench.session() as session:
        pid = session.execute("select pid from pg_stat_activity where usename = 'authenticator' and query = 'COMMIT'"
                              ).fetchone()[0]
    kill(pid)
    bench.wait_until_refused()
    return bench.ask(vector["request"])


def killed_idle_later(bench, vector, vectors):
    answer = bench.ask(vector["request"])
    while answer["status"] not in (503, 200):
        answer = bench.ask(vector["request"])
    try:
        os.kill(bench.held, signal.SIGCONT)
    except ProcessLookupError:
        pass
    return answer


def killed_9_in_a_request(bench, vector, vectors):
    bench.wait()
    return killed_in_a_request(bench, vector, vectors, how=None)


def no_change(bench, vector, vectors):
    return bench.ask(vector["request"])


# Those that begin in the recorded state, and those that go on from where the one before ended.
PLAYS = {
    "race.two_patches_same_version_winner": two_patches, "race.two_patches_same_version_loser": two_patches,
    "race.update_committed_while_waiting": update_committed, "race.row_locked_for_longer_than_the_timeout": row_locked,
    "race.deadlock_2": deadlock, "down.pool_exhausted": pool_exhausted, "sqlstate.40001": retried_for_ever,
    "sqlstate.40P01": retried_for_ever, "down.backend_killed_in_a_request": killed_in_a_request,
    "down.database_down_first": down_first,
}
SEQUELS = {
    "sqlstate.40001_pool_taken_afterwards": taken_afterwards, "down.database_down_second": no_change,
    "down.database_down_rpc": no_change, "down.server_started_without_database": started_without,
    "down.database_back_first": back_first, "down.crash_seen_by_pull": after_recovery,
    "down.database_back": after_recovery, "down.backend_killed_9_while_idle": killed_idle,
    "down.backend_killed_9_while_idle_later": killed_idle_later,
    "down.backend_killed_9_in_a_request": killed_9_in_a_request,
}
# `given` in words, where the state is the base state all the same.
WORDS = re.compile(r"base(;.*)?|a function that is not there.*")


def play(bench, vector, vectors):
    """Brings about what a vector is given, and asks."""
    name, given = vector["name"], vector["given"]
    if name in SEQUELS:
        return SEQUELS[name](bench, vector, vectors)
    is_change = name.startswith("cache.")
    if is_change:
        bench.renew()
    bench.reset()
    if name not in ("sqlstate.40001", "sqlstate.40P01"):
        bench.start(vector.get("config"))
    if name in PLAYS:
        return PLAYS[name](bench, vector, vectors)
    if given.startswith("after "):
        bench.ask(vectors[re.match(r"after ([\w.]+)", given)[1]]["request"])
    elif is_change:
        words, sql = re.fullmatch(r"(.*?) ?(?:::|: )(.*)", given).groups()
        if "f_grow" in sql:      # a function that the cache knows with one parameter
            bench.sql("create function f_grow(a int) returns int language sql as 'select a'")
            bench.notify()
        bench.sql(sql)
        if "after NOTIFY" in words:
            bench.notify()
    elif not WORDS.fullmatch(given):
        bench.sql(given)
    answer = bench.ask(vector["request"])
    if is_change:
        bench.renew()
    return answer


def main(folder, names):
    folder = pathlib.Path(folder).resolve()
    with gzip.open(folder / "vectors.jsonl.gz", "rt") as file:
        vectors = {}
        for line in file:
            vector = json.loads(line)
            # Numbers of the answer by their digits.
            vector["response"] = json.loads(line, parse_float=Number, parse_int=Number)["response"]
            vectors[vector["name"]] = vector
    bench = Bench(folder)
    agreed, failed = 0, []
    try:
        for name, vector in vectors.items():
            if names and name not in names:
                continue
            found = play(bench, vector, vectors)
            wanted = vector["response"]
            status = wanted["status"] if wanted["status"] is None else int(wanted["status"])
            lines = differences(found, {**wanted, "status": status})
            if lines:
                failed.append(name)
                print(f"{name}: {'; '.join(lines)[:600]}")
            else:
                agreed += 1
    finally:
        bench.stop()
        bench.cluster.remove()
    print(f"{agreed} of {agreed + len(failed)} recorded answers")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
