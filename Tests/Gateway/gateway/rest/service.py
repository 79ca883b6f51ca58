"""Requests of PostgREST: /TABLE and /rpc/FUNCTION."""

import json
import threading
import time
from urllib.parse import parse_qsl, quote, unquote, urlencode

import psycopg

from .. import database
from ..database import Cannot, Lost, NoConnection
from ..errors import Refusal, Unserved
from ..tokens import BadToken, verify
from ..web import Response
from . import failures, reading, writing
from .cache import SchemaCache
from .failures import refusal
from .fuzzy import nearest
from .preferences import Preferences

JSON = "application/json"
OBJECT = "application/vnd.pgrst.object+json"
GEOJSON = "application/geo+json"
# Seconds for which a database that is back is still told of as absent.
RECOVERY = 1.0
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Rest:
    """PostgREST over one database.

    - schemas: those that requests may name; the first is the one without a name.
    """

    def __init__(self, pool, secret, *, schemas=("public", "graphql_public"), anonymous="anon", max_rows=None,
                 clock=time.time):
        self.pool, self.secret, self.schemas, self.anonymous = pool, secret, list(schemas), anonymous
        self.max_rows, self.clock = max_rows, clock
        self.cache = None
        self._is_open = True
        self._trouble = False
        listening = None
        try:
            # Before the cache is read: what is told later is not missed.
            listening = self._listening()
            self.reload()
        except (Cannot, psycopg.Error):
            self._trouble = True
        threading.Thread(target=self._listen, args=[listening], daemon=True).start()

    def close(self):
        self._is_open = False

    # The schema cache

    def reload(self):
        connection = self.pool.connect()
        try:
            self.cache = SchemaCache.read(lambda sql, values: connection.execute(sql, values or None).fetchall(),
                                          self.schemas)
        finally:
            connection.close()

    def _listening(self):
        connection = self.pool.connect()
        connection.execute("listen pgrst")
        return connection

    def _listen(self, connection):
        """Reads the cache again at NOTIFY pgrst, and when the database is back."""
        while self._is_open:
            try:
                if connection is None:
                    connection = self._listening()
                    # The original was seen to need one to five seconds more.
                    time.sleep(RECOVERY)
                    self.reload()
                    self._trouble = False
                while self._is_open:
                    for _ in connection.notifies(timeout=0.5, stop_after=1):
                        self.reload()
                connection.close()
            except (Cannot, psycopg.Error):
                connection = None
                time.sleep(0.5)

    # One request

    def answer(self, request):
        """The response to a request, whose path begins after /rest/v1."""
        try:
            return self._answer(request)
        except Refusal as told:
            return told_response(request, told)

    def _answer(self, request):
        if request.method not in METHODS:
            raise refusal(405, "PGRST117", f"Unsupported HTTP method: {request.method}")
        if request.method == "OPTIONS" and "access-control-request-method" in request.headers:
            return preflight(request)
        claims = self.claims(request)
        if self.cache is None or self._trouble:
            raise failures.of_connection(Cannot("", True), True)
        schema = self.schema(request)
        preferences = Preferences.read(request.headers.get("prefer", ""))
        path = unquote(request.path).strip("/")
        if not path:
            raise Unserved("the OpenAPI document")
        context = Context(self, request, schema, preferences, claims)
        if path.startswith("rpc/"):
            return context.run(reading.call(context, path[4:]))
        if "/" in path:
            raise refusal(404, "PGRST125", "Invalid path specified in request URL")
        if request.method == "OPTIONS":
            return options(context.table(path))
        if request.method in ("GET", "HEAD"):
            return context.run(reading.read(context, path))
        return context.run(writing.write(context, path))

    def claims(self, request):
        """What the token says; nothing without a token."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return {}
        try:
            return verify(token.strip(), self.secret, self.clock())
        except BadToken as error:
            raise refusal(401, error.code, error.message, error.details,
                          challenge=f'Bearer error="invalid_token", error_description="{error.message}"') from None

    def schema(self, request):
        header = "accept-profile" if request.method in ("GET", "HEAD") else "content-profile"
        schema = request.headers.get(header, self.schemas[0])
        if schema not in self.schemas:
            raise refusal(406, "PGRST106", f"Invalid schema: {schema}", None,
                          f"Only the following schemas are exposed: {', '.join(self.schemas)}")
        return schema

    def lost(self, error):
        """The answer to trouble with the connection. When there is no database, all later answers say so until
        the cache was read again."""
        if isinstance(error, Cannot) and error.is_down:
            self._trouble = True
        return failures.of_connection(error, False)


class Context:
    """One request: what it may do, and how its answer is written."""

    def __init__(self, service, request, schema, preferences, claims):
        self.service, self.request, self.schema = service, request, schema
        self.preferences, self.claims = preferences, claims
        self.cache = service.cache
        self.role = claims.get("role", service.anonymous)
        self.media = media_type(request.headers.get("accept", "*/*"))

    def table(self, table):
        found = self.cache.tables.get((self.schema, table))
        if found:
            return found
        like = nearest(table, [n for s, n in self.cache.tables if s == self.schema])
        raise refusal(404, "PGRST205", f"Could not find the table '{self.schema}.{table}' in the schema cache", None,
                      f"Perhaps you meant the table '{self.schema}.{like}'" if like else None)

    def run(self, plan):
        """Executes a plan in a transaction of the request's role.

        A plan has `read_only`, and `execute(transaction)` that makes a Response.
        """
        def body(transaction):
            self.begin(transaction)
            return plan.execute(transaction)

        try:
            return database.run(self.service.pool, body, read_only=plan.read_only,
                                is_open=lambda: self.service._is_open)
        except (Lost, Cannot, NoConnection) as error:
            raise self.service.lost(error) from error
        except psycopg.Error as error:
            if error.sqlstate is None:
                raise
            if error.sqlstate == "57P01" and error.diag.severity_nonlocalized == "FATAL":
                raise self.service.lost(Lost(False)) from error
            raise failures.of_database(error, self.role == self.service.anonymous) from error

    def begin(self, transaction):
        """Makes the transaction the request's: role, claims and what else PostgREST tells the database."""
        settings = {
            "search_path": f'"{self.schema}", "public"',
            "role": self.role,
            "request.jwt.claims": json.dumps({**self.claims, "role": self.role}),
            "request.method": self.request.method,
            "request.path": self.request.path,
            "request.headers": json.dumps(self.request.headers),
            "response.headers": "", "response.status": "",
        }
        allowed = ("statement_timeout", "lock_timeout", "default_transaction_isolation",
                   "idle_in_transaction_session_timeout", "work_mem")
        for key, value in self.cache.role_settings.get(self.role, {}).items():
            if key in allowed:
                settings[key] = value
        calls, parameters = [], []
        # The role last: after it, other settings might not be allowed.
        for key, value in sorted(settings.items(), key=lambda pair: pair[0] == "role"):
            parameters += [key, value]
            calls.append(f"set_config(${len(parameters) - 1}, ${len(parameters)}, true)")
        transaction.execute("SELECT " + ", ".join(calls), parameters)

    def respond(self, transaction, status, body, headers):
        """A response, as a function in the database may have changed it."""
        row = transaction.execute(
            "SELECT nullif(current_setting('response.status', true), ''), "
            "nullif(current_setting('response.headers', true), '')")[0]
        if row[0]:
            status = int(row[0])
        if row[1]:
            headers = headers + [pair for item in json.loads(row[1]) for pair in item.items()]
        headers.append(("Content-Profile", self.schema))
        return Response(status, headers, body)

    def content_location(self):
        pairs = sorted(parse_qsl(self.request.query, keep_blank_values=True))
        query = urlencode(pairs, quote_via=quote)
        return ("Content-Location", self.request.path + (f"?{query}" if query else ""))


