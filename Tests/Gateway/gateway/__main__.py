"""python -m gateway: a Supabase-shaped endpoint to try geoq with, over a PostgreSQL of its own.

Prints one line of JSON with its URL and keys, and runs until its standard input ends or it is interrupted. The
cluster and all that was put into it are removed then.
"""

import argparse
import json
import signal
import sys
import tempfile
import threading

from .gateway import Gateway, authenticator
from .project import made

def main():
    parser = argparse.ArgumentParser(prog="gateway", description=__doc__.split("\n")[0])
    parser.add_argument("--port", type=int, default=0, help="0 for a free one")
    parser.add_argument("--level", choices=["kit", "rest"], default="kit", help="with geoq's kit, or tables only")
    parser.add_argument("--max-rows", type=int, help="as Supabase's limit, which is 1000")
    parser.add_argument("--token-life", type=int, default=3600, help="seconds that an access token holds")
    parser.add_argument("--reuse-interval", type=float, default=10, help="seconds for refresh tokens")
    parser.add_argument("--clock-offset", type=float, default=0, help="seconds that the server's clock is ahead")
    parser.add_argument("--pool", type=int, default=10, help="connections to the database")
    parser.add_argument("--seed", type=int, default=0, help="of the faults' chances")
    parser.add_argument("--sql", action="append", default=[], help="a file to run in the new database")
    parser.add_argument("--template", help="a path where the first gateway with the level leaves its cluster as it is at "
                        "first; others copy it")
    parser.add_argument("--database", help="an address of libpq, of a database that has the schema already; no cluster "
                        "of its own then")
    parser.add_argument("--until-interrupted", action="store_true", help="do not end with standard input")
    words = parser.parse_args()

    # An end by kill removes the cluster, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    cluster = None
    with tempfile.TemporaryDirectory(prefix="geoq-gateway-") as files:
        try:
            if words.database:
                owner = words.database
            else:
                settings = ["fsync=off", "jit=off", "wal_level=logical", "max_connections=200"]
                cluster = made(settings, words.level, words.sql, words.template)
                owner = cluster.address("project")
            gateway = Gateway(authenticator(owner), owner, files, port=words.port, max_rows=words.max_rows, pool=words.pool,
                              token_life=words.token_life, clock_offset=words.clock_offset,
                              reuse_interval=words.reuse_interval, seed=words.seed)
            threading.Thread(target=gateway.server.serve_forever, args=(0.05,), daemon=True).start()
            print(json.dumps({"url": gateway.url, "anon_key": gateway.key("anon"),
                              "service_role_key": gateway.key("service_role"), "secret": gateway.secret,
                              "database": owner}), flush=True)
            if words.until_interrupted:
                threading.Event().wait()
            sys.stdin.read()
            gateway.close()
        except KeyboardInterrupt:
            pass
        finally:
            if cluster:
                cluster.remove()


if __name__ == "__main__":
    main()
