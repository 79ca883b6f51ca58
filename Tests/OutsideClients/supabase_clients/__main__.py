"""Runs the scenarios against the gateway, or against the project that SUPABASE_URL, SUPABASE_ANON_KEY and
SUPABASE_SERVICE_KEY name, which must have the SQL of `geoq server-sql`. Users and rows are left there.

Prints a line for each that fails, and how many passed. Ends with status 1 when one fails.
"""

import importlib
import os
import pathlib
import sys
import threading
import traceback

HERE = pathlib.Path(__file__).resolve().parent
# In place of this folder, whose realtime.py would hide the package of that name.
sys.path[:1] = [str(HERE.parents[1] / "Gateway"), str(HERE.parent)]

from supabase_clients.bench import SCENARIOS, Bench, Skipped     # noqa: E402


class Control:
    """What only a gateway lets a scenario do."""

    reuse_interval = 0.5

    def __init__(self, gateway):
        self.gateway = gateway

    def sign(self, claims):
        from gateway.tokens import sign
        return sign(claims, self.gateway.secret)


def main(names):
    for part in ("rest", "kit", "auth", "storage", "realtime"):
        importlib.import_module(f"supabase_clients.{part}")
    if "SUPABASE_URL" in os.environ:
        return run(Bench(os.environ["SUPABASE_URL"], os.environ["SUPABASE_ANON_KEY"],
                         os.environ["SUPABASE_SERVICE_KEY"]), names)
    from gateway.gateway import Gateway
    from gateway.project import made
    import tempfile
    cluster = made(["fsync=off", "jit=off", "wal_level=logical"], "kit", [])
    try:
        with tempfile.TemporaryDirectory() as files:
            gateway = Gateway(cluster.address("project", "authenticator"), cluster.address("project"), files,
                              reuse_interval=Control.reuse_interval)
            threading.Thread(target=gateway.server.serve_forever, args=(0.05,), daemon=True).start()
            status = run(Bench(gateway.url, gateway.key("anon"), gateway.key("service_role"), Control(gateway)), names)
            gateway.close()
            return status
    finally:
        cluster.remove()


def run(bench, names):
    bench.admin_auth = bench.admin.auth.admin
    passed, failed, skipped = 0, 0, 0
    for scenario in SCENARIOS:
        if names and scenario.__name__ not in names:
            continue
        try:
            scenario(bench)
            passed += 1
        except Skipped:
            skipped += 1
        except Exception as error:
            failed += 1
            place = traceback.extract_tb(error.__traceback__)[1:2] or traceback.extract_tb(error.__traceback__)
            print(f"not ok: {scenario.__module__.rpartition('.')[2]}: {scenario.__doc__} "
                  f"(line {place[0].lineno}): {type(error).__name__} {error}")
    if skipped:
        print(f"{skipped} scenarios need the gateway and were left out")
    print(f"{passed} of {passed + failed} scenarios")
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
