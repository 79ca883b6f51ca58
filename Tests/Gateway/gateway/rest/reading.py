"""GET and HEAD of a table, and calls of functions."""

import json
import re

from ..errors import Refusal, Unserved
from . import calls
from .failures import body as failure_body, refusal
from .query import parse
from .statement import Statement, name


class Plan:
    """What a request does in its transaction."""

    def __init__(self, read_only, execute):
        self.read_only, self.execute = read_only, execute


def content_type(media):
    return ("Content-Type", f"{media}; charset=utf-8")


def aggregate(media, rows):
    """An expression that makes the answer's body of the rows."""
    if media == "application/geo+json":
        return (f"json_build_object('type', 'FeatureCollection', 'features', "
                f"coalesce(json_agg(ST_AsGeoJSON({rows})::json), '[]'))")
    return f"coalesce(json_agg({rows}), '[]')"


def the_only(media, count, text):
    """The body, or its only row where one row was asked for."""
    if not media.endswith("object+json"):
        return text
    if count != 1:
        raise refusal(406, "PGRST116", "Cannot coerce the result to a single JSON object",
                      f"The result contains {count} rows")
    return text.strip()[1:-1]


def page(request, part):
    """The range that a request asks for, by limit and offset or by the header Range."""
    header = request.headers.get("range")
    if header and request.method in ("GET", "HEAD") and part.limit is None and not part.offset:
        found = re.fullmatch(r"(?:items=)?(\d+)-(\d*)", header)
        if found:
            first, last = int(found[1]), int(found[2]) if found[2] else None
            if last is not None and last < first:
                raise refusal(416, "PGRST103", "Requested range not satisfiable",
                              "The lower boundary must be lower than or equal to the upper boundary in the Range header.")
            part.offset, part.limit = first, None if last is None else last - first + 1
    if part.limit is not None and part.limit < 0:
        raise refusal(416, "PGRST103", "Requested range not satisfiable",
                      "Limit should be greater than or equal to zero.")


def content_range(offset, count, total):
    rows = f"{offset}-{offset + count - 1}" if count else "*"
    return ("Content-Range", f"{rows}/{'*' if total is None else total}")


def status_of_page(offset, count, total):
    """200, or 206 for a part of the whole; raises for a page beyond the end."""
    if total is None:
        return 200
    if offset > total:
        raise Refusal(416, failure_body(
            "PGRST103", "Requested range not satisfiable",
            f"An offset of {offset} was requested, but there are only {total} rows."),
            [("Content-Range", f"*/{total}")])
    return 206 if count < total else 200


def counted(context, transaction, statement, count_sql, page_count):
    """The number of all rows, as the request prefers to know it."""
    wanted = context.preferences.count
    if wanted is None:
        return None
    if wanted == "exact":
        return transaction.execute(f"SELECT count(*) FROM ({count_sql}) _", statement.parameters)[0][0]
    plan = transaction.execute(f"EXPLAIN (FORMAT JSON) {count_sql}", statement.parameters)[0][0]
    plan = json.loads(plan) if isinstance(plan, str) else plan
    planned = plan[0]["Plan"]["Plan Rows"]
    if wanted == "estimated":
        limit = context.service.max_rows
        if limit is None or page_count < limit:
            return transaction.execute(f"SELECT count(*) FROM ({count_sql}) _", statement.parameters)[0][0]
    return planned


def read(context, table_name):
    table = context.table(table_name)
    query = parse(context.request.query)
    page(context.request, query.root)
    source = f"{name(table.schema)}.{name(table.name)}"

    def execute(transaction):
        statement = Statement(context.cache, context.schema, context.service.max_rows)
        columns, inner = statement.selected(source, table, query.select, query.embedded)
        where = statement.where(source, table, query.root, inner)
        rows = (f"SELECT {columns} FROM {source}{where}{statement.order(source, table, query.root)}"
                f"{statement.limit(query.root.limit, query.root.offset)}")
        text, count = transaction.execute(
            f"SELECT {aggregate(context.media, '_rows')}::text, count(*) FROM ({rows}) _rows", statement.parameters)[0]
        # Without the page, and with only what inner joins demand of the columns.
        counting = Statement(context.cache, context.schema, None)
        inner = [counting.embedding(source, table, item, query.embedded.get(item.alias))[1]
                 for item in query.select if getattr(item, "inner", False)]
        all_rows = f"SELECT 1 FROM {source}{counting.where(source, table, query.root, inner)}"
        total = counted(context, transaction, counting, all_rows, count)
        return finish(context, transaction, query.root, text, count, total)

    return Plan(True, execute)


