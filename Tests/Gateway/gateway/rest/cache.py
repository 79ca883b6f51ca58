"""What the database has: tables, their columns and keys, functions. Read at the start and at
each NOTIFY pgrst; between, requests are checked against what was read."""

import json
from dataclasses import dataclass, field

TABLES = """
select coalesce(json_agg(json_build_object(
    'schema', n.nspname, 'name', c.relname, 'is_view', c.relkind in ('v', 'm'),
    'writable', case when c.relkind in ('v', 'm') then pg_relation_is_updatable(c.oid, true) else 28 end,
    'key', coalesce((select json_agg(a.attname order by k.n) from pg_constraint p
            cross join unnest(p.conkey) with ordinality k (attnum, n)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
            where p.conrelid = c.oid and p.contype = 'p'), '[]'),
    'columns', (select json_agg(json_build_object(
            'name', a.attname, 'type', format_type(a.atttypid, null),
            'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
            'identity', a.attidentity <> '') order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))), '[]')
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
"""

FOREIGN_KEYS = """
select coalesce(json_agg(json_build_object(
    'name', k.conname, 'from', child.relname, 'to', parent.relname,
    'from_columns', (select json_agg(a.attname order by u.n) from unnest(k.conkey) with ordinality u (attnum, n)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum),
    'to_columns', (select json_agg(a.attname order by u.n) from unnest(k.confkey) with ordinality u (attnum, n)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.attnum),
    'one_to_one', exists (select from pg_constraint q where q.conrelid = k.conrelid and q.contype in ('p', 'u')
        and q.conkey @> k.conkey and k.conkey @> q.conkey))), '[]')
from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
join pg_namespace n on n.oid = child.relnamespace
where k.contype = 'f' and n.nspname = any ($1) and parent.relnamespace = child.relnamespace
"""

FUNCTIONS = """
select coalesce(json_agg(json_build_object(
    'schema', n.nspname, 'name', p.proname, 'volatile', p.provolatile = 'v', 'set', p.proretset,
    'returns', format_type(p.prorettype, null),
    'kind', case when p.prorettype = 'void'::regtype then 'void'
                 when t.typtype = 'c' or p.prorettype = 'record'::regtype
                      and coalesce(p.proargmodes && array['o', 'b', 't']::"char"[], false) then 'row'
                 else 'scalar' end,
    'outs', coalesce((select count(*) from unnest(p.proargmodes) m where m in ('o', 'b', 't')), 0),
    'table', (select c.relname from pg_class c where c.oid = t.typrelid and c.relnamespace = any
        (select oid from pg_namespace where nspname = any ($1))),
    'parameters', coalesce((select json_agg(json_build_object(
            'name', coalesce(p.proargnames[a.n], ''), 'type', format_type(a.type, null),
            'variadic', p.proargmodes[a.n] = 'v',
            'required', a.inputs <= p.pronargs - p.pronargdefaults) order by a.n)
        from (select u.type, u.n, count(*) filter (where coalesce(p.proargmodes[u.n], 'i') in ('i', 'b', 'v'))
                  over (order by u.n) as inputs
              from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u (type, n)) a
        where coalesce(p.proargmodes[a.n], 'i') in ('i', 'b', 'v')), '[]')) order by p.oid), '[]')
from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
where n.nspname = any ($1) and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
"""

ROLE_SETTINGS = """
select coalesce(json_object_agg(r.rolname, s.setconfig), '{}')
from pg_db_role_setting s join pg_roles r on r.oid = s.setrole where s.setdatabase = 0
"""


@dataclass
class Table:
    schema: str
    name: str
    is_view: bool
    writable: int
    key: list
    columns: dict


@dataclass
class SchemaCache:
    tables: dict = field(default_factory=dict)
    foreign_keys: list = field(default_factory=list)
    functions: dict = field(default_factory=dict)
    role_settings: dict = field(default_factory=dict)

    @classmethod
    def read(cls, execute, schemas):
        """Reads everything, by a function that executes SQL and returns rows."""
        def one(sql, *parameters):
            value = execute(sql, parameters)[0][0]
            return json.loads(value) if isinstance(value, str) else value

        cache = cls()
        for row in one(TABLES, schemas):
            columns = {column["name"]: column for column in row["columns"] or []}
            cache.tables[row["schema"], row["name"]] = Table(
                row["schema"], row["name"], row["is_view"], row["writable"], row["key"], columns)
        cache.foreign_keys = one(FOREIGN_KEYS, schemas)
        for function in one(FUNCTIONS, schemas):
            cache.functions.setdefault((function["schema"], function["name"]), []).append(function)
        for role, settings in one(ROLE_SETTINGS).items():
            cache.role_settings[role] = dict(setting.split("=", 1) for setting in settings)
        return cache

    def relationships(self, table, other):
        """Foreign keys between two tables: (key, whether `table` has many of `other`)."""
        found = []
        for key in self.foreign_keys:
            if key["from"] == table and key["to"] == other:
                found.append((key, False))
            if key["to"] == table and key["from"] == other:
                found.append((key, not key["one_to_one"]))
        return found
