"""realtime-py: changes of tables."""

import asyncio

from realtime import AsyncRealtimeClient, RealtimeSubscribeStates

from .bench import Unmet, equal, id_of, scenario, true


class Heard:
    """What one subscriber hears, while `body` runs."""

    def __init__(self):
        self.changes, self.system, self.states = [], [], []

    async def until(self, condition, seconds=60):
        for _ in range(int(seconds / 0.05)):
            if condition():
                return
            await asyncio.sleep(0.05)
        raise Unmet(f"not within {seconds} s: {self.changes} {self.system} {self.states}")


def listening(b, client, body, event="*", token=None, **wish):
    """Subscribes as a client's user, then runs `body(heard, channel)`."""
    async def run():
        heard = Heard()
        socket = AsyncRealtimeClient(f"{b.url}/realtime/v1", b.anon_key, auto_reconnect=False)
        await socket.connect()
        token_ = token or (client.auth.get_session().access_token if client else b.anon_key)
        await socket.set_auth(token_)
        channel = socket.channel("geoq")
        channel.on_postgres_changes(event, heard.changes.append, schema="public", **wish)
        channel.on_system(lambda payload: heard.system.append(payload.message))
        await channel.subscribe(lambda state, error: heard.states.append((state, str(error))))
        try:
            await body(heard, channel)
        finally:
            await socket.close()
        return heard

    return asyncio.run(run())


async def subscribed(heard):
    await heard.until(lambda: "Subscribed to PostgreSQL" in heard.system)


@scenario
def insert_heard(b):
    """an insert is heard, with the row"""
    client = b.user()

    async def body(heard, _):
        await subscribed(heard)
        await asyncio.to_thread(b.list_of, client, title="Heard", observed_count=3)
        await heard.until(lambda: heard.changes)
        data = heard.changes[0]["data"]
        equal((data["type"], data["table"], data["record"]["title"], data["record"]["observed_count"]),
              ("INSERT", "watchlists", "Heard", 3))
    listening(b, client, body, table="watchlists")


@scenario
def update_heard(b):
    """an update is heard, with the old key"""
    client = b.user()
    row = b.list_of(client)

    async def body(heard, _):
        await subscribed(heard)
        await asyncio.to_thread(client.table("watchlists").update({"title": "x"}).eq("id", row["id"]).execute)
        await heard.until(lambda: heard.changes)
        data = heard.changes[0]["data"]
        equal((data["type"], data["record"]["title"], data["old_record"]), ("UPDATE", "x", {"id": row["id"]}))
    listening(b, client, body, event="UPDATE", table="watchlists")


@scenario
def delete_heard(b):
    """a delete is heard, with the key only, by all"""
    client = b.user()
    row = b.list_of(client)

    async def body(heard, _):
        await subscribed(heard)
        await asyncio.to_thread(client.table("watchlists").delete().eq("id", row["id"]).execute)
        await heard.until(lambda: heard.changes)
        equal(heard.changes[0]["data"]["old_record"], {"id": row["id"]})
    listening(b, b.user(), body, event="DELETE", table="watchlists")


@scenario
def others_not_heard(b):
    """another's rows are not heard"""
    client, other = b.user(), b.user()

    async def body(heard, _):
        await subscribed(heard)
        await asyncio.to_thread(b.list_of, other, title="Secret")
        await asyncio.to_thread(b.list_of, client, title="Own")
        await heard.until(lambda: heard.changes)
        await asyncio.sleep(0.3)
        equal([change["data"]["record"]["title"] for change in heard.changes], ["Own"])
    listening(b, client, body, table="watchlists")


