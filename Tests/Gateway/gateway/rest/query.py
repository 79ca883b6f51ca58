"""The words of a request's query: what to select, which rows, in which order."""

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from ..errors import Unserved
from .failures import refusal

OPERATORS = {
    "eq": "=", "neq": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "like": "like", "ilike": "ilike",
    "match": "~", "imatch": "~*", "cs": "@>", "cd": "<@", "ov": "&&", "sl": "<<", "sr": ">>", "nxr": "&<",
    "nxl": "&>", "adj": "-|-", "isdistinct": "is distinct from", "in": "in", "is": "is",
}
TEXT_SEARCH = {"fts": "to_tsquery", "plfts": "plainto_tsquery", "phfts": "phraseto_tsquery",
               "wfts": "websearch_to_tsquery"}
IS_WORDS = {"null", "not_null", "true", "false", "unknown"}


@dataclass
class Field:
    """A column of an answer, or `*`."""
    name: str
    path: list = field(default_factory=list)
    alias: str = None
    cast: str = None


@dataclass
class Relation:
    """Rows of another table, inside those of this one."""
    name: str
    alias: str
    hint: str
    inner: bool
    fields: list


@dataclass
class Filter:
    name: str
    path: list
    negated: bool
    operator: str
    quantifier: str
    value: object
    language: str = None


@dataclass
class Logic:
    """Several conditions, joined by `and` or `or`."""
    word: str
    negated: bool
    parts: list


@dataclass
class Part:
    """What a query says of one table."""
    conditions: list = field(default_factory=list)
    order: list = field(default_factory=list)
    limit: int = None
    offset: int = 0


@dataclass
class Query:
    select: list
    root: Part
    embedded: dict
    columns: list = None
    on_conflict: list = None
    arguments: list = field(default_factory=list)


def bad(message, details):
    return refusal(400, "PGRST100", message, details)


def split(text, separator=","):
    """Parts between separators that are in no quotes and no brackets."""
    parts, depth, quoted, start, i = [], 0, False, 0, 0
    while i < len(text):
        c = text[i]
        if quoted:
            if c == "\\":
                i += 1
            elif c == '"':
                quoted = False
        elif c == '"':
            quoted = True
        elif c in "({":
            depth += 1
        elif c in ")}":
            depth -= 1
        elif c == separator and depth == 0:
            parts.append(text[start:i])
            start = i + 1
        i += 1
    parts.append(text[start:])
    return parts


def unquoted(text):
    """A value as it was before it was quoted."""
    if len(text) >= 2 and text[0] == '"' and text[-1] == '"':
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text


def path_of(text):
    """A column and the steps into its JSON: [(arrow, key), …]"""
    pieces = re.split(r"(->>|->)", text)
    return unquoted(pieces[0]), list(zip(pieces[1::2], pieces[2::2]))


def parse_select(text):
    fields = []
    for item in split(text) if text else []:
        item = item.strip()
        bracket = item.find("(")
        if bracket >= 0 and item.endswith(")") and not item.endswith("()"):
            head, inside = item[:bracket], item[bracket + 1:-1]
            if head.startswith("..."):
                raise Unserved("spread of an embedded table")
            alias, _, name = head.rpartition(":")
            words = name.split("!")
            hints = [word for word in words[1:] if word not in ("inner", "left")]
            fields.append(Relation(words[0], alias or words[0], hints[0] if hints else None, "inner" in words[1:],
                                   parse_select(inside)))
        elif item.endswith("()"):
            raise Unserved("aggregate functions")
        else:
            cast = re.search(r"::([\w ]+)$", item)
            item = item[:cast.start()] if cast else item
            alias = re.match(r'("(?:[^"]|\\")*"|[\w ]+):(?!:)', item)
            item = item[alias.end():] if alias else item
            name, path = path_of(item)
            fields.append(Field(name, path, unquoted(alias[1]) if alias else None, cast[1] if cast else None))
    return fields


def parse_order(text):
    terms = []
    for item in split(text):
        words = item.split(".")
        direction = [word for word in words[1:] if word in ("asc", "desc")]
        nulls = [word for word in words[1:] if word in ("nullsfirst", "nullslast")]
        if len(direction) + len(nulls) != len(words) - 1 or not words[0]:
            raise bad(f'"failed to parse order ({text})" (line 1, column {len(words[0]) + 2})',
                      "unexpected word expecting asc, desc, nullsfirst or nullslast")
        if "(" in words[0]:
            raise Unserved("order by an embedded table")
        name, path = path_of(words[0])
        terms.append((name, path, direction[0] if direction else "asc", nulls[0] if nulls else None))
    return terms


def list_of(text):
    """The values of `(a,"b,c")`."""
    inside = text[1:-1]
    return [unquoted(part) for part in split(inside)] if inside else []


