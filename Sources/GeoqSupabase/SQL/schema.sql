-- geoq's remote, 1 of 4: tables, row-level security and questions.
--
--   geoq server-sql schema | psql -X -v ON_ERROR_STOP=1 -d DATABASE
--
-- Makes a new database, or a Supabase project, a remote of geoq. Needs PostgreSQL 15 and PostGIS 3.3.
-- Running it again changes nothing. Run it as the owner of the database. The files kit, storage and
-- home are optional and come after this one.

begin;
set local client_min_messages = warning;


-- ============================================================================
-- 1. What Supabase has and a plain PostgreSQL lacks
-- Each part is made only where it is missing.
-- ============================================================================
do $$
declare
    wanted text;
begin
    foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
        if to_regrole(wanted) is null then
            execute format('create role %I nologin noinherit', wanted);
        end if;
    end loop;
    -- Supabase's own service_role has this attribute, and only a superuser may give it.
    if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
        alter role service_role bypassrls;
    end if;

    if to_regnamespace('auth') is null then
        create schema auth;
        grant usage on schema auth to anon, authenticated, service_role;
    end if;
    if to_regclass('auth.users') is null then
        create table auth.users (
            id uuid primary key,
            email text unique,
            raw_user_meta_data jsonb
        );
    end if;
    -- PostgREST puts the claims of the request's token into this setting.
    if to_regprocedure('auth.uid()') is null then
        create function auth.uid() returns uuid language sql stable as $uid$
            select nullif(coalesce(
                nullif(current_setting('request.jwt.claim.sub', true), ''),
                nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'), '')::uuid
        $uid$;
    end if;
end
$$;

grant usage on schema public to anon, authenticated, service_role;

-- Supabase keeps extensions in a schema of their own, which its roles have in their search path.
do $$
begin
    if to_regnamespace('extensions') is not null then
        create extension if not exists postgis with schema extensions;
        set local search_path = public, extensions;
    else
        create extension if not exists postgis;
    end if;
end
$$;

-- Functions that policies and triggers call, out of reach of PostgREST. Those that are SECURITY DEFINER name pg_temp
-- last in their search path: where it is not named, a type that the caller has put there comes before text and uuid.
create schema if not exists geoq;
grant usage on schema geoq to anon, authenticated, service_role;


-- ============================================================================
-- 2. Tables
-- Every table has row_version, deleted_at, created_at and updated_at. A row's delete is a mark in
-- deleted_at, so that devices hear of it. The kit's triggers keep these columns.
-- ============================================================================
create table if not exists public.bird (
    id uuid primary key,
    common_name text not null,
    scientific_name text,
    static_image_name text,
    family text,
    order_name text,
    description_text text,
    conservation_status text,
    rarity_level text,
    migration_strategy text,
    hemisphere text,
    valid_locations text[],
    valid_months int[],
    shape_id text,
    size_category int,
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

-- NaN is larger than every other number, so the ranges refuse it.
create table if not exists public.hotspot (
    id uuid primary key,
    name text not null,
    locality text,
    lat double precision check (lat between -90 and 90),
    lon double precision check (lon between -180 and 180),
    location geography(point, 4326) generated always as (
        st_setsrid(st_makepoint(lon, lat), 4326)::geography
    ) stored,
    image_name text,
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((lat is null) = (lon is null))
);

-- The profile of an account.
create table if not exists public.users (
    id uuid primary key references auth.users on delete cascade,
    name text not null,
    gender text,
    email text not null,
    profile_photo text,
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

-- The id of zeros is the virtual list that every device has; it never leaves a device.
-- sync_status and last_synced_at are for older clients: a device's own state, which geoq never sends.
create table if not exists public.watchlists (
    id uuid primary key check (id <> '00000000-0000-0000-0000-000000000000'),
    owner_id uuid not null references auth.users on delete cascade,
    type text,
    title text,
    location text,
    location_display_name text,
    start_date date,
    end_date date,
    observed_count int default 0,
    species_count int default 0,
    cover_image_path text,
    species_rule_enabled boolean default false,
    species_rule_shape_id text,
    location_rule_enabled boolean default false,
    location_rule_lat double precision check (location_rule_lat between -90 and 90),
    location_rule_lon double precision check (location_rule_lon between -180 and 180),
    location_rule_radius_km double precision
        check (location_rule_radius_km > 0 and location_rule_radius_km < 'Infinity'),
    location_rule_display_name text,
    date_rule_enabled boolean default false,
    date_rule_start_date date,
    date_rule_end_date date,
    sync_status text,
    row_version int not null default 1,
    last_synced_at timestamptz,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (start_date <= end_date),
    check (date_rule_start_date <= date_rule_end_date)
);

-- A list that its owner shows to another user. With permission 'edit' that user may also change the
-- list, its entries and its rules.
create table if not exists public.watchlist_shares (
    id uuid primary key,
    watchlist_id uuid not null references public.watchlists on delete cascade,
    user_id uuid not null references auth.users on delete cascade,
    permission text not null default 'view',
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

create table if not exists public.watchlist_entries (
    id uuid primary key,
    watchlist_id uuid not null references public.watchlists on delete cascade,
    bird_id uuid not null references public.bird,
    nickname text,
    status text,
    notes text,
    added_date timestamptz default now(),
    observation_date timestamptz,
    to_observe_start_date timestamptz,
    to_observe_end_date timestamptz,
    observed_by text,
    lat double precision check (lat between -90 and 90),
    lon double precision check (lon between -180 and 180),
    location_display_name text,
    priority int default 0,
    notify_upcoming boolean default false,
    target_date_range text,
    sync_status text,
    row_version int not null default 1,
    last_synced_at timestamptz,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((lat is null) = (lon is null)),
    check (to_observe_start_date <= to_observe_end_date)
);

-- parameters_json stays the text that the user wrote; the check only asks that it is JSON.
create table if not exists public.watchlist_rules (
    id uuid primary key,
    watchlist_id uuid not null references public.watchlists on delete cascade,
    rule_type text not null,
    parameters_json text,
    is_active boolean default true,
    priority int default 0,
    sync_status text,
    row_version int not null default 1,
    last_synced_at timestamptz,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

-- The pictures themselves are in Storage: storage_url is the path there, once is_uploaded. image_path is a file name.
create table if not exists public.observed_bird_photos (
    id uuid primary key,
    watchlist_entry_id uuid not null references public.watchlist_entries on delete cascade,
    image_path text not null,
    storage_url text,
    is_uploaded boolean default false,
    captured_at timestamptz,
    uploaded_at timestamptz,
    sync_status text,
    row_version int not null default 1,
    last_synced_at timestamptz,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

-- Added apart from the tables, so that they replace those of an older schema.
alter table public.watchlist_rules drop constraint if exists watchlist_rules_parameters_json_check;
alter table public.watchlist_rules add constraint watchlist_rules_parameters_json_check
    check (parameters_json is null or parameters_json::jsonb is not null);
alter table public.watchlist_shares drop constraint if exists watchlist_shares_permission_check;
alter table public.watchlist_shares add constraint watchlist_shares_permission_check
    check (permission in ('view', 'edit'));

create index if not exists hotspot_location_idx on public.hotspot using gist (location);
create index if not exists watchlist_entries_point_idx on public.watchlist_entries
    using gist ((st_setsrid(st_makepoint(lon, lat), 4326)::geography));
create index if not exists watchlists_owner_idx on public.watchlists (owner_id);
-- A list may be shared again after its share was deleted.
create unique index if not exists watchlist_shares_once
    on public.watchlist_shares (watchlist_id, user_id) where deleted_at is null;
create index if not exists watchlist_shares_watchlist_idx on public.watchlist_shares (watchlist_id);
create index if not exists watchlist_shares_user_idx on public.watchlist_shares (user_id);
create index if not exists watchlist_entries_watchlist_idx on public.watchlist_entries (watchlist_id);
create index if not exists watchlist_entries_bird_idx on public.watchlist_entries (bird_id);
create index if not exists watchlist_rules_watchlist_idx on public.watchlist_rules (watchlist_id);
create index if not exists observed_bird_photos_entry_idx on public.observed_bird_photos (watchlist_entry_id);


-- ============================================================================
-- 3. Profiles
-- Every account has a profile from its first moment, named by the first part of the e-mail address.
-- ============================================================================
create or replace function geoq.make_profile() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
    named text := nullif(to_jsonb(new) -> 'raw_user_meta_data' ->> 'name', '');
begin
    if new.email is not null then
        insert into public.users (id, name, email)
        values (new.id, coalesce(named, split_part(new.email, '@', 1)), new.email)
        on conflict (id) do update set email = excluded.email where users.email <> excluded.email;
    end if;
    return null;
end
$$;

create or replace trigger geoq_profile after insert or update of email on auth.users
    for each row execute function geoq.make_profile();

-- Accounts that were there before the trigger.
insert into public.users (id, name, email)
select id, split_part(email, '@', 1), email from auth.users where email is not null
on conflict (id) do nothing;


-- ============================================================================
-- 4. Row-level security
-- ============================================================================

-- The lists of a user. These functions are SECURITY DEFINER because a policy that reads another
-- table under that table's policies, which read the first, recurses without end. A policy that asks
-- "in (select …)" calls them once a statement and not once a row.
create or replace function geoq.lists_owned() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select id from public.watchlists where owner_id = auth.uid()
$$;

create or replace function geoq.lists_shared() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select watchlist_id from public.watchlist_shares where user_id = auth.uid() and deleted_at is null
$$;

create or replace function geoq.lists_lent() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select watchlist_id from public.watchlist_shares
    where user_id = auth.uid() and deleted_at is null and permission = 'edit'
$$;

create or replace function geoq.owner_of(p_list uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select owner_id from public.watchlists where id = p_list
$$;

-- Whether the table has a share with these values before the statement.
create or replace function geoq.is_share(p_id uuid, p_list uuid, p_user uuid, p_permission text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select exists (select from public.watchlist_shares
                   where id = p_id and watchlist_id = p_list and user_id = p_user and permission = p_permission)
$$;

-- Whether a share, as the table has it now, is of one of the user's lists.
-- VOLATILE as entry_may_be_in, and for its reason.
create or replace function geoq.owns_share(p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
    return exists (select from public.watchlist_shares s join public.watchlists w on w.id = s.watchlist_id
                   where s.id = p_id and w.owner_id = auth.uid());
end
$$;

-- Whether an entry, or a rule, as the table has it now, may be in a list: in one of the same owner, and its owner may
-- give it to any. A row that is not there may be in none, so that a new id hides no row. VOLATILE, and not STABLE as
-- the others: a statement that runs for long, or has changed other rows before, must not be asked about an older state.
-- In plpgsql, which keeps its plan from one update of a push to the next.
create or replace function geoq.entry_may_be_in(p_id uuid, p_list uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
    present constant uuid := (select watchlist_id from public.watchlist_entries where id = p_id);
begin
    return coalesce(present = p_list or geoq.owner_of(present) = geoq.owner_of(p_list)
        -- A photo that names a picture of the list's owner would show it to those who read the list.
        or geoq.owner_of(present) = auth.uid() and not exists (
            select from public.observed_bird_photos as p where p.watchlist_entry_id = p_id
                and strpos(lower(p.storage_url), geoq.owner_of(p_list)::text) > 0), false);
end
$$;

-- Whether a photo may be below an entry: below one of the user's own lists. It waits for a transaction that moves the
-- entry into another list, and lets none move it before this one ends: entry_may_be_in looks at the photos.
create or replace function geoq.photo_may_be_below(p_entry uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
    list uuid;
begin
    select watchlist_id into list from public.watchlist_entries where id = p_entry for share;
    return coalesce(geoq.owner_of(list) = auth.uid(), false);
end
$$;

create or replace function geoq.rule_may_be_in(p_id uuid, p_list uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
    present constant uuid := (select watchlist_id from public.watchlist_rules where id = p_id);
begin
    return coalesce(present = p_list or geoq.owner_of(present) in (auth.uid(), geoq.owner_of(p_list)), false);
end
$$;

-- Entries, for the photos that belong to them.
create or replace function geoq.entries_owned() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select id from public.watchlist_entries where watchlist_id in (select geoq.lists_owned())
$$;

create or replace function geoq.entries_shared() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select id from public.watchlist_entries where watchlist_id in (select geoq.lists_shared())
$$;

-- A function of an older schema, which a project's own policies may call.
do $$
begin
    if to_regprocedure('public.geoq_owns(uuid)') is not null then
        alter function public.geoq_owns(uuid) set search_path = pg_catalog, pg_temp;
    end if;
end
$$;

alter table public.bird enable row level security;
alter table public.hotspot enable row level security;
alter table public.users enable row level security;
alter table public.watchlists enable row level security;
alter table public.watchlist_shares enable row level security;
alter table public.watchlist_entries enable row level security;
alter table public.watchlist_rules enable row level security;
alter table public.observed_bird_photos enable row level security;

-- A policy decides about rows, a grant about commands. TRUNCATE obeys no policy, so it is not granted.
grant select, insert, update, delete on public.bird, public.hotspot, public.users, public.watchlists,
    public.watchlist_shares, public.watchlist_entries, public.watchlist_rules, public.observed_bird_photos
    to anon, authenticated;
revoke truncate, references, trigger on public.bird, public.hotspot, public.users, public.watchlists,
    public.watchlist_shares, public.watchlist_entries, public.watchlist_rules, public.observed_bird_photos
    from anon, authenticated;
grant all on public.bird, public.hotspot, public.users, public.watchlists,
    public.watchlist_shares, public.watchlist_entries, public.watchlist_rules, public.observed_bird_photos
    to service_role;

-- PostgreSQL asks the permissive policies of a table in the opposite order of their names, until one says yes. Those of
-- owners begin with "Users", so that shares are looked for only of rows that are another user's.

drop policy if exists "Anyone can read birds" on public.bird;
create policy "Anyone can read birds" on public.bird for select using (true);

drop policy if exists "Anyone can read hotspots" on public.hotspot;
create policy "Anyone can read hotspots" on public.hotspot for select using (true);

drop policy if exists "Users can manage own profile" on public.users;
create policy "Users can manage own profile" on public.users
    for all using (id = (select auth.uid())) with check (id = (select auth.uid()));

drop policy if exists "Users can view own watchlists" on public.watchlists;
create policy "Users can view own watchlists" on public.watchlists
    for select using (owner_id = (select auth.uid()));

drop policy if exists "Users can view shared watchlists" on public.watchlists;
drop policy if exists "Invited users can view shared watchlists" on public.watchlists;
create policy "Invited users can view shared watchlists" on public.watchlists
    for select using (id in (select geoq.lists_shared()));

drop policy if exists "Users can insert own watchlists" on public.watchlists;
create policy "Users can insert own watchlists" on public.watchlists
    for insert with check (owner_id = (select auth.uid()));

-- The check asks for one list: "in (select geoq.lists_owned())" would read all of the user's lists for
-- each update of a push.
drop policy if exists "Users can update own watchlists" on public.watchlists;
create policy "Users can update own watchlists" on public.watchlists
    for update using (owner_id = (select auth.uid()))
    with check (owner_id = (select auth.uid()) and owner_id = geoq.owner_of(id));

-- A user who may edit a list cannot take it, give it away, or delete it. A new row need only pass the
-- check of one policy, so the check of the policy before this asks who owned the list until now.
drop policy if exists "Users can update lent watchlists" on public.watchlists;
create policy "Users can update lent watchlists" on public.watchlists
    for update using (id in (select geoq.lists_lent()) and deleted_at is null)
    with check (id in (select geoq.lists_lent()) and deleted_at is null and owner_id = geoq.owner_of(id));

drop policy if exists "Users can delete own watchlists" on public.watchlists;
create policy "Users can delete own watchlists" on public.watchlists
    for delete using (owner_id = (select auth.uid()));

drop policy if exists "Users can view shares" on public.watchlist_shares;
create policy "Users can view shares" on public.watchlist_shares
    for select using (user_id = (select auth.uid()) or watchlist_id in (select geoq.lists_owned()));

drop policy if exists "Owners can add shares" on public.watchlist_shares;
create policy "Owners can add shares" on public.watchlist_shares
    for insert with check (watchlist_id in (select geoq.lists_owned()));

drop policy if exists "Owners can change shares" on public.watchlist_shares;
create policy "Owners can change shares" on public.watchlist_shares
    for update using (watchlist_id in (select geoq.lists_owned()))
    with check (watchlist_id in (select geoq.lists_owned()) and geoq.owns_share(id));

-- The user with whom a list is shared may leave it, by the mark of a deleted row and nothing else: neither a new
-- permission nor another list, and a share that has ended stays ended. A new row need only pass the check of one
-- policy, so the check of the policy before this asks whose list the share was of until now. Without that, the user
-- could move the share below a list of their own.
drop policy if exists "Users can leave shared watchlists" on public.watchlist_shares;
create policy "Users can leave shared watchlists" on public.watchlist_shares
    for update using (user_id = (select auth.uid()) and deleted_at is null)
    with check (deleted_at is not null and geoq.is_share(id, watchlist_id, user_id, permission));

drop policy if exists "Owners can remove shares" on public.watchlist_shares;
create policy "Owners can remove shares" on public.watchlist_shares
    for delete using (watchlist_id in (select geoq.lists_owned()));

drop policy if exists "Users can manage entries in own watchlists" on public.watchlist_entries;
create policy "Users can manage entries in own watchlists" on public.watchlist_entries
    for all using (watchlist_id in (select geoq.lists_owned()))
    with check (watchlist_id in (select geoq.lists_owned()));

drop policy if exists "Users can view entries in shared watchlists" on public.watchlist_entries;
drop policy if exists "Invited users can view entries in shared watchlists" on public.watchlist_entries;
create policy "Invited users can view entries in shared watchlists" on public.watchlist_entries
    for select using (watchlist_id in (select geoq.lists_shared()));

drop policy if exists "Users can manage entries in lent watchlists" on public.watchlist_entries;
create policy "Users can manage entries in lent watchlists" on public.watchlist_entries
    for all using (watchlist_id in (select geoq.lists_lent()))
    with check (watchlist_id in (select geoq.lists_lent()));

-- A new row need only pass the check of one policy, so a user who may edit a list could move an entry of it, with its
-- photos, into a list of their own. A restrictive policy is asked besides.
drop policy if exists "Entries stay with their owner" on public.watchlist_entries;
create policy "Entries stay with their owner" on public.watchlist_entries as restrictive
    for update using (true) with check (geoq.entry_may_be_in(id, watchlist_id));

drop policy if exists "Users can manage rules in own watchlists" on public.watchlist_rules;
create policy "Users can manage rules in own watchlists" on public.watchlist_rules
    for all using (watchlist_id in (select geoq.lists_owned()))
    with check (watchlist_id in (select geoq.lists_owned()));

drop policy if exists "Users can view rules in shared watchlists" on public.watchlist_rules;
drop policy if exists "Invited users can view rules in shared watchlists" on public.watchlist_rules;
create policy "Invited users can view rules in shared watchlists" on public.watchlist_rules
    for select using (watchlist_id in (select geoq.lists_shared()));

drop policy if exists "Users can manage rules in lent watchlists" on public.watchlist_rules;
create policy "Users can manage rules in lent watchlists" on public.watchlist_rules
    for all using (watchlist_id in (select geoq.lists_lent()))
    with check (watchlist_id in (select geoq.lists_lent()));

drop policy if exists "Rules stay with their owner" on public.watchlist_rules;
create policy "Rules stay with their owner" on public.watchlist_rules as restrictive
    for update using (true) with check (geoq.rule_may_be_in(id, watchlist_id));

-- Photos are the owner's alone to change: their files are in the owner's folder of Storage.
drop policy if exists "Users can manage photos in own entries" on public.observed_bird_photos;
create policy "Users can manage photos in own entries" on public.observed_bird_photos
    for all using (watchlist_entry_id in (select geoq.entries_owned()))
    with check (watchlist_entry_id in (select geoq.entries_owned()));

drop policy if exists "New photos are below own entries" on public.observed_bird_photos;
create policy "New photos are below own entries" on public.observed_bird_photos as restrictive
    for insert with check (geoq.photo_may_be_below(watchlist_entry_id));

drop policy if exists "Photos stay below own entries" on public.observed_bird_photos;
create policy "Photos stay below own entries" on public.observed_bird_photos as restrictive
    for update using (true) with check (geoq.photo_may_be_below(watchlist_entry_id));

drop policy if exists "Users can view photos in shared watchlists" on public.observed_bird_photos;
drop policy if exists "Invited users can view photos in shared watchlists" on public.observed_bird_photos;
create policy "Invited users can view photos in shared watchlists" on public.observed_bird_photos
    for select using (watchlist_entry_id in (select geoq.entries_shared()));


-- ============================================================================
-- 5. Questions
-- The parameters have the names of columns, as callers expect. Inside an SQL function the column
-- wins over a parameter, so each parameter is written with the function's name before it. STABLE,
-- so that the planner puts the query in place of the call and uses the index. A place that is
-- exactly radius_km away is found.
-- ============================================================================
create or replace function public.hotspots_near(lat double precision, lon double precision, radius_km double precision)
returns setof public.hotspot language sql stable parallel safe as $$
    select h.* from public.hotspot h
    where h.deleted_at is null
      -- PostGIS would take another place for one that is not on Earth.
      and hotspots_near.lat between -90 and 90 and hotspots_near.lon between -180 and 180
      and st_dwithin(h.location, st_setsrid(st_makepoint(hotspots_near.lon, hotspots_near.lat), 4326)::geography,
                     hotspots_near.radius_km * 1000)
$$;

create or replace function public.birds_near(lat double precision, lon double precision, radius_km double precision)
returns setof public.bird language sql stable parallel safe as $$
    select b.* from public.bird b
    where b.deleted_at is null
      and birds_near.lat between -90 and 90 and birds_near.lon between -180 and 180
      and exists (
          select from public.watchlist_entries e
          where e.bird_id = b.id and e.deleted_at is null
            and st_dwithin(st_setsrid(st_makepoint(e.lon, e.lat), 4326)::geography,
                           st_setsrid(st_makepoint(birds_near.lon, birds_near.lat), 4326)::geography,
                           birds_near.radius_km * 1000))
$$;

grant execute on function public.hotspots_near(double precision, double precision, double precision),
    public.birds_near(double precision, double precision, double precision) to anon, authenticated, service_role;


-- ============================================================================
-- 6. Realtime, where Supabase's publication is there
-- ============================================================================
create or replace function geoq.publish(p_tables text[]) returns void language plpgsql as $$
declare
    t text;
begin
    if not exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables) then
        return;
    end if;
    foreach t in array p_tables loop
        if not exists (select from pg_publication_tables
                       where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = t) then
            execute format('alter publication supabase_realtime add table public.%I', t);
        end if;
    end loop;
end
$$;
revoke execute on function geoq.publish(text[]) from public, anon, authenticated;

do $$
begin
    perform geoq.publish(array['bird', 'hotspot', 'users', 'watchlists', 'watchlist_shares', 'watchlist_entries',
                               'watchlist_rules', 'observed_bird_photos']);
end
$$;

-- PostgREST reads the new tables.
notify pgrst, 'reload schema';
commit;
