-- geoq's remote, 2 of 4: the kit, with which a device pulls what has changed and loses nothing, and
-- pushes what it has changed and has each change applied once.
--
--   geoq server-sql kit | psql -X -v ON_ERROR_STOP=1 -d DATABASE          after: geoq server-sql schema
--
-- It adds columns, triggers and functions and changes no existing column's meaning. Running it again
-- changes nothing. It replaces the first version of the kit. Run it as the owner of the tables.
--
-- What a device asks, over PostgREST as /rpc/NAME or over libpq:
--   geoq_changes  what has changed in many tables, all of one moment
--   geoq_pull     further pages of one table
--   geoq_digest   sums by which a device finds rows that it lacks, that are gone, or that differ
--   geoq_push     changes of a device
--   geoq_boot     names this run of the server, after a crash
-- All but geoq_boot answer with an object that holds "kit": 2.

begin;
set local client_min_messages = warning;

do $$
begin
    if to_regclass('public.watchlists') is null or to_regprocedure('auth.uid()') is null then
        raise exception 'this database has no tables of geoq yet: run geoq server-sql schema first, then kit again';
    end if;
end
$$;


-- ============================================================================
-- 1. State
-- ============================================================================
create schema if not exists geoq;
grant usage on schema geoq to anon, authenticated, service_role;

-- The tables that travel. Parents have lower ranks than children. A place is cut by a device's region.
create table if not exists geoq.synced (
    table_name text primary key,
    rank int not null
);
alter table geoq.synced add column if not exists is_writable boolean not null default false;
alter table geoq.synced add column if not exists is_place boolean not null default false;

-- Rows that were deleted from their tables.
create table if not exists geoq.tombstone (
    table_name text not null,
    row_id uuid not null,
    sync_xid xid8 not null default pg_current_xact_id(),
    deleted_at timestamptz not null default clock_timestamp(),
    primary key (table_name, row_id)
);
create index if not exists tombstone_sync on geoq.tombstone (table_name, sync_xid, row_id);

-- The ledger: answers to pushed operations. An operation that comes again gets its first answer.
create table if not exists geoq.applied (
    op_id uuid primary key,
    user_id uuid,
    result jsonb not null,
    at timestamptz not null default clock_timestamp()
);
create index if not exists applied_at on geoq.applied (at);

-- Tombstones of transactions before purged_upto are gone. An older cursor is refused.
create table if not exists geoq.horizon (
    singleton boolean primary key default true check (singleton),
    purged_upto xid8 not null default '0'
);
insert into geoq.horizon default values on conflict do nothing;
-- The cluster whose numbers of transactions the rows have.
alter table geoq.horizon add column if not exists server bigint;

-- UNLOGGED on purpose: recovery from a crash empties it. After a crash PostgreSQL gives the numbers of
-- transactions again that were not on disk yet, so cursors of before the crash are worthless.
create unlogged table if not exists geoq.boot (id uuid not null default gen_random_uuid());

grant select on geoq.synced, geoq.tombstone, geoq.horizon to anon, authenticated, service_role;


-- ============================================================================
-- 2. Triggers
-- ============================================================================

-- The server sets created_at, updated_at, row_version and sync_xid. A write that changes nothing
-- else returns the old row: no new version, and nothing is sent again.
--
-- Identifications and photos are shown in the order in which their user made them, so an insert of one
-- may say when that was: at most five minutes ahead of the server's clock, and not before 1970. An
-- insert that does not say it gets the server's time; the column's default, now(), says nothing. What
-- a row was created at never changes.
--
-- edited_at is when a person made the latest edit, by the device's clock as corrected by the device. It
-- is at most five minutes ahead of the server's clock. A writer that does not say when gets the server's
-- time. An edit that arrives late, of other columns, takes it back to no earlier moment: a third device's
-- edit would then win over one that was later. edited_device is the device of that edit, and breaks ties
-- between edits of one moment.
--
-- A row of more than 1 MiB, as JSON, is refused: it comes in the answers to everyone who mirrors the table, and a
-- device takes 64 MiB at once. One that is longer may be marked as deleted.
--
-- Arguments: 'edited' for a table with edited_at, else ''; then the generated columns, which a trigger
-- before a write does not see.
create or replace function geoq.stamp() returns trigger language plpgsql as $$
declare
    own constant text[] := array['created_at', 'updated_at', 'row_version', 'sync_xid', 'sync_status',
                                 'last_synced_at', 'edited_at', 'edited_device'] || tg_argv[1:];
    moments constant text[] := array['identification_session', 'identification_mark', 'identification_result',
                                     'identification_candidate', 'observed_bird_photos'];
