-- The first kit, over which the answers in data/excerpts/postgrest were recorded. It is kept as it was then,
-- with its faults; the product's is in Sources/GeoqSupabase/SQL.
set client_min_messages = warning;

create schema if not exists geoq;
grant usage on schema geoq to anon, authenticated;

create table if not exists geoq.synced (
    table_name text primary key,
    rank int not null
);

create table if not exists geoq.tombstone (
    table_name text not null,
    row_id uuid not null,
    sync_xid xid8 not null default pg_current_xact_id(),
    deleted_at timestamptz not null default clock_timestamp(),
    primary key (table_name, row_id)
);
create index if not exists tombstone_sync on geoq.tombstone (table_name, sync_xid, row_id);

create table if not exists geoq.applied (
    op_id uuid primary key,
    user_id uuid,
    result jsonb not null,
    at timestamptz not null default clock_timestamp()
);
create index if not exists applied_at on geoq.applied (at);

create table if not exists geoq.horizon (
    singleton boolean primary key default true check (singleton),
    purged_upto xid8 not null default '0'
);
insert into geoq.horizon default values on conflict do nothing;

create unlogged table if not exists geoq.boot (id uuid not null default gen_random_uuid());

grant select on geoq.synced, geoq.tombstone, geoq.horizon to anon, authenticated;

create or replace function geoq.stamp() returns trigger language plpgsql as $$
declare
  meta constant text[] := '{created_at,updated_at,row_version,sync_xid,location,sync_status,last_synced_at}';
begin
  if tg_op = 'UPDATE' then
    if new.id is distinct from old.id then
      raise exception 'id is immutable' using errcode = '23514';
    end if;
    if (to_jsonb(new) - meta) = (to_jsonb(old) - meta) then return old; end if;
    new.row_version := old.row_version + 1;
    new.created_at  := old.created_at;
    new.updated_at  := greatest(clock_timestamp(), coalesce(old.updated_at, '-infinity') + interval '1 microsecond');
  else
    new.row_version := 1;
    new.created_at  := clock_timestamp();
    new.updated_at  := new.created_at;
  end if;
  new.sync_xid := pg_current_xact_id();
  return new;
end $$;

create or replace function geoq.bury() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into geoq.tombstone (table_name, row_id) values (tg_table_name, old.id)
  on conflict (table_name, row_id) do update set sync_xid = pg_current_xact_id(), deleted_at = clock_timestamp();
  return null;
end $$;

create or replace function geoq.no_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'TRUNCATE would lose tombstones; use DELETE' using errcode = '0A000';
end $$;

create or replace function geoq.hint() returns trigger language plpgsql as $$
begin
  perform pg_notify('geoq', tg_table_name);
  return null;
end $$;

create or replace function geoq.bury_children() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.deleted_at is not null and old.deleted_at is null then
    execute format('update public.%I set deleted_at = $1 where %I = $2 and deleted_at is null', tg_argv[0], tg_argv[1])
      using new.deleted_at, new.id;
  end if;
  return null;
end $$;

create or replace function geoq.refuse_orphan() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
declare dead timestamptz;
begin
  execute format('select deleted_at from public.%I where id = $1 for share', tg_argv[0])
    into dead using (to_jsonb(new) ->> tg_argv[1])::uuid;
  if dead is not null then
    raise exception 'the row in % that this one belongs to is deleted', tg_argv[0] using errcode = 'PT410';
  end if;
  return new;
end $$;

