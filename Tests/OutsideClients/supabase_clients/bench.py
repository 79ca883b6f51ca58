"""What scenarios share: a project, clients of it, and expectations."""

import contextlib
import itertools
import json
import uuid

from supabase import ClientOptions, create_client

SCENARIOS = []
PASSWORD = "correct horse battery"


def scenario(function):
    """Registers a function as a scenario; its docstring is the name."""
    SCENARIOS.append(function)
    return function


class Skipped(Exception):
    """A scenario that only a gateway can play."""


class Unmet(Exception):
    """An expectation that does not hold."""


def equal(found, wanted):
    if found != wanted:
        raise Unmet(f"{found!r:.300} is not {wanted!r:.300}")


def true(condition, words):
    if not condition:
        raise Unmet(words)


@contextlib.contextmanager
def fails(kind, **wanted):
    """The body raises an error of this kind, whose attributes have these values."""
    try:
        yield
    except kind as error:
        for key, value in wanted.items():
            found = getattr(error, key, None)
            if str(found) != str(value):
                raise Unmet(f"{key} is {found!r} for {value!r}: {error!r:.300}") from error
        return
    raise Unmet(f"no {kind.__name__} was raised")


class Bench:
    """A project and the users of one run."""

    def __init__(self, url, anon_key, service_key, control=None):
        self.url, self.anon_key, self.service_key, self.control = url, anon_key, service_key, control
        self._number = itertools.count(1)
        self.admin = self.client(service_key)
        self.run = uuid.uuid4().hex[:8]
        self.bird = self.new_id()
        self.admin.table("bird").insert({"id": self.bird, "common_name": f"Bird of {self.run}",
                                         "valid_months": [4, 5], "valid_locations": ["US-OR", "a,b \"c\""]}).execute()
        self.hotspot = self.new_id()
        self.admin.table("hotspot").insert({"id": self.hotspot, "name": f"Place of {self.run}", "lat": 45.8051,
                                            "lon": -122.7451}).execute()

    def needs_control(self):
        if self.control is None:
            raise Skipped()

    @staticmethod
    def new_id():
        return str(uuid.uuid4())

    def client(self, key=None, flow="implicit"):
        """A client without a user, that renews nothing by itself."""
        return create_client(self.url, key or self.anon_key, ClientOptions(
            auto_refresh_token=False, persist_session=False, flow_type=flow))

    def email(self):
        return f"user{next(self._number)}.{self.run}@example.org"

    def user(self):
        """A client of a new user."""
        client = self.client()
        client.auth.sign_up({"email": self.email(), "password": PASSWORD})
        return client

    def list_of(self, client, **values):
        """A new watchlist of a client's user."""
        row = {"id": self.new_id(), "owner_id": id_of(client), "title": "List", **values}
        return client.table("watchlists").insert(row).execute().data[0]

    def share(self, owner, watchlist, viewer, permission="view"):
        owner.table("watchlist_shares").insert({
            "id": self.new_id(), "watchlist_id": watchlist["id"], "user_id": id_of(viewer), "permission": permission,
        }).execute()


def id_of(client):
    return client.auth.get_session().user.id


def rpc(client, name, **arguments):
    answer = client.rpc(name, arguments).execute().data
    return json.loads(answer) if isinstance(answer, str) and answer[:1] in "{[" else answer