begin
    if tg_op = 'UPDATE' then
        if new.id is distinct from old.id then
            raise exception 'the id of a row cannot change' using errcode = '23514';
        end if;
        if to_jsonb(new) - own = to_jsonb(old) - own then
            return old;
        end if;
        new.row_version := old.row_version + 1;
        new.created_at := old.created_at;
        new.updated_at := greatest(clock_timestamp(), coalesce(old.updated_at, '-infinity') + interval '1 microsecond');
    else
        new.row_version := 1;
        new.updated_at := clock_timestamp();
        if tg_table_name <> all (moments) or new.created_at is null or new.created_at = now() then
            new.created_at := new.updated_at;
        end if;
        new.created_at := greatest(least(new.created_at, new.updated_at + interval '5 minutes'),
                                   '1970-01-01 00:00:00+00');
    end if;
    if octet_length(to_jsonb(new)::text) > 1048576 and (tg_op = 'INSERT' or new.deleted_at is null
            or to_jsonb(new) - own - 'deleted_at'::text is distinct from to_jsonb(old) - own - 'deleted_at'::text) then
        raise exception 'a row of % is longer than 1 MiB', tg_table_name using errcode = '23514';
    end if;
    new.sync_xid := pg_current_xact_id();
    if tg_argv[0] = 'edited' then
        if tg_op = 'UPDATE' and new.edited_at is not distinct from old.edited_at then
            new.edited_at := clock_timestamp();
            if new.edited_device is not distinct from old.edited_device then
                new.edited_device := null;
            end if;
        end if;
        new.edited_at := coalesce(new.edited_at, clock_timestamp());
        if tg_op = 'UPDATE' and old.edited_at > new.edited_at then
            new.edited_at := old.edited_at;
            new.edited_device := old.edited_device;
        end if;
        new.edited_at := least(new.edited_at, clock_timestamp() + interval '5 minutes');
    end if;
    -- Here, and not once for each statement: one that writes no row rings at no device.
    perform pg_notify('geoq', tg_table_name);
    return new;
end
$$;

-- A deleted row leaves a tombstone, also one that a foreign key's cascade deletes.
create or replace function geoq.bury() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
    insert into geoq.tombstone (table_name, row_id) values (tg_table_name, old.id)
    on conflict (table_name, row_id)
        do update set sync_xid = pg_current_xact_id(), deleted_at = clock_timestamp();
    return null;
end
$$;

create or replace function geoq.no_truncate() returns trigger language plpgsql as $$
begin
    raise exception 'TRUNCATE would leave no tombstones; use DELETE' using errcode = '0A000';
end
$$;

-- The table's name and no data: every role may listen.
create or replace function geoq.hint() returns trigger language plpgsql as $$
begin
    perform pg_notify('geoq', tg_table_name);
    return null;
end
$$;

-- A parent that is marked as deleted takes its living children with it. Arguments: the children's
-- table and its foreign key. A parent that comes back does not bring them back.
create or replace function geoq.bury_children() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
    if new.deleted_at is not null and old.deleted_at is null then
        execute format('update public.%I set deleted_at = $1 where %I = $2 and deleted_at is null',
                       tg_argv[0], tg_argv[1])
            using new.deleted_at, new.id;
    end if;
    return null;
end
$$;

-- No living child under a parent that is marked as deleted. Arguments: the parents' table and the
-- child's foreign key. FOR SHARE waits for a delete of the parent that is under way.
create or replace function geoq.refuse_orphan() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
    dead timestamptz;
begin
    execute format('select deleted_at from public.%I where id = $1 for share', tg_argv[0])
        into dead using (to_jsonb(new) ->> tg_argv[1])::uuid;
    if dead is not null and new.deleted_at is null then
        raise exception 'the row in % that this one belongs to is deleted', tg_argv[0] using errcode = 'PT410';
    end if;
    return new;
end
$$;


-- ============================================================================
-- 3. Attaching tables
-- ============================================================================
drop function if exists geoq.attach(regclass, int);

-- Makes a table travel. A writable table gets edited_at and edited_device.
create or replace function geoq.attach(p_table regclass, p_rank int, p_writable boolean, p_place boolean default false)
returns void language plpgsql as $$
declare
    named constant text := (select relname from pg_class where oid = p_table);
