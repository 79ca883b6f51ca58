"""POST, PATCH, PUT and DELETE of a table."""

import json
from urllib.parse import quote

from ..errors import Unserved
from .failures import refusal
from .query import Filter, parse
from .reading import Plan, content_range, content_type, the_only
from .statement import CHANGED, Statement, name


def write(context, table_name):
    table = context.table(table_name)
    query = parse(context.request.query)
    method = context.request.method
    if method == "DELETE":
        return Plan(False, lambda transaction: delete(context, transaction, table, query))
    payload = Payload(context, table, query)
    if method == "PATCH":
        return Plan(False, lambda transaction: update(context, transaction, table, query, payload))
    if method == "PUT":
        check_put(table, query, payload)
    return Plan(False, lambda transaction: insert(context, transaction, table, query, payload))


class Payload:
    """The JSON of a request's body, and the columns that it sets."""

    def __init__(self, context, table, query):
        request = context.request
        kind = request.headers.get("content-type", "application/json").split(";")[0]
        if kind in ("text/csv", "application/x-www-form-urlencoded"):
            raise Unserved(f"rows as {kind}")
        if kind != "application/json":
            raise refusal(400, "PGRST102", f"Content-Type not acceptable: {kind}")
        self.text = request.body.decode()
        try:
            self.value = json.loads(self.text)
        except ValueError:
            raise refusal(400, "PGRST102", "Empty or invalid json") from None
        rows = self.value if isinstance(self.value, list) else [self.value]
        self.rows = [row for row in rows if isinstance(row, dict)]
        keys = [set(row) for row in self.rows]
        if query.columns is not None:
            self.columns = query.columns
        else:
            if any(other != keys[0] for other in keys[1:]):
                raise refusal(400, "PGRST102", "All object keys must match")
            self.columns = sorted(keys[0]) if keys else []
        for column in self.columns:
            if column not in table.columns:
                raise refusal(400, "PGRST204",
                              f"Could not find the '{column}' column of '{table.name}' in the schema cache")
        self.table = table
        self.defaults = context.preferences.missing == "default"

    def source(self, statement):
        """Rows of the payload, as `payload`, with the types that the cache knows."""
        value = f"{statement.bind(self.text)}::json"
        rows = f"CASE json_typeof({value}) WHEN 'array' THEN {value} ELSE json_build_array({value}) END"
        known = {column: self.table.columns[column] for column in self.columns}
        with_default = [column for column, facts in known.items() if facts["default"] or facts["identity"]]
        if self.defaults and with_default:
            # What is missing gets the column's default, evaluated for each row.
            pairs = ", ".join(f"'{column}', {self.default(known[column])}" for column in with_default)
            rows = f"(SELECT json_agg(jsonb_build_object({pairs}) || one) FROM json_array_elements({rows}) AS j(raw), " \
                   "LATERAL (SELECT raw::jsonb AS one) o)"
        kinds = ", ".join(f"{name(column)} {facts['type']}" for column, facts in known.items())
        return f"json_to_recordset({rows}) AS payload({kinds})"

    def default(self, facts):
        if facts["identity"]:
            return (f"nextval(pg_get_serial_sequence('{name(self.table.schema)}.{name(self.table.name)}', "
                    f"'{facts['name']}'))")
        return facts["default"]


def check_put(table, query, payload):
    """PUT writes the one row that its filters name by the key."""
    named = {part.name: part.value for part in query.root.conditions
             if isinstance(part, Filter) and part.operator == "eq" and not part.negated}
    if set(named) != set(table.key) or len(query.root.conditions) != len(table.key):
        raise refusal(405, "PGRST105", "Filters must include all and only primary key columns with 'eq' operators")
    if len(payload.rows) != 1 or any(as_text(payload.rows[0].get(key)) != value for key, value in named.items()):
        raise refusal(400, "PGRST115", "Payload values do not match URL in primary key column(s)")


def as_text(value):
    return value if isinstance(value, str) else json.dumps(value)