@scenario
def shared_heard(b):
    """rows of a shared list are heard"""
    owner, viewer = b.user(), b.user()
    row = b.list_of(owner)
    b.share(owner, row, viewer)

    async def body(heard, _):
        await subscribed(heard)
        await asyncio.to_thread(owner.table("watchlists").update({"title": "For two"}).eq("id", row["id"]).execute)
        await heard.until(lambda: heard.changes)
        equal(heard.changes[0]["data"]["record"]["title"], "For two")
    # The insert before may still be on its way to a subscriber when the server is busy.
    listening(b, viewer, body, event="UPDATE", table="watchlists")


@scenario
def filtered(b):
    """a filter by owner"""
    client = b.user()

    async def body(heard, _):
        await subscribed(heard)
        await asyncio.to_thread(b.list_of, client, title="no")
        await asyncio.to_thread(b.list_of, client, title="yes")
        await heard.until(lambda: heard.changes)
        await asyncio.sleep(0.3)
        equal([change["data"]["record"]["title"] for change in heard.changes], ["yes"])
    listening(b, client, body, table="watchlists", filter="title=eq.yes")


@scenario
def rolled_back(b):
    """what is refused is not heard"""
    client = b.user()

    async def body(heard, _):
        await subscribed(heard)
        try:
            await asyncio.to_thread(b.list_of, client, location_rule_lat=95)
        except Exception:
            pass
        await asyncio.to_thread(b.list_of, client, title="fine")
        await heard.until(lambda: heard.changes)
        equal([change["data"]["record"]["title"] for change in heard.changes], ["fine"])
    listening(b, client, body, table="watchlists")


@scenario
def in_order(b):
    """changes come in the order of their commits"""
    client = b.user()

    async def body(heard, _):
        await subscribed(heard)
        for i in range(10):
            await asyncio.to_thread(b.list_of, client, title=str(i))
        await heard.until(lambda: len(heard.changes) == 10)
        equal([change["data"]["record"]["title"] for change in heard.changes], [str(i) for i in range(10)])
    listening(b, client, body, table="watchlists")


@scenario
def reference_rows(b):
    """anyone hears of birds"""
    async def body(heard, _):
        await subscribed(heard)
        bird = b.new_id()
        await asyncio.to_thread(b.admin.table("bird").insert(
            {"id": bird, "common_name": "New", "valid_months": [1, 2]}).execute)
        await heard.until(lambda: any(change["data"]["record"]["id"] == bird for change in heard.changes))
        equal(heard.changes[-1]["data"]["record"]["valid_months"], [1, 2])
    listening(b, None, body, event="INSERT", table="bird")


@scenario
def unknown_table(b):
    """a table that is not published"""
    async def body(heard, _):
        await asyncio.sleep(1)
        equal(heard.system, [])
        await asyncio.to_thread(b.list_of, client)
        await asyncio.sleep(0.5)
        equal(heard.changes, [])
    client = b.user()
    listening(b, client, body, table="nothing")


@scenario
def bad_token(b):
    """a join with a token that is none"""
    async def body(heard, _):
        await heard.until(lambda: heard.states)
        equal(heard.states[0][0], RealtimeSubscribeStates.CHANNEL_ERROR)
        true("MalformedJWT" in heard.states[0][1], heard.states[0][1])
    listening(b, None, body, token="a.b.c", table="bird")


@scenario
def new_token(b):
    """a new token while subscribed"""
    client = b.user()

    async def body(heard, channel):
        await subscribed(heard)
        await asyncio.to_thread(client.auth.refresh_session)
        await channel.socket.set_auth(client.auth.get_session().access_token)
        await asyncio.to_thread(b.list_of, client, title="after")
        await heard.until(lambda: heard.changes)
        equal(heard.changes[0]["data"]["record"]["owner_id"], id_of(client))
    listening(b, client, body, table="watchlists")


@scenario
def left(b):
    """after leaving nothing is heard"""
    client = b.user()

    async def body(heard, channel):
        await subscribed(heard)
        await channel.unsubscribe()
        await asyncio.to_thread(b.list_of, client)
        await asyncio.sleep(0.5)
        equal(heard.changes, [])
    listening(b, client, body, table="watchlists")
