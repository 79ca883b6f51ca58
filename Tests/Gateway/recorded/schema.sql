-- The schema over which the answers in data/excerpts/postgrest were recorded. It is kept as it was then;
-- the product's is in Sources/GeoqSupabase/SQL.
set client_min_messages = warning;

do $shim$
begin
  if to_regnamespace('auth') is not null then return; end if;

  create schema auth;
  create table auth.users (id uuid primary key, email text);
  create function auth.uid() returns uuid language sql stable as $uid$
    select nullif(coalesce(current_setting('request.jwt.claim.sub', true),
                           nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'), '')::uuid
  $uid$;

  if to_regrole('anon')          is null then create role anon          nologin; end if;
  if to_regrole('authenticated') is null then create role authenticated nologin; end if;
  if to_regrole('authenticator') is null then create role authenticator noinherit login; end if;
  grant anon, authenticated to authenticator;
  grant usage on schema public, auth to anon, authenticated;
  alter default privileges in schema public grant all on tables    to anon, authenticated;
  alter default privileges in schema public grant all on functions to anon, authenticated;
end
$shim$;

create extension if not exists postgis;

create table if not exists bird (
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

create table if not exists hotspot (
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

create table if not exists users (
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

create table if not exists watchlists (
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
    species_rule_enabled bool default false,
    species_rule_shape_id text,
    location_rule_enabled bool default false,
    location_rule_lat double precision check (location_rule_lat between -90 and 90),
    location_rule_lon double precision check (location_rule_lon between -180 and 180),
    location_rule_radius_km double precision check (location_rule_radius_km > 0 and location_rule_radius_km < 'Infinity'),
    location_rule_display_name text,
    date_rule_enabled bool default false,
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

create table if not exists watchlist_shares (
    id uuid primary key,
    watchlist_id uuid not null references watchlists(id) on delete cascade,
    user_id uuid not null references auth.users on delete cascade,
    permission text not null default 'view',
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

create table if not exists watchlist_entries (
    id uuid primary key,
    watchlist_id uuid not null references watchlists(id) on delete cascade,
    bird_id uuid not null references bird(id),
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
    notify_upcoming bool default false,
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

create table if not exists watchlist_rules (
    id uuid primary key,
    watchlist_id uuid not null references watchlists(id) on delete cascade,
    rule_type text not null,
    parameters_json text check (parameters_json::jsonb is not null),
    is_active bool default true,
    priority int default 0,
    sync_status text,
    row_version int not null default 1,
    last_synced_at timestamptz,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

create table if not exists observed_bird_photos (
    id uuid primary key,
    watchlist_entry_id uuid not null references watchlist_entries(id) on delete cascade,
    image_path text not null,
    storage_url text,
    is_uploaded bool default false,
    captured_at timestamptz,
    uploaded_at timestamptz,
    sync_status text,
    row_version int not null default 1,
    last_synced_at timestamptz,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

create index if not exists hotspot_location_idx on hotspot using gist (location);
create index if not exists watchlist_entries_point_idx on watchlist_entries
    using gist ((st_setsrid(st_makepoint(lon, lat), 4326)::geography));
create index if not exists watchlists_owner_idx on watchlists (owner_id);
create unique index if not exists watchlist_shares_once on watchlist_shares (watchlist_id, user_id) where deleted_at is null;
create index if not exists watchlist_shares_watchlist_idx on watchlist_shares (watchlist_id);
create index if not exists watchlist_shares_user_idx on watchlist_shares (user_id);
create index if not exists watchlist_entries_watchlist_idx on watchlist_entries (watchlist_id);
create index if not exists watchlist_entries_bird_idx on watchlist_entries (bird_id);
create index if not exists watchlist_rules_watchlist_idx on watchlist_rules (watchlist_id);
create index if not exists observed_bird_photos_entry_idx on observed_bird_photos (watchlist_entry_id);

alter table bird enable row level security;
alter table hotspot enable row level security;
alter table users enable row level security;
alter table watchlists enable row level security;
alter table watchlist_shares enable row level security;
alter table watchlist_entries enable row level security;
alter table watchlist_rules enable row level security;
alter table observed_bird_photos enable row level security;

create or replace function geoq_owns(p_watchlist uuid) returns boolean
language sql stable security definer set search_path = pg_catalog as $$
    select exists (select 1 from public.watchlists where id = p_watchlist and owner_id = auth.uid())
$$;

drop policy if exists "Anyone can read birds" on bird;
create policy "Anyone can read birds" on bird for select using (true);

drop policy if exists "Anyone can read hotspots" on hotspot;
create policy "Anyone can read hotspots" on hotspot for select using (true);

drop policy if exists "Users can manage own profile" on users;
create policy "Users can manage own profile" on users for all using (id = (select auth.uid()));

drop policy if exists "Users can view own watchlists" on watchlists;
create policy "Users can view own watchlists" on watchlists
    for select using (owner_id = (select auth.uid()));

drop policy if exists "Users can view shared watchlists" on watchlists;
create policy "Users can view shared watchlists" on watchlists
    for select using (id in (select watchlist_id from watchlist_shares
                             where user_id = (select auth.uid()) and deleted_at is null));

drop policy if exists "Users can insert own watchlists" on watchlists;
create policy "Users can insert own watchlists" on watchlists
    for insert with check (owner_id = (select auth.uid()));

drop policy if exists "Users can update own watchlists" on watchlists;
create policy "Users can update own watchlists" on watchlists
    for update using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));

drop policy if exists "Users can delete own watchlists" on watchlists;
create policy "Users can delete own watchlists" on watchlists
    for delete using (owner_id = (select auth.uid()));

drop policy if exists "Users can view shares" on watchlist_shares;
create policy "Users can view shares" on watchlist_shares
    for select using (user_id = (select auth.uid()) or geoq_owns(watchlist_id));

drop policy if exists "Owners can add shares" on watchlist_shares;
create policy "Owners can add shares" on watchlist_shares
    for insert with check (geoq_owns(watchlist_id));

drop policy if exists "Owners can change shares" on watchlist_shares;
create policy "Owners can change shares" on watchlist_shares
    for update using (geoq_owns(watchlist_id)) with check (geoq_owns(watchlist_id));

drop policy if exists "Owners can remove shares" on watchlist_shares;
create policy "Owners can remove shares" on watchlist_shares
    for delete using (geoq_owns(watchlist_id));

drop policy if exists "Users can manage entries in own watchlists" on watchlist_entries;
create policy "Users can manage entries in own watchlists" on watchlist_entries
    for all using (watchlist_id in (select id from watchlists where owner_id = (select auth.uid())));

drop policy if exists "Users can view entries in shared watchlists" on watchlist_entries;
create policy "Users can view entries in shared watchlists" on watchlist_entries
    for select using (watchlist_id in (select watchlist_id from watchlist_shares
                                       where user_id = (select auth.uid()) and deleted_at is null));

drop policy if exists "Users can manage rules in own watchlists" on watchlist_rules;
create policy "Users can manage rules in own watchlists" on watchlist_rules
    for all using (watchlist_id in (select id from watchlists where owner_id = (select auth.uid())));

drop policy if exists "Users can view rules in shared watchlists" on watchlist_rules;
create policy "Users can view rules in shared watchlists" on watchlist_rules
    for select using (watchlist_id in (select watchlist_id from watchlist_shares
                                       where user_id = (select auth.uid()) and deleted_at is null));

drop policy if exists "Users can manage photos in own entries" on observed_bird_photos;
create policy "Users can manage photos in own entries" on observed_bird_photos
    for all using (watchlist_entry_id in (select e.id from watchlist_entries e
                                          join watchlists w on w.id = e.watchlist_id
                                          where w.owner_id = (select auth.uid())));

drop policy if exists "Users can view photos in shared watchlists" on observed_bird_photos;
create policy "Users can view photos in shared watchlists" on observed_bird_photos
    for select using (watchlist_entry_id in (select e.id from watchlist_entries e
                                             join watchlist_shares s on s.watchlist_id = e.watchlist_id
                                             where s.user_id = (select auth.uid()) and s.deleted_at is null));

create or replace function hotspots_near(lat double precision, lon double precision, radius_km double precision)
returns setof hotspot language sql stable parallel safe as $$
    select h.* from hotspot h
    where h.deleted_at is null
      and st_dwithin(h.location,
                     st_setsrid(st_makepoint(hotspots_near.lon, hotspots_near.lat), 4326)::geography,
                     hotspots_near.radius_km * 1000)
$$;

create or replace function birds_near(lat double precision, lon double precision, radius_km double precision)
returns setof bird language sql stable parallel safe as $$
    select b.* from bird b
    where b.deleted_at is null
      and exists (select 1 from watchlist_entries we
                  where we.bird_id = b.id and we.deleted_at is null
                    and st_dwithin(st_setsrid(st_makepoint(we.lon, we.lat), 4326)::geography,
                                   st_setsrid(st_makepoint(birds_near.lon, birds_near.lat), 4326)::geography,
                                   birds_near.radius_km * 1000))
$$;

do $pub$
declare t text;
begin
  if not exists (select 1 from pg_publication where pubname = 'supabase_realtime') then return; end if;
  foreach t in array array['bird', 'hotspot', 'watchlists', 'watchlist_shares', 'watchlist_entries',
                           'watchlist_rules', 'observed_bird_photos'] loop
    if not exists (select 1 from pg_publication_tables
                   where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = t) then
      execute format('alter publication supabase_realtime add table public.%I', t);
    end if;
  end loop;
end
$pub$;

reset client_min_messages;
