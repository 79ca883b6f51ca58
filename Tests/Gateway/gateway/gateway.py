"""The whole gateway: which service answers which path."""

import json
import threading
import time

from .auth import Auth
from .database import Pool
from .errors import Refusal, Unserved
from .faults import Faults
from .realtime.service import Realtime
from .rest.service import Rest
from .storage.service import Storage
from .tokens import sign
from .web import Response, Server, json_response

SECRET = "super-secret-jwt-token-with-at-least-32-characters-long"


def authenticator(owner):
    """The address of a database for the user who may become anon, authenticated and service_role."""
    return " ".join("user=authenticator" if word.startswith("user=") else word for word in owner.split())


class Gateway:
    """A Supabase project on loopback.

    - address: of a database whose user may become anon, authenticated and service_role.
    - owner: of the same database, for Auth and Storage, as a user who may do everything.
    - files: a folder for the bytes of Storage; None for a gateway without it.
    """

    def __init__(self, address, owner, files, *, port=0, secret=SECRET, max_rows=None, pool=10, patience=10.0,
                 token_life=3600, clock_offset=0.0, reuse_interval=10.0, seed=0):
        self.secret, self.clock_offset = secret, clock_offset
        self.faults = Faults(seed)
        self.rest_pool = Pool(address, pool, patience)
        self.rest = Rest(self.rest_pool, secret, max_rows=max_rows, clock=self.clock)
        self.parts = {"/rest/v1": self.rest.answer}
        self.owner_pool = Pool(owner, 10)
        self.parts["/auth/v1"] = Auth(self, token_life, reuse_interval).answer
        if files:
            self.storage = Storage(self, files)
            self.parts["/storage/v1"] = self.storage.answer
        self.realtime = Realtime(self)
        self.parts["/realtime/v1"] = self.realtime.answer
        self.server = Server(self.answer, port, self.clock)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.requests, self.running = 0, 0
        self._counting = threading.Lock()

    def clock(self):
        """The server's time, in seconds since 1970."""
        return time.time() + self.clock_offset

    def key(self, role):
        """The project's key for a role, `anon` or `service_role`."""
        return sign({"iss": "gateway", "role": role, "iat": 1767225600, "exp": 4102444800}, self.secret)

    def answer(self, request):
        self.requests += 1
        if request.path == "/gateway":
            return self.command(request)
        with self._counting:
            self.running += 1
        try:
            return self.faults.answer(request, self.handle)
        finally:
            with self._counting:
                self.running -= 1

    def handle(self, request):
        for prefix, part in self.parts.items():
            if request.path == prefix or request.path.startswith(prefix + "/"):
                path = request.path
                request.path = path[len(prefix):] or "/"
                try:
                    return part(request)
                except Unserved as error:
                    return json_response(501, {"message": f"the gateway does not serve {error.what}"})
                except Refusal as told:
                    return json_response(told.status, told.body, told.headers)
                finally:
                    request.path = path
        return json_response(501, {"message": f"the gateway does not serve {request.path}"})

    def command(self, request):
        """GET /gateway tells counts; PUT /gateway sets faults, seed, max_rows, clock_offset and how Realtime
        misbehaves, and with `"reload": true` reads the schema before it answers: a NOTIFY is heard some time later.

        `"database"` is the owner's address of another database, which has the project from now on, as after a failover;
        `"rest_database"` one that REST alone asks, as a project's replica."""
        if request.method == "PUT":
            try:
                wanted = json.loads(request.body)
                unknown = set(wanted) - {"faults", "seed", "max_rows", "clock_offset", "realtime", "reload", "database",
                                         "rest_database"}
                if unknown:
                    raise ValueError(f"unknown words: {', '.join(sorted(unknown))}")
                if "faults" in wanted:
                    self.faults.set(wanted["faults"], wanted.get("seed", 0))
                if "max_rows" in wanted:
                    self.rest.max_rows = wanted["max_rows"]
                if "clock_offset" in wanted:
                    self.clock_offset = wanted["clock_offset"]
                if "database" in wanted:
                    self.owner_pool.move(wanted["database"])
                    self.rest_pool.move(authenticator(wanted["database"]))
                if "rest_database" in wanted:
                    self.rest_pool.move(authenticator(wanted["rest_database"]))
                if wanted.get("reload"):
                    self.rest.reload()
                if "realtime" in wanted:
                    self.realtime.misbehave(**wanted["realtime"])
            except (ValueError, TypeError) as error:
                return json_response(400, {"message": str(error)})
        elif request.method != "GET":
            return Response(405)
        return json_response(200, {"requests": self.requests, "running": self.running, "faults": self.faults.counts(),
                                   "joined": self.realtime.joined(), "listening": self.realtime.listening()})

    def close(self):
        self.rest.close()
        self.realtime.close()
        self.server.shutdown()
        self.server.server_close()
        self.rest_pool.close()
        self.owner_pool.close()