def media_type(accept):
    """The first of a request's media types that is served."""
    kinds = [item.split(";q=")[0].strip() for item in accept.split(",")]
    for kind in kinds:
        if kind in ("*/*", "application/*", JSON):
            return JSON
        if kind == OBJECT:
            return OBJECT
        if kind in (GEOJSON, "application/vnd.geo+json"):
            return GEOJSON
        if kind.split(";")[0] in ("text/csv", "application/vnd.pgrst.array+json", "application/octet-stream",
                                  "text/plain", OBJECT, "application/openapi+json"):
            raise Unserved(f"answers as {kind}")
    raise refusal(406, "PGRST107", f"None of these media types are available: {', '.join(kinds)}")


def told_response(request, told):
    body = json.dumps(told.body, ensure_ascii=False, separators=(",", ":")).encode()
    headers = [("Content-Type", f"{JSON}; charset=utf-8")] + told.headers
    return Response(told.status, headers, b"" if request.method == "HEAD" else body, is_head=request.method == "HEAD")


def options(table):
    allowed = ["OPTIONS", "GET", "HEAD"]
    insertable, updatable, deletable = table.writable & 8, table.writable & 4, table.writable & 16
    allowed += ["POST"] if insertable else []
    allowed += ["PUT"] if insertable and updatable and table.key else []
    allowed += ["PATCH"] if updatable else []
    allowed += ["DELETE"] if deletable else []
    return Response(200, [("Allow", ",".join(allowed))], b"")


def preflight(request):
    wanted = [word.strip() for word in request.headers.get("access-control-request-headers", "").split(",") if word]
    headers = ["Authorization"] + wanted + ["Accept", "Accept-Language", "Content-Language"]
    return Response(200, [
        ("Access-Control-Allow-Origin", "*"),
        ("Access-Control-Allow-Methods", "GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD"),
        ("Access-Control-Allow-Headers", ", ".join(headers)), ("Access-Control-Max-Age", "86400")], b"")