def finish(context, transaction, part, text, count, total):
    applied = context.preferences.applied("GET")
    try:
        status = status_of_page(part.offset, count, total)
    except Refusal as told:
        told.headers += applied
        raise
    text = the_only(context.media, count, text)
    headers = [content_type(context.media), content_range(part.offset, count, total), *applied,
               context.content_location()]
    response = context.respond(transaction, status, text.encode(), headers)
    response.is_head = context.request.method == "HEAD"
    return response


def call(context, function_name):
    request = context.request
    if request.method not in ("GET", "HEAD", "POST"):
        raise refusal(405, "PGRST101", f"Cannot use the {request.method} method on RPC")
    body, given = None, None
    if request.method == "POST":
        body = request.body.decode() or "{}"
        kind = request.headers.get("content-type", "application/json").split(";")[0]
        if kind != "application/json":
            raise Unserved(f"arguments as {kind}")
        try:
            value = json.loads(body)
        except ValueError:
            raise refusal(400, "PGRST102", "Empty or invalid json") from None
        given = sorted(value) if isinstance(value, dict) else []
    names = {p["name"] for f in context.cache.functions.get((context.schema, function_name), []) for p in f["parameters"]}
    query = parse(request.query, body is None, names)
    if body is None:
        given = [key for key, _ in query.arguments]
    function = calls.choose(context.cache, context.schema, function_name, given, request.method == "POST")
    page(request, query.root)
    read_only = request.method != "POST" or not function["volatile"]
    return Plan(read_only, lambda transaction: called(context, transaction, function, query, body))


def called(context, transaction, function, query, body):
    statement = Statement(context.cache, context.schema, context.service.max_rows)
    source = calls.source(statement, function, body, query.arguments)
    applied = context.preferences.applied("RPC")
    if function["kind"] == "void":
        transaction.execute(f"SELECT 1 FROM {source}", statement.parameters)
        return context.respond(transaction, 204, b"", [content_range(0, 1, None), *applied])
    is_rows = function["kind"] == "row"
    if is_rows:
        table = context.cache.tables.get((context.schema, function["table"])) if function["table"] else None
        columns, inner = statement.selected("called", table, query.select, query.embedded)
        where = statement.where("called", table, query.root, inner)
        order = statement.order("called", table, query.root)
    else:
        columns, where, order = "called AS value", "", ""
    limit = statement.limit(query.root.limit, query.root.offset) if function["set"] else ""
    rows = f"SELECT {columns} FROM {source}{where}{order}{limit}"
    value = "_rows" if is_rows else "_rows.value"
    if function["set"]:
        made = aggregate(context.media, value)
    elif is_rows:
        made = "(json_agg(_rows)->0)"
    else:
        made = f"(json_agg({value})->0)" if function["returns"] != "json" and function["returns"] != "jsonb" \
            else f"(array_agg({value}))[1]"
    text, count = transaction.execute(f"SELECT {made}::text, count(*) FROM ({rows}) _rows", statement.parameters)[0]
    if function["set"]:
        total = None
        if context.preferences.count == "exact":
            total = transaction.execute(
                f"SELECT count(*) FROM (SELECT {columns} FROM {source}{where}) _", statement.parameters)[0][0]
        text = the_only(context.media, count, text)
        status = status_of_page(query.root.offset, count, total)
        headers = [content_type(context.media), content_range(query.root.offset, count, total), *applied]
    else:
        status, headers = 200, [content_type(context.media), content_range(0, 1, None), *applied]
    response = context.respond(transaction, status, (text if text is not None else "null").encode(), headers)
    response.is_head = context.request.method == "HEAD"
    return response