def parse_filter(column, text, quoted=False):
    """`not.eq.5` of a column. In a logic tree values may be quoted."""
    whole, negated = text, False
    if text.startswith("not."):
        negated, text = True, text[4:]
    found = re.match(r"(\w+?)(?:\((\w+)\))?\.", text)
    name, path = path_of(column)
    if found and found[1] in TEXT_SEARCH:
        value = text[found.end():]
        return Filter(name, path, negated, found[1], None, unquoted(value) if quoted else value, found[2])
    if not found or found[1] not in OPERATORS:
        start = len(whole) - len(text)
        known = max((word for word in list(OPERATORS) + list(TEXT_SEARCH) if text.startswith(word)), key=len, default="")
        rest = text[len(known):len(known) + 1]
        raise bad(f'"failed to parse filter ({whole})" (line 1, column {start + len(known) + 1})',
                  f'unexpected {chr(34) + rest + chr(34) if rest else "end of input"} expecting operator (eq, gt, ...)')
    operator, quantifier, value = found[1], found[2], text[found.end():]
    if operator == "in":
        if not (value.startswith("(") and value.endswith(")")):
            raise bad(f'"failed to parse filter ({whole})" (line 1, column {len(whole) - len(value) + 1})',
                      'unexpected value expecting "("')
        value = list_of(value)
    elif operator == "is":
        if value.lower() not in IS_WORDS:
            raise bad(f'"failed to parse filter ({whole})" (line 1, column {len(whole) - len(value) + 1})',
                      "unexpected value expecting null, not_null, true, false or unknown")
        value = value.lower()
    elif quoted:
        value = unquoted(value)
    return Filter(name, path, negated, operator, quantifier, value)


def parse_logic(word, negated, text):
    """`(a.eq.1,and(b.gt.2,c.is.null))`"""
    if not (text.startswith("(") and text.endswith(")")):
        raise bad(f'"failed to parse logic tree ({text})" (line 1, column 1)', 'unexpected value expecting "("')
    parts = []
    for item in split(text[1:-1]):
        item = item.strip()
        nested = re.match(r"(not\.)?(and|or)(?=\()", item)
        if nested:
            parts.append(parse_logic(nested[2], bool(nested[1]), item[nested.end():]))
        else:
            column, _, rest = split_column(item)
            parts.append(parse_filter(column, rest, quoted=True))
    return Logic(word, negated, parts)


def split_column(item):
    """The column of `doc->>a.eq.1`, which may be quoted, and what follows the dot."""
    if item.startswith('"'):
        end = item.index('"', 1) + 1
        return item[:end], ".", item[end + 1:]
    return item.partition(".")


def parse(text, is_function_call_by_get=False, parameters=()):
    """A request's query. Of a function called by GET, `parameters` are not filters, nor is what has no operator."""
    pairs = parse_qsl(text, keep_blank_values=True)
    query = Query([], Part(), {})
    select = "*"
    for key, value in pairs:
        if is_function_call_by_get and (key in parameters or not (key in RESERVED or is_condition(key, value))):
            query.arguments.append((key, value))
        elif key == "select":
            select = value
        elif key == "columns":
            query.columns = [unquoted(name.strip()) for name in split(value)] if value else None
        elif key == "on_conflict":
            query.on_conflict = [unquoted(name.strip()) for name in split(value)]
        else:
            set_part(query, key, value)
    query.select = parse_select(select)
    return query


RESERVED = {"select", "order", "limit", "offset", "columns", "on_conflict", "and", "or", "not.and", "not.or"}


def is_condition(key, value):
    """Whether a pair can be a filter."""
    word = re.match(r"(?:not\.)?(\w+)(?:\(\w+\))?\.", value)
    return "." in key or bool(word and (word[1] in OPERATORS or word[1] in TEXT_SEARCH))


def set_part(query, key, value):
    """One of order, limit, offset, and, or, or a filter, for this table or an embedded one."""
    word = re.search(r"(?:^|\.)((?:not\.)?(?:and|or)|order|limit|offset)$", key)
    if word:
        prefix, name = key[:word.start()], word[1]
    else:
        column = key.split("->")[0]
        prefix, _, _ = column.rpartition(".")
        name = key[len(prefix) + 1:] if prefix else key
    if "." in prefix:
        raise Unserved("a condition on a table embedded in an embedded table")
    part = query.embedded.setdefault(prefix, Part()) if prefix else query.root
    if name == "order":
        part.order = parse_order(value)
    elif name in ("limit", "offset"):
        # A word, and a negative offset, are ignored without an error.
        if re.fullmatch(r"-?\d+", value) and not (name == "offset" and int(value) < 0):
            setattr(part, name, int(value))
    elif word:
        part.conditions.append(parse_logic(name.rpartition(".")[2], name.startswith("not."), value))
    else:
        part.conditions.append(parse_filter(name, value))
