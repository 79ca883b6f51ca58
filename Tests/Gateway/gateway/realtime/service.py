"""Sockets and channels of Realtime, by Phoenix's messages of version 1.0.0."""

import itertools
import json
import re
import threading
import time
import uuid
from urllib.parse import parse_qs

import psycopg

from .. import database
from ..database import Cannot
from ..errors import Unserved
from ..tokens import BadToken, verify
from ..web import json_response
from .changes import Reader
from .websocket import Closed, WebSocket

OPERATORS = {"eq": "=", "neq": "<>", "lt": "<", "lte": "<=", "gt": ">", "gte": ">=", "in": "in"}


class Channel:
    """One topic of one socket, with what it subscribes to."""

    def __init__(self, socket, topic, join_ref, claims, wishes):
        self.socket, self.topic, self.join_ref, self.claims, self.wishes = socket, topic, join_ref, claims, wishes
        self.is_subscribed = False

    def send(self, event, payload, ref=None):
        self.socket.send(json.dumps({"topic": self.topic, "event": event, "ref": ref, "payload": payload}))

    def system(self, status, message, extension="postgres_changes"):
        self.send("system", {"extension": extension, "status": status, "message": message,
                             "channel": self.topic.removeprefix("realtime:")})


class Realtime:
    """Serves /realtime/v1/websocket.

    - subscribe_delay: seconds between the answer to a join and the subscription, which Supabase needs 1 to 3 for.
    """

    def __init__(self, gateway, subscribe_delay=0.2, interval=0.1):
        self.gateway, self.subscribe_delay, self.interval = gateway, subscribe_delay, interval
        self._channels, self._lock = {}, threading.Lock()
        self._numbers = itertools.count(106243155)
        self._is_open = True
        self._thread = None
        self._silent = set()

    def misbehave(self, subscribe_delay=0.2, silent=False, end=None, drop=False):
        """- subscribe_delay: as of the initializer.
        - silent: sockets that are open now say nothing any more, and look open; later ones are as ever.
        - end: channels are ended with these words.
        - drop: sockets are closed without a word.
        """
        self.subscribe_delay = subscribe_delay
        with self._lock:
            channels = list(self._channels.values())
        for channel in channels:
            if silent:
                self._silent.add(channel.socket)
                self.drop(channel)
            elif end:
                self.end(channel, end)
            elif drop:
                channel.socket.cut()

    def joined(self):
        """How many channels there are on open sockets."""
        with self._lock:
            return sum(channel.socket.is_open for channel in self._channels.values())

    def listening(self):
        """How many channels are told of changes."""
        with self._lock:
            return sum(channel.is_subscribed for channel in self._channels.values())

    def close(self):
        self._is_open = False
        with self._lock:
            sockets = {channel.socket for channel in self._channels.values()}
        for socket in sockets:
            socket.close(1001)
        if self._thread:
            self._thread.join(5)

    def answer(self, request):
        if request.path != "/websocket" or "sec-websocket-key" not in request.headers:
            raise Unserved(f"/realtime/v1{request.path}")
        query = {key: values[0] for key, values in parse_qs(request.query).items()}
        if query.get("vsn", "1.0.0") != "1.0.0":
            raise Unserved(f"messages of version {query['vsn']}")
        try:
            verify(query.get("apikey") or request.headers.get("apikey", ""), self.gateway.secret, self.gateway.clock())
        except BadToken as error:
            return json_response(401, {"error": error.message})
        response = json_response(101, None)
        response.takes_over = self.serve
        return response

    def serve(self, request):
        """One socket, to its end."""
        socket = WebSocket(request)
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._follow, daemon=True)
                self._thread.start()
        try:
            while True:
                message = json.loads(socket.receive())
                if socket not in self._silent:
                    self.take(socket, message)
        except (Closed, OSError, ValueError):
            pass
        finally:
            socket.is_open = False
            self._silent.discard(socket)
            with self._lock:
                self._channels = {key: channel for key, channel in self._channels.items() if channel.socket is not socket}

    def take(self, socket, message):
        topic, event, ref = message["topic"], message["event"], message.get("ref")
        payload = message.get("payload") or {}

        def reply(status, response):
            socket.send(json.dumps({"topic": topic, "event": "phx_reply", "ref": ref,
                                    "payload": {"status": status, "response": response}}))

        if topic == "phoenix" and event == "heartbeat":
            return reply("ok", {})
        if event == "phx_join":
            return self.join(socket, topic, message.get("join_ref") or ref, payload, reply)
        with self._lock:
            channel = self._channels.get((socket, topic))
        if channel is None:
            return reply("error", {"reason": "unmatched topic"})
        if event == "access_token":
            try:
                channel.claims = verify(payload.get("access_token") or "", self.gateway.secret, self.gateway.clock(), 0)
            except BadToken as error:
                self.end(channel, self.words(error))
        elif event == "phx_leave":
            self.drop(channel)
            reply("ok", {})
            channel.send("phx_close", {}, channel.join_ref)
        else:
            reply("error", {"reason": f"the gateway does not serve the event {event}"})

    def words(self, error):
        return {"JWT expired": "InvalidJWTExpiration: Token has expired"}.get(
            error.message, "MalformedJWT: The token provided is not a valid JWT")

    def join(self, socket, topic, join_ref, payload, reply):
        config = payload.get("config") or {}
        if config.get("private"):
            return reply("error", {"reason": "the gateway does not serve private channels"})
        token = payload.get("access_token")
        try:
            claims = verify(token, self.gateway.secret, self.gateway.clock(), 0) if token else {"role": "anon"}
        except BadToken as error:
            return reply("error", {"reason": self.words(error)})
        wishes = [{**wish, "id": next(self._numbers)} for wish in config.get("postgres_changes") or []]
        channel = Channel(socket, topic, join_ref, claims, wishes)
        with self._lock:
            self._channels[socket, topic] = channel
        reply("ok", {"postgres_changes": wishes})
        if wishes:
            threading.Timer(self.subscribe_delay, self.subscribe, [channel]).start()

    def subscribe(self, channel):
        """Checks the wishes; from here on changes are told."""
        for wish in channel.wishes:
            found = self._rows("select 1 from pg_publication_tables where pubname = 'supabase_realtime' "
                               "and schemaname = $1 and ($2::text is null or tablename = $2)",
                               [wish.get("schema", "public"), None if wish.get("table") in (None, "*") else wish["table"]])
            is_filter = wish.get("filter") is None or parsed(wish["filter"]) is not None
            if not found or not is_filter:
                told = ", ".join(f"{key}: {wish[key]}" for key in ("schema", "table", "filter") if wish.get(key))
                return channel.system(
                    "error", "Unable to subscribe to changes with given parameters. Please check Realtime is enabled for "
                             f"the given connect parameters: [event: {wish.get('event')}, {told}]")
        channel.is_subscribed = True
        channel.system("ok", "Subscribed to PostgreSQL")

    def _rows(self, sql, parameters):
        return database.run(self.gateway.owner_pool, lambda t: t.execute(sql, parameters))

    def drop(self, channel):
        with self._lock:
            self._channels.pop((channel.socket, channel.topic), None)

    def end(self, channel, words):
        self.drop(channel)
        channel.system("error", words, "system")
        channel.send("phx_close", {}, channel.join_ref)

    def _follow(self):
        """Reads changes and tells them, until the gateway ends. A lost connection means a new slot, and what was
        committed between is never told."""
        while self._is_open:
            try:
                connection = self.gateway.owner_pool.connect()
                reader = Reader(connection, f"gateway_{uuid.uuid4().hex}")
                while self._is_open:
                    for change in reader.read():
                        self.tell(change)
                    self.expire()
                    time.sleep(self.interval)
                connection.close()
            except (Cannot, psycopg.Error):
                time.sleep(0.5)

    def expire(self):
        """Ends channels whose token has expired."""
        with self._lock:
            channels = list(self._channels.values())
        for channel in channels:
            late = self.gateway.clock() - channel.claims.get("exp", float("inf"))
            if late > 0:
                try:
                    self.end(channel, f"Token has expired {int(late)} seconds ago")
                except OSError:
                    pass

    def tell(self, change):
        with self._lock:
            channels = [channel for channel in self._channels.values() if channel.is_subscribed]
        if not channels:
            return
        record = self.typed(change, change.record) if change.kind != "DELETE" else None
        for channel in channels:
            ids = [wish["id"] for wish in channel.wishes if self.fits(wish, change)]
            if not ids or not self.is_visible(channel, change):
                continue
            data = {"schema": change.schema, "table": change.table, "type": change.kind, "commit_timestamp": change.at,
                    "columns": change.columns, "errors": None}
            if record is not None:
                data["record"] = record
            if change.kind != "INSERT":
                data["old_record"] = self.typed(change, change.old)
            try:
                channel.send("postgres_changes", {"ids": ids, "data": data})
            except OSError:
                self.drop(channel)

    def typed(self, change, values):
        """Texts as JSON of the columns' types."""
        row = self._rows(f'select to_jsonb(jsonb_populate_record(null::"{change.schema}"."{change.table}", $1))',
                         [json.dumps(values)])[0][0]
        return {key: row[key] for key in values}

    def fits(self, wish, change):
        if wish.get("schema", "public") != change.schema or wish.get("table", "*") not in ("*", None, change.table):
            return False
        if wish.get("event", "*") not in ("*", change.kind):
            return False
        # Deletes cannot be filtered: only their key is known.
        if not wish.get("filter") or change.kind == "DELETE":
            return True
        column, operator, value = parsed(wish["filter"])
        if operator == "in":
            condition, value = "= any ($2)", "{" + value.strip("()") + "}"
        else:
            condition = f"{OPERATORS[operator]} $2"
        rows = self._rows(
            f'select 1 from jsonb_populate_record(null::"{change.schema}"."{change.table}", $1) r '
            f'where r."{column}" {condition}', [json.dumps(change.record), value])
        return bool(rows)

    def is_visible(self, channel, change):
        """Whether row-level security shows the row to the subscriber; deletes are told to all."""
        if change.kind == "DELETE":
            return True
        keys = list(change.old) or ["id"]
        where = " and ".join(f'"{key}"::text = ${i}' for i, key in enumerate(keys, 1))

        def ask(transaction):
            transaction.execute("select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)",
                                [json.dumps(channel.claims), channel.claims.get("role", "anon")])
            return transaction.execute(f'select 1 from "{change.schema}"."{change.table}" where {where}',
                                       [change.record[key] for key in keys])
        try:
            return bool(database.run(self.gateway.rest_pool, ask))
        except psycopg.Error:
            return False


def parsed(text):
    """Column, operator and value of a filter such as owner_id=eq.5; None for another text."""
    found = re.fullmatch(r"(\w+)=(\w+)\.(.*)", text)
    return found.groups() if found and found[2] in OPERATORS else None
