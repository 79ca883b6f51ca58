"""Calls of functions: which one a request means, and the SQL that calls it."""

import json

from ..errors import Unserved
from .failures import refusal
from .fuzzy import nearest
from .statement import name


def choose(cache, schema, function, given, has_json_body):
    """The function that takes the arguments given by name."""
    candidates = cache.functions.get((schema, function), [])
    fits = [f for f in candidates if takes(f, given)]
    if not fits and has_json_body:
        fits = [f for f in candidates if [p["name"] for p in f["parameters"]] == [""]
                and f["parameters"][0]["type"] in ("json", "jsonb")]
    if len(fits) == 1:
        return fits[0]
    if fits:
        told = ", ".join(f"{schema}.{function}({', '.join(p['name'] + ' => ' + p['type'] for p in f['parameters'])})"
                         for f in fits)
        raise refusal(300, "PGRST203", f"Could not choose the best candidate function between: {told}", None,
                      "Try renaming the parameters or the function itself in the database so function overloading can "
                      "be resolved")
    names = sorted(given)
    if candidates:
        lists = [f"({', '.join(p['name'] for p in f['parameters'])})" for f in candidates]
        like = nearest(f"({', '.join(names)})", lists)
        like = function + like if like else None
    else:
        like = nearest(function, sorted({n for s, n in cache.functions if s == schema}))
    with_words = f"with parameter{'s' if len(names) > 1 else ''} {', '.join(names)}" if names else "without parameters"
    also = " or with a single unnamed json/jsonb parameter" if has_json_body else ""
    raise refusal(
        404, "PGRST202", f"Could not find the function {schema}.{function}({', '.join(names)}) in the schema cache"
        if names else f"Could not find the function {schema}.{function} without parameters in the schema cache",
        f"Searched for the function {schema}.{function} {with_words}{also}, but no matches were found in the schema "
        "cache.", f"Perhaps you meant to call the function {schema}.{like}" if like else None)


def takes(function, given):
    names = {p["name"] for p in function["parameters"]}
    needed = {p["name"] for p in function["parameters"] if p["required"] and not p["variadic"]}
    return "" not in names and needed <= set(given) <= names


def source(statement, function, body, arguments):
    """The FROM that calls the function, with its result as `called`.

    - body: the JSON text of a POST; None for a GET, whose `arguments` are texts.
    """
    call = f"{name(function['schema'])}.{name(function['name'])}"
    parameters = function["parameters"]
    if body is not None and [p["name"] for p in parameters] == [""]:
        return f"{call}({statement.bind(body)}::{parameters[0]['type']}) called"
    if body is None:
        body = json.dumps(of_query(parameters, arguments))
    given = [p for p in parameters if p["name"] in json.loads(body)]
    if not given:
        return f"{call}() called"
    if any(p["variadic"] for p in given):
        raise Unserved("functions with a VARIADIC parameter")
    kinds = ", ".join(f"{name(p['name'])} {p['type']}" for p in given)
    values = ", ".join(f"{name(p['name'])} := arguments.{name(p['name'])}" for p in given)
    return (f"(SELECT * FROM json_to_record({statement.bind(body)}::json) AS _({kinds})) arguments, "
            f"LATERAL {call}({values}) called")


def of_query(parameters, arguments):
    """Arguments of a GET as a JSON object; JSON values stay JSON."""
    kinds = {p["name"]: p["type"] for p in parameters}
    values = {}
    for key, text in arguments:
        value = text
        if kinds[key] in ("json", "jsonb"):
            try:
                value = json.loads(text)
            except ValueError:
                pass
        values[key] = value
    return values
