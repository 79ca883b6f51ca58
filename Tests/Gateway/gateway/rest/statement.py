"""SQL of a query. One statement a request, which makes the JSON in PostgreSQL."""

from ..errors import Unserved
from .failures import refusal
from .query import OPERATORS, TEXT_SEARCH, Field, Filter, Part


def name(text):
    """An identifier in quotes."""
    return '"' + text.replace('"', '""') + '"'


def literal(text):
    """A text in quotes, for keys of JSON, which take no parameters."""
    return "'" + text.replace("'", "''") + "'"


# The rows that a command has changed.
CHANGED = "pgrst_source"


class Statement:
    """Collects the parameters of one statement."""

    def __init__(self, cache, schema, max_rows):
        self.cache, self.schema, self.max_rows = cache, schema, max_rows
        self.parameters = []

    def bind(self, value):
        self.parameters.append(value)
        return f"${len(self.parameters)}"

    # Expressions

    def column(self, source, table, column, path):
        sql = f"{source}.{name(column)}"
        if not path:
            return sql
        kind = table.columns.get(column, {}).get("type") if table else None
        if kind not in ("json", "jsonb"):
            sql = f"to_jsonb({sql})"
        return sql + "".join(arrow + (key if key.lstrip("-").isdigit() else literal(key)) for arrow, key in path)

    def field(self, source, table, item):
        if item.name == "*":
            if source == CHANGED:      # it has one column more
                return ", ".join(f"{source}.{name(column)}" for column in table.columns)
            return f"{source}.*"
        sql = self.column(source, table, item.name, item.path)
        if item.cast:
            sql = f"CAST({sql} AS {item.cast})"
        label = item.alias
        if label is None and item.path:
            keys = [key for _, key in item.path if not key.lstrip("-").isdigit()]
            label = keys[-1] if keys else item.name
        return f"{sql} AS {name(label or item.name)}"

    def condition(self, source, table, part):
        if not isinstance(part, Filter):
            inside = f" {part.word} ".join(self.condition(source, table, item) for item in part.parts)
            return f"{'not ' if part.negated else ''}({inside})"
        sql = self.comparison(self.column(source, table, part.name, part.path), part)
        return f"not ({sql})" if part.negated else sql

    def comparison(self, column, part):
        if part.operator in TEXT_SEARCH:
            language = f"{self.bind(part.language)}::regconfig, " if part.language else ""
            return f"{column} @@ {TEXT_SEARCH[part.operator]}({language}{self.bind(part.value)})"
        if part.operator == "in":
            return f"{column} = ANY ({self.bind(array(part.value))})"
        if part.operator == "is":
            return f"{column} IS {part.value.replace('_', ' ').upper()}"
        value = part.value
        if part.operator in ("like", "ilike"):
            value = value.replace("*", "%")
        if part.quantifier:
            return f"{column} {OPERATORS[part.operator]} {part.quantifier.upper()} ({self.bind(value)})"
        return f"{column} {OPERATORS[part.operator]} {self.bind(value)}"

    def where(self, source, table, part, more=()):
        conditions = list(more) + [self.condition(source, table, item) for item in part.conditions]
        return " WHERE " + " AND ".join(conditions) if conditions else ""

    def order(self, source, table, part):
        terms = []
        for column, path, direction, nulls in part.order:
            words = {"nullsfirst": " NULLS FIRST", "nullslast": " NULLS LAST"}.get(nulls, "")
            terms.append(f"{self.column(source, table, column, path)} {direction.upper()}{words}")
        return " ORDER BY " + ", ".join(terms) if terms else ""

    def limit(self, limit, offset=0):
        sizes = [size for size in (limit, self.max_rows) if size is not None]
        return (f" LIMIT {min(sizes)}" if sizes else "") + (f" OFFSET {offset}" if offset else "")

    # Embedding

    def selected(self, source, table, fields, embedded, depth=0):
        """The columns of a SELECT, and conditions that inner joins add."""
        columns, conditions = [], []
        for item in fields:
            if isinstance(item, Field):
                columns.append(self.field(source, table, item))
            else:
                if depth:
                    raise Unserved("a table embedded in an embedded table")
                sql, exists = self.embedding(source, table, item, embedded.get(item.alias) or embedded.get(item.name))
                columns.append(sql)
                if item.inner:
                    conditions.append(exists)
        return ", ".join(columns) or "NULL", conditions

    def relationship(self, table, item):
        found = self.cache.relationships(table.name, item.name)
        if not found:      # by the name of a foreign key or its column
            found = [(key, False) for key in self.cache.foreign_keys
                     if key["from"] == table.name and item.name in (key["name"], *key["from_columns"])]
        if item.hint:
            found = [pair for pair in found
                     if item.hint in (pair[0]["name"], *pair[0]["from_columns"], *pair[0]["to_columns"])]
        if not found:
            raise refusal(
                400, "PGRST200",
                f"Could not find a relationship between '{table.name}' and '{item.name}' in the schema cache",
                f"Searched for a foreign key relationship between '{table.name}' and '{item.name}' in the schema "
                f"'{self.schema}', but no matches were found.")
        if len(found) > 1:
            raise Unserved("a relationship between two tables that have several")
        return found[0]

    def embedding(self, source, table, item, part):
        key, many = self.relationship(table, item)
        is_child = key["from"] == table.name and not (many or key["to"] == table.name)
        other = self.cache.tables[self.schema, key["to"] if is_child else key["from"]]
        mine, its = ("from_columns", "to_columns") if is_child else ("to_columns", "from_columns")
        part = part or Part()
        target = f"{name(self.schema)}.{name(other.name)}"
        alias = name(f"{other.name}_1")
        join = [f"{alias}.{name(b)} = {source}.{name(a)}" for a, b in zip(key[mine], key[its])]
        columns, _ = self.selected(alias, other, item.fields, {}, depth=1)
        where = self.where(alias, other, part, join)
        rows = (f"SELECT {columns} FROM {target} AS {alias}{where}{self.order(alias, other, part)}"
                f"{self.limit(part.limit, part.offset) if many else ''}")
        value = "coalesce(json_agg(embedded), '[]')" if many else "row_to_json(embedded)"
        return (f"(SELECT {value} FROM ({rows}) embedded) AS {name(item.alias)}",
                f"EXISTS (SELECT FROM {target} AS {alias}{where})")


def array(values):
    """A PostgreSQL array of texts."""
    return "{" + ",".join('"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"' for value in values) + "}"