begin
    execute format('alter table %s add column if not exists deleted_at timestamptz', p_table);
    execute format('alter table %s add column if not exists row_version int not null default 1', p_table);
    execute format('update %s set row_version = coalesce(row_version, 1),
                                  updated_at = coalesce(updated_at, created_at, now())
                    where row_version is null or updated_at is null', p_table);
    execute format('alter table %s alter column row_version set not null, alter column updated_at set not null,
                    alter column updated_at set default clock_timestamp()', p_table);
    execute format('alter table %s add column if not exists sync_xid xid8 not null default pg_current_xact_id()', p_table);
    if p_writable then
        execute format('alter table %s add column if not exists edited_at timestamptz,
                        add column if not exists edited_device uuid', p_table);
    end if;
    execute format('create index if not exists %I on %s (sync_xid, id)', named || '_sync_idx', p_table);
    execute format('create or replace trigger geoq_stamp before insert or update on %s
                    for each row execute function geoq.stamp(%s)', p_table,
                   (select string_agg(quote_literal(a), ', ' order by n)
                    from (select 0 as n, case when p_writable then 'edited' else '' end as a
                          union all select attnum, attname from pg_attribute
                          where attrelid = p_table and attnum > 0 and attgenerated <> '') arguments));
    execute format('create or replace trigger geoq_bury after delete on %s
                    for each row execute function geoq.bury()', p_table);
    execute format('create or replace trigger geoq_truncate before truncate on %s
                    for each statement execute function geoq.no_truncate()', p_table);
    execute format('create or replace trigger geoq_hint after delete on %s
                    for each statement execute function geoq.hint()', p_table);
    insert into geoq.synced (table_name, rank, is_writable, is_place) values (named, p_rank, p_writable, p_place)
    on conflict (table_name) do update
        set rank = excluded.rank, is_writable = excluded.is_writable, is_place = excluded.is_place;
end
$$;

-- Ties children to parents: deleted together, and none under a deleted one. What lived under a deleted
-- one before is deleted now.
create or replace function geoq.link(p_parent regclass, p_child regclass, p_key name) returns void language plpgsql as $$
declare
    parent constant text := (select relname from pg_class where oid = p_parent);
    child constant text := (select relname from pg_class where oid = p_child);
begin
    execute format('create or replace trigger %I after update of deleted_at on %s
                    for each row execute function geoq.bury_children(%L, %L)',
                   'geoq_children_' || child, p_parent, child, p_key);
    execute format('create or replace trigger %I before insert or update of %I, deleted_at on %s
                    for each row execute function geoq.refuse_orphan(%L, %L)',
                   'geoq_parent_' || parent, p_key, p_child, parent, p_key);
    execute format('update %s c set deleted_at = p.deleted_at from %s p
                    where p.id = c.%I and p.deleted_at is not null and c.deleted_at is null',
                   p_child, p_parent, p_key);
end
$$;


-- ============================================================================
-- 4. The server's identity
-- When it differs from that of a cursor, the cursor is worthless: the device compares by digest. When
-- it ends in "crashed", the device calls geoq_boot first.
-- ============================================================================
create or replace function public.geoq_boot() returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
    this uuid;
begin
    select id into this from geoq.boot limit 1;
    if this is null then
        lock table geoq.boot in exclusive mode;
        select id into this from geoq.boot limit 1;
        if this is null then
            insert into geoq.boot default values returning id into this;
        end if;
    end if;
    return this;
end
$$;

-- server   the cluster's number, how often it was promoted or restored, and the database's number
-- run      the time from one crash to the next
create or replace function geoq.here(out server text, out run text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
    run := 'standby';       -- an unlogged table cannot be read on a standby
    if not pg_is_in_recovery() then
        execute 'select coalesce((select id::text from geoq.boot limit 1), ''crashed'')' into run;
    end if;
    begin
        server := (pg_control_system()).system_identifier || '/' || greatest(
            (pg_control_checkpoint()).timeline_id,
            -- The control file shows a promotion only after the next checkpoint; a file of the log begins with it.
            case when not pg_is_in_recovery()
                then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end);
    exception when insufficient_privilege then
        server := 'hidden/hidden';      -- the run still tells a crash, the numbers another database
    end;
    server := server || '/' || (select oid from pg_database where datname = current_database());
end
$$;

create or replace function geoq.oid_of(p_table text) returns oid language sql stable as $$
    select to_regclass('public.' || quote_ident(p_table))::oid
$$;

create or replace function geoq.identity(p_table text) returns text language sql stable as $$
    select concat_ws('/', h.server, geoq.oid_of(p_table), h.run) from geoq.here() h
$$;


-- ============================================================================
-- 5. Regions
-- {"west", "south", "east", "north"} in degrees, across the meridian 180° when west > east, or
-- {"latitude", "longitude", "radiusMeters"}. Edges belong to the region. The meridian 180° is one
-- place under two numbers, and a pole lies on every meridian.
-- ============================================================================
create or replace function geoq.number_of(p_region jsonb, p_key text) returns double precision
language plpgsql immutable as $$
begin
    if jsonb_typeof(p_region -> p_key) is distinct from 'number' then
        raise exception 'a region has no number %', p_key using errcode = '22023';
    end if;
    return (p_region ->> p_key)::double precision;
end
$$;

-- A condition on a table with lat, lon and, for circles, location.
create or replace function geoq.within(p_region jsonb) returns text language plpgsql immutable as $$
declare
    w double precision; s double precision; e double precision; n double precision;
    longitudes text;
begin
    if p_region ? 'radiusMeters' then
        return format('st_dwithin(t.location, st_setsrid(st_makepoint(%L::float8, %L::float8), 4326)::geography, %L::float8)',
                      geoq.number_of(p_region, 'longitude'), geoq.number_of(p_region, 'latitude'),
                      least(geoq.number_of(p_region, 'radiusMeters'), 30000000));
    end if;
    w := geoq.number_of(p_region, 'west');
    s := geoq.number_of(p_region, 'south');
    e := geoq.number_of(p_region, 'east');
    n := geoq.number_of(p_region, 'north');
    longitudes := format(case when w > e then 't.lon >= %L::float8 or t.lon <= %L::float8'
                              else 't.lon between %L::float8 and %L::float8' end, w, e)
                  || ' or abs(t.lat) = 90'
                  || case when w > e or e = 180 or w = -180 then ' or abs(t.lon) = 180' else '' end;
    return format('t.lat between %L::float8 and %L::float8 and (%s)', s, n, longitudes);
end
$$;

-- The condition for a table; "true" for a table that has no places and is never cut.
create or replace function geoq.cut(p_table text, p_region jsonb) returns text language sql stable as $$
    select case when jsonb_typeof(p_region) = 'object' and is_place
                then format('coalesce(%s, false)', geoq.within(p_region)) else 'true' end
    from geoq.synced where table_name = p_table
$$;


-- ============================================================================
-- 6. Pull
-- A cursor is a pg_snapshot, opaque to the device. A row whose sync_xid the cursor's snapshot does not
-- see has changed since. Commit order does not matter then, as it does for a cursor of times.
--
-- A standby's snapshot does not list the running transactions. There the cursor's xmin decides: some
-- rows are sent again, none is left out.
-- ============================================================================

-- The first version's functions, with fewer parameters, would make calls ambiguous.
drop function if exists public.geoq_pull(text, text, text, text, uuid, int);
drop function if exists public.geoq_digest(text, int);

-- Raises when the rows came from another cluster with its numbers of transactions, as pg_dump and logical replication
-- bring them: no snapshot of this cluster sees a number that it has not given yet, and the rows would be told to no
-- device. This file, when it is run again, gives them new numbers. A cluster that pg_upgrade has made goes on with the
-- numbers, so what differs is looked at.
create or replace function geoq.check_origin() returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
    above constant xid8 := pg_snapshot_xmax(pg_current_snapshot());
    line record;
    is_foreign boolean;
begin
    begin
        if (pg_control_system()).system_identifier is not distinct from (select server from geoq.horizon) then
            return;
        end if;
    exception when insufficient_privilege then
        return;
    end;
    is_foreign := exists (select from geoq.horizon where purged_upto > above);
    for line in select table_name from geoq.synced where to_regclass('public.' || quote_ident(table_name)) is not null loop
        exit when is_foreign;
        -- What this transaction has written itself may have a number that no snapshot has passed.
        execute format('select exists (select from public.%I where sync_xid >= $1
                                           and sync_xid is distinct from pg_current_xact_id_if_assigned())', line.table_name)
            into is_foreign using above;
    end loop;
    if is_foreign then
        raise exception 'the rows came from another server: run geoq server-sql kit here again'
            using errcode = 'PT412', hint = 'geoq server-sql kit | psql -X -v ON_ERROR_STOP=1 -d DATABASE';
    end if;
end
$$;

-- Raises what makes a cursor useless.
create or replace function geoq.check_pull(p_table text, p_since pg_snapshot) returns void
language plpgsql stable as $$
begin
    if not exists (select from geoq.synced where table_name = p_table) then
        raise exception 'unknown table %', p_table using errcode = 'PT404';
    end if;
    perform geoq.check_origin();
    if pg_snapshot_xmin(p_since) < (select purged_upto from geoq.horizon) then
        raise exception 'the cursor is older than the tombstones that are kept'
            using errcode = 'PT410', hint = 'compare by digest';
    end if;
    -- They come in one answer. After a reload of a large table it would be more than a device takes.
    if (select count(*) from (select from geoq.tombstone where table_name = p_table and sync_xid >= pg_snapshot_xmin(p_since)
                              limit 100001) z) > 100000 then
        raise exception 'more than 100000 rows were deleted since the cursor'
            using errcode = 'PT410', hint = 'compare by digest';
    end if;
    if pg_snapshot_xmax(p_since) > pg_snapshot_xmax(pg_current_snapshot()) then
        raise exception 'the server is behind the cursor (a standby that lags, or a restored server)'
            using errcode = 'PT409', hint = 'ask the primary, or compare by digest';
    end if;
end
$$;

-- The columns of a table that travel, as a list for SELECT: all but generated ones, the server's and a
-- device's own.
-- The token "_token" is sync_xid, as text.
create or replace function geoq.columns_of(p_table text) returns text language sql stable as $$
    select string_agg(format('t.%I', attname), ', ' order by attnum) || ', t.sync_xid as "_token"'
    from pg_attribute
    where attrelid = to_regclass('public.' || quote_ident(p_table)) and attnum > 0 and not attisdropped
      and attgenerated = '' and attname <> all (array['sync_xid', 'sync_status', 'last_synced_at'])
$$;

-- One page of a table.
--   rows     whole rows with their tokens
--   deleted  ids of rows that are marked as deleted, and on the last page of tombstones
--   outside  ids of rows that have changed and lie outside the region now
--   next     where the next page begins; null after the last
--   bytes    how long the rows are; with more than p_bytes the page ends, but not before its first row
-- As json and not jsonb, since nothing is looked up in it: five times as fast.
drop function if exists geoq.page(text, pg_snapshot, pg_snapshot, xid8, uuid, int, jsonb);
create or replace function geoq.page(
    p_table text, p_since pg_snapshot, p_upto pg_snapshot, p_after_xid xid8, p_after_id uuid, p_limit int, p_region jsonb,
    p_bytes bigint default 16777216, out rows json, out deleted json, out outside json, out next json, out bytes bigint)
language plpgsql stable set enable_sort = on as $$
declare
    size constant int := least(greatest(coalesce(p_limit, 1000), 1), 10000);
    standby constant boolean := pg_is_in_recovery();
    contents json[] := '{}';
    away uuid[] := '{}';
    dead uuid[] := '{}';
    graves uuid[];
    taken int := 0;
    z record;
begin
    -- The index has the rows in order. Before the first ANALYZE after a load of many rows the planner takes
    -- "deleted_at is null" for one row in 200, and would sort the whole table for each page. A region may have
    -- an index of its own, and few rows. At the end of the function the setting is as before.
    if p_region is null then
        perform set_config('enable_sort', 'off', true);
    end if;
    bytes := 0;
    for z in execute format($q$
        select t.sync_xid as x, t.id as i, t.deleted_at is not null as dead,
               case when t.deleted_at is null and %2$s
                    then (select row_to_json(c) from (select %3$s) c) end as content
        from public.%1$I t
        where ($1 is null or t.sync_xid >= pg_snapshot_xmin($1))
          and ($1 is null or $6 or not pg_visible_in_snapshot(t.sync_xid, $1))
          and ($6 or pg_visible_in_snapshot(t.sync_xid, $2))
          and ($1 is not null or (t.deleted_at is null and %2$s))
          and (t.sync_xid, t.id) > ($3, $4)
        order by t.sync_xid, t.id limit $5 $q$,
        p_table, geoq.cut(p_table, p_region), geoq.columns_of(p_table))
        using p_since, p_upto, p_after_xid, p_after_id, size, standby
    loop
        if z.content is not null then
            contents := array_append(contents, z.content);
            bytes := bytes + octet_length(z.content::text);
        elsif z.dead then
            dead := array_append(dead, z.i);
        else
            away := array_append(away, z.i);
        end if;
        taken := taken + 1;
        if taken = size or bytes > p_bytes then
            next := json_build_object('xid', z.x, 'id', z.i);
            exit;
        end if;
    end loop;
    rows := array_to_json(contents);
    outside := array_to_json(away);

    if next is null and p_since is not null then
        execute format($q$
            select array_agg(g.row_id order by g.sync_xid, g.row_id) from geoq.tombstone g
            where g.table_name = $4 and g.sync_xid >= pg_snapshot_xmin($1)
              and ($3 or (not pg_visible_in_snapshot(g.sync_xid, $1) and pg_visible_in_snapshot(g.sync_xid, $2)))
              and not exists (select from public.%I t where t.id = g.row_id) $q$, p_table)
            into graves using p_since, p_upto, standby, p_table;
    end if;
    deleted := array_to_json(dead || coalesce(graves, '{}'));
end
$$;

-- A page of one table.
--   p_since      the cursor; null for a first load
--   p_upto, p_after_xid, p_after_id
--                left out on the first page; then what the page before said as upto and next
--   p_region     cuts a table of places; the same for all pages
-- Answer: {kit, identity, upto, now, rows, deleted, left, next}; "left" has what geoq.page calls outside.
-- When next is null, upto becomes the new cursor. One value, so that PostgREST's limit of rows cannot cut it.
-- Errors: PT404 unknown table, PT410 cursor too old, PT409 server behind the cursor, PT412 rows of another server.
create or replace function public.geoq_pull(
    p_table text, p_since text default null, p_upto text default null, p_after_xid text default '0',
    p_after_id uuid default '00000000-0000-0000-0000-000000000000', p_limit int default 1000,
    p_region jsonb default null)
returns json language plpgsql stable as $$
declare
    upto constant pg_snapshot := coalesce(p_upto::pg_snapshot, pg_current_snapshot());
    page record;
begin
    -- The type takes any word as zero.
    if p_after_xid !~ '^[0-9]+$' then
        raise exception 'no number of a transaction: %', p_after_xid using errcode = '22023';
    end if;
    perform geoq.check_pull(p_table, p_since::pg_snapshot);
    page := geoq.page(p_table, p_since::pg_snapshot, upto, p_after_xid::xid8, p_after_id, p_limit, p_region);
    return json_build_object('kit', 2, 'identity', geoq.identity(p_table), 'upto', upto::text, 'now', clock_timestamp(),
                             'rows', page.rows, 'deleted', page.deleted, 'left', page.outside, 'next', page.next);
end
$$;

-- What has changed in many tables, of one moment: the function is STABLE, so all its queries see the
-- snapshot of the call.
--   p_tables  {"watchlists": true, "bird": {"since": cursor or null, "digest": true}, …}; true stands for
--             p_since and a digest
--   p_limit   rows of a first page, for each table; all together have some 16 MiB, and a row of each table at least
-- Answer: {kit, server, run, upto, now, tables: {name: {oid, rows, deleted, left, next, count, sum}}}. Lists
-- without an element are left out, and next after the last page: most answers say that nothing has changed,
-- of each table. count and sum come with a digest: how many living rows of the region the user sees, and the
-- sum of their hashes, as in geoq_digest. A table whose cursor is refused has {error: {code, message}}, and
-- the others are answered. Further pages come from geoq_pull with p_upto := upto; the identity there is
-- SERVER/OID/RUN.
drop function if exists public.geoq_changes(jsonb, int, jsonb);
create or replace function public.geoq_changes(
    p_tables jsonb, p_limit int default 1000, p_region jsonb default null, p_since text default null)
returns json language plpgsql stable as $$
declare
    upto constant pg_snapshot := pg_current_snapshot();
    here record;
    answers text[] := '{}';
    wanted record;
    asked jsonb;
    since pg_snapshot;
    page record;
    total jsonb;
    answer text;
    room bigint := 16777216;
begin
    if jsonb_typeof(p_tables) is distinct from 'object' then
        raise exception 'p_tables is not an object' using errcode = '22023';
    end if;
    select * into here from geoq.here();
    for wanted in select e.key as name, e.value from jsonb_each(p_tables) e
                  left join geoq.synced s on s.table_name = e.key order by s.rank, e.key loop
        asked := case when wanted.value = 'true' then jsonb_build_object('since', p_since, 'digest', true)
                      else wanted.value end;
        begin
            since := (asked ->> 'since')::pg_snapshot;
            perform geoq.check_pull(wanted.name, since);
            page := geoq.page(wanted.name, since, upto, '0', '00000000-0000-0000-0000-000000000000', p_limit, p_region, room);
            room := greatest(room - page.bytes, 0);
            total := case when asked -> 'digest' = 'true' then geoq.total(wanted.name, p_region) end;
            -- What is null is left out.
            answer := concat_ws(',', '"oid":' || geoq.oid_of(wanted.name)::text,
                                '"rows":' || nullif(page.rows::text, '[]'),
                                '"deleted":' || nullif(page.deleted::text, '[]'),
                                '"left":' || nullif(page.outside::text, '[]'), '"next":' || page.next::text,
                                '"count":' || (total -> 'count')::text, '"sum":' || (total -> 'sum')::text);
        exception when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT410' then
            answer := '"error":' || json_build_object('code', sqlstate, 'message', sqlerrm)::text;
        end;
        answers := answers || (to_json(wanted.name)::text || ':{' || answer || '}');
    end loop;
    return '{' || concat_ws(',', '"kit":2', '"server":' || to_json(here.server)::text,
                            '"run":' || to_json(here.run)::text, '"upto":' || to_json(upto::text)::text,
                            '"now":' || to_json(clock_timestamp())::text, '"tables":{' || array_to_string(answers, ',') || '}') || '}';
end
$$;


-- ============================================================================
-- 7. Digest
-- The hash of a row is the lower 63 bits of uuid_hash_extended(id, token); its token is sync_xid. Rows
-- that are marked as deleted or lie outside the region do not count. The caller's policies apply.
-- ============================================================================
create or replace function geoq.hash(p_id uuid, p_token xid8) returns bigint language sql immutable parallel safe as $$
    select uuid_hash_extended(p_id, p_token::text::bigint) & 9223372036854775807
$$;

-- {count, sum} of a table. Sums come as text: they pass what a JSON number holds elsewhere.
create or replace function geoq.total(p_table text, p_region jsonb) returns jsonb language plpgsql stable as $$
declare
    answer jsonb;
begin
    execute format($q$
        select jsonb_build_object('count', count(*), 'sum', coalesce(sum(geoq.hash(t.id, t.sync_xid)), 0)::text)
        from public.%I t where t.deleted_at is null and %s $q$, p_table, geoq.cut(p_table, p_region)) into answer;
    return answer;
end
$$;

-- Without p_bucket: {kit, identity, upto, buckets: {first byte of ids: [count, sum]}}, buckets without
-- rows left out. With p_bucket: {kit, identity, upto, tokens: {id: token}} of the ids with that first byte.
create or replace function public.geoq_digest(p_table text, p_bucket int default null, p_region jsonb default null)
returns jsonb language plpgsql stable as $$
declare
    answer jsonb;
begin
    perform geoq.check_pull(p_table, null);
    if p_bucket is null then
        execute format($q$
            select jsonb_build_object('buckets', coalesce(jsonb_object_agg(b, jsonb_build_array(n, h::text)), '{}'))
            from (select get_byte(uuid_send(t.id), 0) as b, count(*) as n, sum(geoq.hash(t.id, t.sync_xid)) as h
                  from public.%I t where t.deleted_at is null and %s group by 1) z $q$,
            p_table, geoq.cut(p_table, p_region)) into answer;
    else
        execute format($q$
            select jsonb_build_object('tokens', coalesce(jsonb_object_agg(t.id, t.sync_xid), '{}'))
            from public.%I t
            where t.deleted_at is null and %s and get_byte(uuid_send(t.id), 0) = $1 $q$,
            p_table, geoq.cut(p_table, p_region)) into answer using p_bucket;
    end if;
    return jsonb_build_object('kit', 2, 'identity', geoq.identity(p_table), 'upto', pg_current_snapshot()::text) || answer;
end
$$;


-- ============================================================================
-- 8. Push
-- p_ops: [{op_id, table, kind: insert | update | delete, id, base_version, values}], parents first.
-- Answer: {kit, now, answers: [{op_id, status, …}]}, one answer for each operation, in order:
--   ok         done; row_version is the new one. A delete of a row that is deleted already is ok
--   exists     an insert met its id; row is what the server has
--   conflict   base_version is not the row's version; row is what the server has
--   forbidden  the row is there, and this user may not write it; row_version when the user may read it
--   gone       there is no such row any more, or there never was one
--   rejected   the operation itself is wrong: code and message
-- An answer to an operation that was applied before says "replayed": true. A key of values that names no
-- column is rejected with 42703, unless its value is null: nothing is lost then. The server's own columns
-- cannot be set.
-- Trouble that is the server's and not the row's aborts the whole batch, to be sent again unchanged.
-- ============================================================================
create or replace function geoq.remember(p_op uuid, p_result jsonb) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
    insert into geoq.applied (op_id, user_id, result) values (p_op, auth.uid(), p_result) on conflict do nothing
$$;

create or replace function geoq.recall(p_op uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select result from geoq.applied where op_id = p_op and user_id is not distinct from auth.uid()
$$;

-- Whether a table has a row, also one that the user may not see.
create or replace function geoq.has_row(p_table text, p_id uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
    answer boolean := false;
begin
    if exists (select from geoq.synced where table_name = p_table and is_writable) then
        execute format('select exists (select from public.%I where id = $1)', p_table) into answer using p_id;
    end if;
    return answer;
end
$$;

-- A row as a pull sends it, when the user may see it.
create or replace function geoq.row_of(p_table text, p_id uuid) returns jsonb language plpgsql stable as $$
declare
    answer jsonb;
begin
    execute format('select to_jsonb(c) from (select %s from public.%I t where t.id = $1) c',
                   geoq.columns_of(p_table), p_table) into answer using p_id;
    return answer;
end
$$;

create or replace function geoq.apply(p_op jsonb) returns jsonb language plpgsql as $$
declare
    own constant text[] := array['id', 'created_at', 'updated_at', 'row_version', 'sync_xid', 'sync_status',
                                 'last_synced_at'];
    tab constant text := p_op ->> 'table';
    kind constant text := p_op ->> 'kind';
    rid constant uuid := (p_op ->> 'id')::uuid;
    vals constant jsonb := coalesce(p_op -> 'values', '{}');
    relation constant oid := geoq.oid_of(tab);
    cols text;
    lost text;
    found_version int;
    dead timestamptz;
    seen jsonb;
begin
    if not exists (select from geoq.synced where table_name = tab and is_writable) then
        raise exception 'unknown table %', tab using errcode = 'PT404';
    end if;
    if kind is null or kind not in ('insert', 'update', 'delete') then
        raise exception 'unknown kind %', kind using errcode = '22023';
    end if;
    if rid is null then
        raise exception 'id is missing' using errcode = '22023';
    end if;
    -- A device may know a column that the table has lost, or does not have yet.
    select string_agg(v.key, ', ' order by v.key) into lost
    from jsonb_each(nullif(vals, 'null')) v
    where v.value <> 'null' and v.key <> all (own) and not exists (
        select from pg_attribute a
        where a.attrelid = relation and a.attname = v.key and a.attnum > 0 and not a.attisdropped);
    if lost is not null and kind <> 'delete' then
        raise exception 'the table % has no column %', tab, lost using errcode = '42703';
    end if;
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into cols
    from pg_attribute a
    where a.attrelid = relation and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and vals ? a.attname
      -- The trigger decides of which tables the moment counts.
      and (a.attname <> all (own) or kind = 'insert' and a.attname = 'created_at');
    if cols is null and kind <> 'delete' then
        raise exception 'no known column in values' using errcode = '22023';
    end if;

    if kind = 'insert' then
        execute format('insert into public.%1$I (id, %2$s) select $1, %2$s from jsonb_populate_record(null::public.%1$I, $2)
                        on conflict (id) do nothing returning row_version', tab, cols)
            into found_version using rid, vals;
        if found_version is not null then
            return jsonb_build_object('status', 'ok', 'row_version', found_version);
        end if;
        seen := geoq.row_of(tab, rid);
        if seen is null then
            return jsonb_build_object('status', 'forbidden');
        end if;
        return jsonb_build_object('status', 'exists', 'row_version', seen -> 'row_version', 'row', seen);
    end if;

    -- Most changes meet the version that they were made on. A change that meets no row is looked at below.
    if kind = 'delete' then
        execute format('update public.%I set deleted_at = clock_timestamp()
                        where id = $1 and row_version = $2 and deleted_at is null returning row_version', tab)
            into found_version using rid, (p_op ->> 'base_version')::bigint;
    else
        execute format('update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, $2))
                        where id = $1 and row_version = $3 returning row_version', tab, cols)
            into found_version using rid, vals, (p_op ->> 'base_version')::bigint;
    end if;
    if found_version is not null then
        return jsonb_build_object('status', 'ok', 'row_version', found_version);
    end if;

    -- A row that may be read and not written is invisible to FOR UPDATE.
    execute format('select row_version, deleted_at from public.%I where id = $1 for update', tab)
        into found_version, dead using rid;
    if found_version is null then
        seen := geoq.row_of(tab, rid);
        if kind = 'delete' and seen ->> 'deleted_at' is not null then
            return jsonb_build_object('status', 'ok', 'row_version', seen -> 'row_version');
        elsif seen is not null then
            return jsonb_build_object('status', 'forbidden', 'row_version', seen -> 'row_version');
        elsif geoq.has_row(tab, rid) then
            return jsonb_build_object('status', 'forbidden');
        end if;
        return jsonb_build_object('status', 'gone');
    end if;
    if kind = 'delete' and dead is not null then
        return jsonb_build_object('status', 'ok', 'row_version', found_version);
    end if;
    if found_version is distinct from (p_op ->> 'base_version')::bigint then
        return jsonb_build_object('status', 'conflict', 'row_version', found_version, 'row', geoq.row_of(tab, rid));
    end if;
    if kind = 'delete' then
        execute format('update public.%I set deleted_at = clock_timestamp() where id = $1 returning row_version', tab)
            into found_version using rid;
    else
        execute format('update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(t, $2))
                        where id = $1 returning row_version', tab, cols)
            into found_version using rid, vals;
    end if;
    if found_version is null then
        return jsonb_build_object('status', 'forbidden');
    end if;
    return jsonb_build_object('status', 'ok', 'row_version', found_version);
end
$$;

-- The first version's answer was an array. A moment without an offset is one of UTC, wherever the server is.
create or replace function public.geoq_push(p_ops jsonb) returns jsonb language plpgsql set timezone = 'UTC' as $$
declare
    op jsonb;
    answer jsonb;
    answers jsonb := '[]';
begin
    if jsonb_typeof(p_ops) is distinct from 'array' then
        raise exception 'p_ops is not an array' using errcode = '22023';
    end if;
    -- Each takes a place in the table of locks, which all sessions share.
    if jsonb_array_length(p_ops) > 1000 then
        raise exception 'more than 1000 operations at once' using errcode = '54000';
    end if;
    for op in select value from jsonb_array_elements(p_ops) loop
        if op ->> 'op_id' is null then
            raise exception 'op_id is missing' using errcode = '22023';
        end if;
        -- An operation that comes twice at once waits for itself.
        perform pg_advisory_xact_lock(hashtextextended(lower(op ->> 'op_id'), 0));
        answer := geoq.recall((op ->> 'op_id')::uuid);
        if answer is not null then
            answer := answer || '{"replayed": true}';
        else
            begin
                answer := geoq.apply(op);
            exception when others then
                if left(sqlstate, 2) in ('08', '25', '40', '53', '55', '57', '58', 'XX') then
                    raise;
                end if;
                answer := jsonb_build_object('status', 'rejected', 'code', sqlstate, 'message', sqlerrm);
            end;
            if answer ->> 'status' in ('ok', 'exists') then
                perform geoq.remember((op ->> 'op_id')::uuid, answer - 'row');
            end if;
        end if;
        answers := answers || jsonb_build_array(answer || jsonb_build_object('op_id', op -> 'op_id'));
    end loop;
    return jsonb_build_object('kit', 2, 'now', clock_timestamp(), 'answers', answers);
end
$$;

revoke execute on function public.geoq_push(jsonb), geoq.apply(jsonb), geoq.remember(uuid, jsonb), geoq.recall(uuid),
    geoq.has_row(text, uuid) from public, anon;
grant execute on function public.geoq_push(jsonb), geoq.apply(jsonb), geoq.remember(uuid, jsonb), geoq.recall(uuid),
    geoq.has_row(text, uuid) to authenticated, service_role;


-- ============================================================================
-- 9. Housekeeping
-- Deletes rows that were marked as deleted longer than p_keep ago, and forgets tombstones and answers
-- that are as old. The server's own scheduler calls it daily. A device that was away longer gets PT410
-- and compares by digest. A row that another one still needs stays, and so does one that is brought back
-- meanwhile. The horizon never passes a running transaction, since every new cursor would lie behind it.
-- ============================================================================
create or replace function geoq.purge(p_keep interval default '90 days') returns xid8
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
    oldest constant timestamptz := clock_timestamp() - p_keep;
    newest xid8;
    upto xid8;
    t text;
    dead uuid;
begin
    select sync_xid into newest from geoq.tombstone
    where deleted_at < oldest order by sync_xid desc limit 1;
    if newest is not null then
        upto := least((newest::text::numeric + 1)::text::xid8, pg_snapshot_xmin(pg_current_snapshot()));
        update geoq.horizon set purged_upto = upto where purged_upto < upto;
        delete from geoq.tombstone where sync_xid < (select purged_upto from geoq.horizon);
    end if;
    for t in select table_name from geoq.synced order by rank desc loop
        for dead in execute format('select id from public.%I where deleted_at < $1', t) using oldest loop
            begin
                -- Asked again: a device may have brought the row back since the loop began.
                execute format('delete from public.%I where id = $1 and deleted_at < $2', t) using dead, oldest;
            exception when foreign_key_violation then
                null;   -- another row needs it
            end;
        end loop;
    end loop;
    delete from geoq.applied where at < oldest;
    return (select purged_upto from geoq.horizon);
end
$$;
revoke execute on function geoq.purge(interval), geoq.attach(regclass, int, boolean, boolean),
    geoq.link(regclass, regclass, name) from public, anon, authenticated;


-- ============================================================================
-- 10. The tables, parents first
-- Those of `geoq server-sql home` are attached by whichever of the two files comes second.
-- ============================================================================
create or replace function geoq.attach_all() returns void language plpgsql as $$
declare
    line record;
begin
    for line in
        select * from (values
            ('bird', 1, false, false), ('hotspot', 1, false, true), ('users', 1, true, false),
            ('hotspot_species_presence', 2, false, false), ('migration_session', 2, false, false),
            ('watchlists', 2, true, false), ('identification_session', 2, true, false),
            ('trajectory_path', 3, false, false),
            ('watchlist_shares', 3, true, false), ('watchlist_entries', 3, true, false), ('watchlist_rules', 3, true, false),
            ('identification_result', 3, true, false), ('identification_mark', 3, true, false),
            ('identification_candidate', 4, true, false),
            ('community_observation', 4, true, false), ('observed_bird_photos', 5, true, false)
        ) as t (name, rank, writable, place)
        where to_regclass('public.' || name) is not null
    loop
        perform geoq.attach(to_regclass('public.' || line.name), line.rank, line.writable, line.place);
    end loop;
    for line in
        select * from (values
            ('watchlists', 'watchlist_entries', 'watchlist_id'), ('watchlists', 'watchlist_rules', 'watchlist_id'),
            ('watchlists', 'watchlist_shares', 'watchlist_id'),
            ('watchlist_entries', 'observed_bird_photos', 'watchlist_entry_id'),
            ('identification_session', 'identification_result', 'session_id'),
            ('identification_session', 'identification_mark', 'session_id'),
            ('identification_result', 'identification_candidate', 'result_id')
        ) as t (parent, child, key)
        where to_regclass('public.' || parent) is not null and to_regclass('public.' || child) is not null
    loop
        perform geoq.link(to_regclass('public.' || line.parent), to_regclass('public.' || line.child), line.key);
    end loop;
end
$$;
revoke execute on function geoq.attach_all() from public, anon, authenticated;

-- Rows with numbers of another cluster get one of this transaction: devices compare them with what they have.
create or replace function geoq.renumber() returns void language plpgsql as $$
declare
    present bigint;
    here constant xid8 := pg_current_xact_id();
    line record;
begin
    begin
        present := (pg_control_system()).system_identifier;
    exception when insufficient_privilege then
        null;
    end;
    if present is not distinct from (select server from geoq.horizon) then
        return;
    end if;
    for line in select table_name from geoq.synced where to_regclass('public.' || quote_ident(table_name)) is not null loop
        execute format('alter table public.%I disable trigger geoq_stamp', line.table_name);
        execute format('update public.%I set sync_xid = $1 where sync_xid > $1', line.table_name) using here;
        execute format('alter table public.%I enable trigger geoq_stamp', line.table_name);
    end loop;
    delete from geoq.tombstone where sync_xid > here;
    update geoq.horizon set purged_upto = '0' where purged_upto > here;
    update geoq.horizon set server = present;
end
$$;
revoke execute on function geoq.renumber() from public, anon, authenticated;

do $$
begin
    perform geoq.attach_all();
    perform geoq.renumber();
    perform public.geoq_boot();
end
$$;

grant execute on function public.geoq_boot(), public.geoq_pull(text, text, text, text, uuid, int, jsonb),
    public.geoq_changes(jsonb, int, jsonb, text), public.geoq_digest(text, int, jsonb) to anon, authenticated, service_role;

notify pgrst, 'reload schema';
commit;