create or replace function geoq.attach(p_table regclass, p_rank int) returns void language plpgsql as $$
declare n text := (select relname from pg_class where oid = p_table);
begin
  execute format('alter table %s add column if not exists deleted_at timestamptz', p_table);
  execute format('alter table %s add column if not exists row_version int not null default 1', p_table);
  execute format('update %s set row_version = coalesce(row_version, 1), updated_at = coalesce(updated_at, created_at, now())
                  where row_version is null or updated_at is null', p_table);
  execute format('alter table %s alter column row_version set not null, alter column updated_at set not null,
                  alter column updated_at set default clock_timestamp()', p_table);
  execute format('alter table %s add column if not exists sync_xid xid8 not null default pg_current_xact_id()', p_table);
  execute format('create index if not exists %I on %s (sync_xid, id)', n || '_sync_idx', p_table);
  execute format('create or replace trigger geoq_stamp before insert or update on %s for each row execute function geoq.stamp()', p_table);
  execute format('create or replace trigger geoq_bury after delete on %s for each row execute function geoq.bury()', p_table);
  execute format('create or replace trigger geoq_truncate before truncate on %s for each statement execute function geoq.no_truncate()', p_table);
  execute format('create or replace trigger geoq_hint after insert or update or delete on %s for each statement execute function geoq.hint()', p_table);
  insert into geoq.synced values (n, p_rank) on conflict (table_name) do update set rank = excluded.rank;
end $$;

create or replace function geoq.link(p_parent regclass, p_child regclass, p_key name) returns void language plpgsql as $$
declare
  parent text := (select relname from pg_class where oid = p_parent);
  child  text := (select relname from pg_class where oid = p_child);
begin
  execute format('create or replace trigger %I after update of deleted_at on %s for each row execute function geoq.bury_children(%L, %L)',
                 'geoq_children_' || child, p_parent, child, p_key);
  execute format('create or replace trigger %I before insert or update of %I on %s for each row execute function geoq.refuse_orphan(%L, %L)',
                 'geoq_parent_' || parent, p_key, p_child, parent, p_key);
end $$;

create or replace function public.geoq_boot() returns uuid
language plpgsql security definer set search_path = pg_catalog as $$
declare b uuid;
begin
  select id into b from geoq.boot limit 1;
  if b is not null then return b; end if;
  lock table geoq.boot in exclusive mode;
  select id into b from geoq.boot limit 1;
  if b is null then insert into geoq.boot default values returning id into b; end if;
  return b;
end $$;

create or replace function geoq.identity(p_table text) returns text
language plpgsql stable security definer set search_path = pg_catalog as $$
declare b text := 'standby';
begin
  if not pg_is_in_recovery() then
    execute 'select coalesce((select id::text from geoq.boot limit 1), ''crashed'')' into b;
  end if;
  return concat_ws('/', (pg_control_system()).system_identifier, (pg_control_checkpoint()).timeline_id,
                   (select oid from pg_database where datname = current_database()),
                   to_regclass('public.' || quote_ident(p_table))::oid, b);
end $$;

create or replace function public.geoq_pull(
    p_table text, p_since text default null, p_upto text default null,
    p_after_xid text default '0', p_after_id uuid default '00000000-0000-0000-0000-000000000000',
    p_limit int default 1000)
returns jsonb language plpgsql stable as $$
declare
  s0 pg_snapshot := p_since::pg_snapshot;
  s1 pg_snapshot := coalesce(p_upto::pg_snapshot, pg_current_snapshot());
  page int := least(greatest(coalesce(p_limit, 1000), 1), 10000);
  standby boolean := pg_is_in_recovery();
  rows jsonb; dead jsonb := '[]'; next jsonb; n int; lx text; li uuid;
begin
  if not exists (select 1 from geoq.synced where table_name = p_table) then
    raise exception 'unknown table %', p_table using errcode = 'PT404';
  end if;
  if s0 is not null and pg_snapshot_xmin(s0) < (select purged_upto from geoq.horizon) then
    raise exception 'cursor is behind the tombstone horizon' using errcode = 'PT410', hint = 're-baseline';
  end if;
  if s0 is not null and pg_snapshot_xmax(s0) > pg_snapshot_xmax(pg_current_snapshot()) then
    raise exception 'server is behind the cursor (lagging replica or restore)'
      using errcode = 'PT409', hint = 'retry on the primary or re-baseline';
  end if;

  execute format($q$
    select coalesce(jsonb_agg(j order by x, i), '[]'), count(*),
           (array_agg(x::text order by x desc, i desc))[1], (array_agg(i order by x desc, i desc))[1]
    from (select to_jsonb(t) - '{location,sync_xid,sync_status,last_synced_at}'::text[] j, t.sync_xid x, t.id i
          from public.%I t
          where ($1 is null or t.sync_xid >= pg_snapshot_xmin($1))
            and ($1 is null or $6 or not pg_visible_in_snapshot(t.sync_xid, $1))
            and ($6 or pg_visible_in_snapshot(t.sync_xid, $2))
            and (t.sync_xid, t.id) > ($3::xid8, $4)
          order by t.sync_xid, t.id limit $5) z $q$, p_table)
    into rows, n, lx, li using s0, s1, p_after_xid, p_after_id, page, standby;

  if n = page then
    next := jsonb_build_object('xid', lx, 'id', li);
  elsif s0 is not null then
    execute format($q$
      select coalesce(jsonb_agg(z.row_id), '[]') from geoq.tombstone z
      where z.table_name = %L and z.sync_xid >= pg_snapshot_xmin($1)
        and ($3 or (not pg_visible_in_snapshot(z.sync_xid, $1) and pg_visible_in_snapshot(z.sync_xid, $2)))
        and not exists (select 1 from public.%I t where t.id = z.row_id) $q$, p_table, p_table)
      into dead using s0, s1, standby;
  end if;
  return jsonb_build_object('identity', geoq.identity(p_table), 'upto', s1::text, 'now', clock_timestamp(),
                            'rows', rows, 'deleted', dead, 'next', next);
end $$;

create or replace function public.geoq_digest(p_table text, p_bucket int default null)
returns jsonb language plpgsql stable as $$
declare
  r jsonb;
  token constant text := $q$ t.row_version || ':' || (extract(epoch from t.updated_at) * 1000000)::bigint $q$;
begin
  if not exists (select 1 from geoq.synced where table_name = p_table) then
    raise exception 'unknown table %', p_table using errcode = 'PT404';
  end if;
  if p_bucket is null then
    execute format($q$
      select coalesce(jsonb_object_agg(b, jsonb_build_array(n, h::text)), '{}')
      from (select get_byte(uuid_send(t.id), 0) b, count(*) n,
                   sum(('x' || substr(md5(t.id::text || ':' || %s), 1, 15))::bit(60)::bigint) h
            from public.%I t group by 1) z $q$, token, p_table) into r;
  else
    execute format($q$
      select coalesce(jsonb_object_agg(t.id, %s), '{}') from public.%I t
      where get_byte(uuid_send(t.id), 0) = $1 $q$, token, p_table) into r using p_bucket;
  end if;
  return r;
end $$;

create or replace function geoq.remember(p_op uuid, p_result jsonb) returns void
language sql security definer set search_path = pg_catalog as $$
  insert into geoq.applied (op_id, user_id, result) values (p_op, auth.uid(), p_result) on conflict do nothing
$$;

create or replace function geoq.recall(p_op uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog as $$
  select result from geoq.applied where op_id = p_op and user_id is not distinct from auth.uid()
$$;

create or replace function geoq.apply(p_op jsonb) returns jsonb language plpgsql as $$
declare
  deny constant text[] := '{id,created_at,updated_at,row_version,sync_xid,location,sync_status,last_synced_at}';
  tab  constant text := p_op ->> 'table';
  kind constant text := p_op ->> 'kind';
  rid  constant uuid := (p_op ->> 'id')::uuid;
  vals constant jsonb := p_op -> 'values';
  cols text; v int; cur int; del timestamptz;
begin
  if not exists (select 1 from geoq.synced where table_name = tab) then
    raise exception 'unknown table %', tab using errcode = 'PT404';
  end if;
  if kind is null or kind not in ('insert', 'update', 'delete') then
    raise exception 'unknown kind %', kind using errcode = '22023';
  end if;
  select string_agg(quote_ident(k), ',') into cols
  from jsonb_object_keys(coalesce(vals, '{}')) k
  where k <> all (deny)
    and exists (select 1 from information_schema.columns c
                where c.table_schema = 'public' and c.table_name = tab and c.column_name = k);
  if cols is null and kind <> 'delete' then
    raise exception 'no known column in values' using errcode = '22023';
  end if;

  if kind = 'insert' then
    execute format('insert into public.%I (id,%s) select $1,%s from jsonb_populate_record(null::public.%I, $2)
                    on conflict (id) do nothing returning row_version', tab, cols, cols, tab) into v using rid, vals;
    if v is not null then return jsonb_build_object('status', 'ok', 'row_version', v); end if;
    execute format('select row_version from public.%I where id = $1', tab) into v using rid;
    if v is null then return jsonb_build_object('status', 'rejected', 'code', '42501'); end if;
    return jsonb_build_object('status', 'exists', 'row_version', v);
  end if;

  execute format('select row_version, deleted_at from public.%I where id = $1 for update', tab) into cur, del using rid;
  if cur is null then return jsonb_build_object('status', 'gone'); end if;
  if cur is distinct from (p_op ->> 'base_version')::int then
    return jsonb_build_object('status', 'conflict', 'row_version', cur, 'deleted_at', del);
  end if;
  if kind = 'delete' then
    execute format('update public.%I set deleted_at = coalesce(deleted_at, clock_timestamp()) where id = $1 returning row_version', tab)
      into v using rid;
  else
    execute format('update public.%I t set (%s) = (select %s from jsonb_populate_record(t, $2)) where id = $1 returning row_version',
                   tab, cols, cols) into v using rid, vals;
  end if;
  if v is null then return jsonb_build_object('status', 'rejected', 'code', '42501'); end if;
  return jsonb_build_object('status', 'ok', 'row_version', v);
end $$;

create or replace function public.geoq_push(p_ops jsonb) returns jsonb language plpgsql as $$
declare op jsonb; res jsonb; answers jsonb := '[]';
begin
  for op in select * from jsonb_array_elements(p_ops) loop
    if op ->> 'op_id' is null then raise exception 'op_id is missing' using errcode = '22023'; end if;
    perform pg_advisory_xact_lock(hashtextextended(op ->> 'op_id', 0));
    res := geoq.recall((op ->> 'op_id')::uuid);
    if res is not null then
      res := res || '{"replayed":true}';
    else
      begin
        res := geoq.apply(op);
      exception
        when others then
          if sqlstate in ('40001', '40P01', '55P03', '57014', '57P01') then raise; end if;
          res := jsonb_build_object('status', 'rejected', 'code', sqlstate, 'message', sqlerrm);
      end;
      if res ->> 'status' in ('ok', 'exists') then perform geoq.remember((op ->> 'op_id')::uuid, res); end if;
    end if;
    answers := answers || jsonb_build_array(res || jsonb_build_object('op_id', op ->> 'op_id'));
  end loop;
  return answers;
end $$;

revoke execute on function public.geoq_push(jsonb), geoq.apply(jsonb), geoq.remember(uuid, jsonb), geoq.recall(uuid)
  from public, anon;
grant execute on function public.geoq_push(jsonb), geoq.apply(jsonb), geoq.remember(uuid, jsonb), geoq.recall(uuid)
  to authenticated;

create or replace function geoq.purge(p_keep interval default '90 days') returns xid8
language plpgsql security definer set search_path = pg_catalog as $$
declare newest xid8; upto xid8;
begin
  select sync_xid into newest from geoq.tombstone
    where deleted_at < clock_timestamp() - p_keep order by sync_xid desc limit 1;
  if newest is not null then
    upto := (newest::text::numeric + 1)::text::xid8;
    if upto > pg_snapshot_xmin(pg_current_snapshot()) then upto := pg_snapshot_xmin(pg_current_snapshot()); end if;
    update geoq.horizon set purged_upto = upto where purged_upto < upto;
    delete from geoq.tombstone where sync_xid < (select purged_upto from geoq.horizon);
  end if;
  delete from geoq.applied where at < clock_timestamp() - p_keep;
  return (select purged_upto from geoq.horizon);
end $$;
revoke execute on function geoq.purge(interval), geoq.attach(regclass, int), geoq.link(regclass, regclass, name)
  from public, anon, authenticated;

do $attach$
begin
  perform geoq.attach('public.bird', 1);
  perform geoq.attach('public.hotspot', 1);
  perform geoq.attach('public.watchlists', 2);
  perform geoq.attach('public.watchlist_shares', 3);
  perform geoq.attach('public.watchlist_entries', 3);
  perform geoq.attach('public.watchlist_rules', 3);
  perform geoq.attach('public.observed_bird_photos', 4);

  perform geoq.link('public.watchlists', 'public.watchlist_entries', 'watchlist_id');
  perform geoq.link('public.watchlists', 'public.watchlist_rules', 'watchlist_id');
  perform geoq.link('public.watchlist_entries', 'public.observed_bird_photos', 'watchlist_entry_id');

  perform public.geoq_boot();
end
$attach$;

reset client_min_messages;
