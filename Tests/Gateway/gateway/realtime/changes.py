"""Committed changes of the publication, read by SQL from a temporary slot: what was committed while no gateway ran
is never seen, as with Supabase."""

import struct
from dataclasses import dataclass

PUBLICATION = "supabase_realtime"


@dataclass
class Change:
    kind: str           # INSERT, UPDATE or DELETE
    schema: str
    table: str
    columns: list       # names and types
    record: dict        # texts by column
    old: dict
    at: str


class Reader:
    """- connection: of a user with REPLICATION; it keeps the slot."""

    def __init__(self, connection, slot):
        self._connection, self._slot = connection, slot
        self._tables = {}
        connection.execute("select pg_create_logical_replication_slot($1, 'pgoutput', true)", [slot])

    def read(self):
        """Changes since the last call, in the order of their commits."""
        rows = self._connection.execute(
            "select data from pg_logical_slot_get_binary_changes($1, null, null, 'proto_version', '1', "
            "'publication_names', $2)", [self._slot, PUBLICATION]).fetchall()
        changes, at = [], None
        for (data,) in rows:
            kind, body = data[:1], Body(data[1:])
            if kind == b"B":
                body.skip(8)
                # Microseconds since 2000.
                at = self._connection.execute(
                    "select to_json('2000-01-01 00:00:00+00'::timestamptz + make_interval(secs => $1 / 1e6))#>>'{}'",
                    [body.number(8)]).fetchone()[0]
            elif kind == b"R":
                self._relation(body)
            elif kind in (b"I", b"U", b"D"):
                changes.append(self._change(kind, body, at))
        return changes

    def _relation(self, body):
        relation, schema, table = body.number(4), body.text(), body.text()
        body.skip(1)
        columns = []
        for _ in range(body.number(2)):
            is_key, name, kind = body.number(1), body.text(), body.number(4)
            body.skip(4)
            columns.append((name, kind, bool(is_key)))
        kinds = dict(self._connection.execute(
            "select oid::bigint, typname::text from pg_type where oid = any ($1)",
            [[kind for _, kind, _ in columns]]).fetchall())
        self._tables[relation] = (schema, table, [(name, kinds.get(kind, "text"), key) for name, kind, key in columns])

    def _change(self, kind, body, at):
        schema, table, columns = self._tables[body.number(4)]
        record, old = {}, {}
        mark = body.bytes(1)
        if mark in (b"K", b"O"):
            old = body.tuple(columns)
            mark = body.bytes(1) if kind == b"U" else b""
        if mark == b"N":
            record = body.tuple(columns)
        keys = [name for name, _, key in columns if key]
        if kind == b"U" and not old:
            old = {name: record[name] for name in keys if name in record}
        if kind == b"D":
            old = {name: old.get(name) for name in keys}
        word = {b"I": "INSERT", b"U": "UPDATE", b"D": "DELETE"}[kind]
        return Change(word, schema, table, [{"name": name, "type": kind} for name, kind, _ in columns], record, old, at)


class Body:
    """A message of pgoutput."""

    def __init__(self, data):
        self.data, self.place = bytes(data), 0

    def bytes(self, count):
        self.place += count
        return self.data[self.place - count:self.place]

    def skip(self, count):
        self.place += count

    def number(self, size):
        return struct.unpack({1: ">B", 2: ">H", 4: ">I", 8: ">q"}[size], self.bytes(size))[0]

    def text(self):
        end = self.data.index(b"\0", self.place)
        text = self.data[self.place:end].decode()
        self.place = end + 1
        return text

    def tuple(self, columns):
        """Values as texts; those of large values that did not change are left out."""
        values = {}
        for name, _, _ in columns[:self.number(2)]:
            kind = self.bytes(1)
            if kind == b"n":
                values[name] = None
            elif kind == b"t":
                values[name] = self.bytes(self.number(4)).decode()
        return values