def answered(context, transaction, table, query, statement, command, method, status):
    """Executes a command with RETURNING *, and writes the answer.

    - status: given the number of rows and that of new rows, the status of an answer with rows.
    """
    wanted = context.preferences.return_
    if wanted == "representation":
        columns, _ = statement.selected(CHANGED, table, query.select, query.embedded)
        # Rows come in the order of the command, or in the order that was asked for.
        rows = f"SELECT {columns} FROM {CHANGED}{statement.order(CHANGED, table, query.root)}"
    else:
        rows = f"SELECT 1 FROM {CHANGED}"
    is_upsert = method in ("POST", "PUT")
    fresh = f"(SELECT count(*) FROM {CHANGED} WHERE is_new)" if is_upsert else "0"
    keys = ", ".join(name(key) for key in table.key)
    place = f"(SELECT row_to_json(k)::text FROM (SELECT {keys} FROM {CHANGED} LIMIT 1) k)" if keys else "NULL"
    text, count, new, key = transaction.execute(
        f"WITH {CHANGED} AS ({command}) SELECT coalesce(json_agg(_rows), '[]')::text, count(*), {fresh}, {place} "
        f"FROM ({rows}) _rows", statement.parameters)[0]
    limit = context.preferences.max_affected
    if limit is not None and method in ("PATCH", "DELETE") and count > int(limit):
        raise refusal(400, "PGRST124", "Query result exceeds max-affected preference constraint",
                      f"The query affects {count} rows")
    total = count if context.preferences.count == "exact" else None
    headers = []
    if method == "POST" and wanted == "headers-only" and key and count == 1:
        pairs = "&".join(f"{column}=eq.{quote(as_text(value))}" for column, value in json.loads(key).items())
        headers.append(("Location", f"{context.request.path}?{pairs}"))
    if method != "PUT":
        shown = count if method == "PATCH" else 0
        headers.append(content_range(0, shown, total))
    headers += context.preferences.applied(method)
    if wanted == "representation":
        text = the_only(context.media, count, text)
        return context.respond(transaction, status(count, new), text.encode(), [content_type(context.media), *headers])
    plain = status(count, new)
    return context.respond(transaction, 204 if plain == 200 and method in ("PATCH", "DELETE", "PUT") else plain, b"",
                           headers)


def insert(context, transaction, table, query, payload):
    statement = Statement(context.cache, context.schema, None)
    target = f"{name(table.schema)}.{name(table.name)}"
    method = context.request.method
    columns = ", ".join(name(column) for column in payload.columns)
    if payload.columns:
        command = f"INSERT INTO {target}({columns}) SELECT {columns} FROM {payload.source(statement)}"
    elif payload.rows:
        command = f"INSERT INTO {target} DEFAULT VALUES"
    else:
        command = f"INSERT INTO {target} SELECT null FROM {target} WHERE false"
    resolution = "merge-duplicates" if method == "PUT" else context.preferences.resolution
    conflict = table.key if method == "PUT" or query.on_conflict is None else query.on_conflict
    if resolution and conflict:
        on = ", ".join(name(column) for column in conflict)
        changes = ", ".join(f"{name(column)} = EXCLUDED.{name(column)}" for column in payload.columns)
        command += f" ON CONFLICT({on}) DO " + (
            "NOTHING" if resolution == "ignore-duplicates" or not changes else f"UPDATE SET {changes}")
    # A row that was updated instead has been locked by this transaction, which xmax tells. Views have no xmax.
    command += f" RETURNING {target}.*, {'true' if table.is_view else f'({target}.xmax = 0)'} AS is_new"

    def status(count, new):
        if method == "PUT":
            return 201 if new else 200
        return 200 if resolution == "merge-duplicates" and count and not new else 201

    return answered(context, transaction, table, query, statement, command, method, status)


def update(context, transaction, table, query, payload):
    statement = Statement(context.cache, context.schema, None)
    target = f"{name(table.schema)}.{name(table.name)}"
    if not payload.columns:
        command = f"SELECT * FROM {target} WHERE false"
    else:
        source = payload.source(statement)
        changes = ", ".join(f"{name(column)} = payload.{name(column)}" for column in payload.columns)
        where = statement.where(target, table, query.root)
        command = (f"UPDATE {target} SET {changes} FROM (SELECT * FROM {source} LIMIT 1) payload{where} "
                   f"RETURNING {target}.*")
    return answered(context, transaction, table, query, statement, command, "PATCH", lambda count, new: 200)


def delete(context, transaction, table, query):
    statement = Statement(context.cache, context.schema, None)
    target = f"{name(table.schema)}.{name(table.name)}"
    where = statement.where(target, table, query.root)
    command = f"DELETE FROM {target}{where} RETURNING {target}.*"
    return answered(context, transaction, table, query, statement, command, "DELETE", lambda count, new: 200)
