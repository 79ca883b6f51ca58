-- geoq's remote, 4 of 4: what the home page and the identification of birds keep.
--
--   geoq server-sql home | psql -X -v ON_ERROR_STOP=1 -d DATABASE          after: geoq server-sql schema
--
-- Running it again changes nothing. It may come before or after the kit, which makes the tables travel.

begin;
set local client_min_messages = warning;

do $$
begin
    if to_regclass('public.hotspot') is null or to_regprocedure('geoq.publish(text[])') is null then
        raise exception 'this database has no tables of geoq yet: run geoq server-sql schema first, then home again';
    end if;
end
$$;


-- ============================================================================
-- 1. Reference tables: all may read, no user may write
-- ============================================================================

-- How likely a bird is at a hotspot in a week of the year.
create table if not exists public.hotspot_species_presence (
    id uuid primary key,
    hotspot_id uuid not null references public.hotspot on delete cascade,
    bird_id uuid not null references public.bird on delete cascade,
    week int not null check (week between 1 and 53),
    likelihood double precision not null check (likelihood between 0 and 1),
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create unique index if not exists hotspot_species_presence_once
    on public.hotspot_species_presence (hotspot_id, bird_id, week) where deleted_at is null;
create index if not exists hotspot_species_presence_bird_idx on public.hotspot_species_presence (bird_id);

-- A migration of a kind of bird, and its way.
create table if not exists public.migration_session (
    id uuid primary key,
    bird_id uuid not null references public.bird on delete cascade,
    name text,
    season text,
    start_date date,
    end_date date,
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (start_date <= end_date)
);
create index if not exists migration_session_bird_idx on public.migration_session (bird_id);

-- The points of a way, in the order of position.
create table if not exists public.trajectory_path (
    id uuid primary key,
    migration_session_id uuid not null references public.migration_session on delete cascade,
    position int not null check (position >= 0),
    lat double precision not null check (lat between -90 and 90),
    lon double precision not null check (lon between -180 and 180),
    at timestamptz,
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create unique index if not exists trajectory_path_order
    on public.trajectory_path (migration_session_id, position) where deleted_at is null;


-- ============================================================================
-- 2. What users add
-- ============================================================================

-- A sighting that all may see. Those of source 'system' came with the data and have no owner.
create table if not exists public.community_observation (
    id uuid primary key,
    owner_id uuid references auth.users on delete cascade,
    source_type text not null default 'user' check (source_type in ('user', 'system')),
    bird_id uuid references public.bird,
    hotspot_id uuid references public.hotspot,
    species_text text,
    location_display_name text,
    lat double precision check (lat between -90 and 90),
    lon double precision check (lon between -180 and 180),
    observed_at timestamptz,
    notes text,
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((lat is null) = (lon is null)),
    check ((source_type = 'user') = (owner_id is not null))
);
create index if not exists community_observation_owner_idx on public.community_observation (owner_id);
create index if not exists community_observation_bird_idx on public.community_observation (bird_id);
create index if not exists community_observation_hotspot_idx on public.community_observation (hotspot_id);

-- One attempt to identify a bird: what was seen and where.
create table if not exists public.identification_session (
    id uuid primary key,
    owner_id uuid not null references auth.users on delete cascade,
    shape_id text,
    size_category int,
    location_id text,
    location_display_name text,
    observed_at timestamptz,
    is_completed boolean not null default false,
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create index if not exists identification_session_owner_idx on public.identification_session (owner_id);

-- A field mark that the user chose, such as "breast: streaked".
create table if not exists public.identification_mark (
    id uuid primary key,
    session_id uuid not null references public.identification_session on delete cascade,
    area text not null,
    variant text not null,
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create index if not exists identification_mark_session_idx on public.identification_mark (session_id);

-- What came out of a session. The bird is what the user decided on.
create table if not exists public.identification_result (
    id uuid primary key,
    session_id uuid not null references public.identification_session on delete cascade,
    bird_id uuid references public.bird,
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create index if not exists identification_result_session_idx on public.identification_result (session_id);
create index if not exists identification_result_bird_idx on public.identification_result (bird_id);

-- Birds that may be meant. Shown by confidence, then created_at, then id.
create table if not exists public.identification_candidate (
    id uuid primary key,
    result_id uuid not null references public.identification_result on delete cascade,
    bird_id uuid not null references public.bird,
    rank int not null,
    confidence double precision not null check (confidence between 0 and 1),
    row_version int not null default 1,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create index if not exists identification_candidate_result_idx on public.identification_candidate (result_id);
create index if not exists identification_candidate_bird_idx on public.identification_candidate (bird_id);


-- ============================================================================
-- 3. Row-level security
-- ============================================================================
create or replace function geoq.sessions_owned() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select id from public.identification_session where owner_id = auth.uid()
$$;

create or replace function geoq.results_owned() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select id from public.identification_result where session_id in (select geoq.sessions_owned())
$$;

alter table public.hotspot_species_presence enable row level security;
alter table public.migration_session enable row level security;
alter table public.trajectory_path enable row level security;
alter table public.community_observation enable row level security;
alter table public.identification_session enable row level security;
alter table public.identification_mark enable row level security;
alter table public.identification_result enable row level security;
alter table public.identification_candidate enable row level security;

grant select, insert, update, delete on public.hotspot_species_presence, public.migration_session, public.trajectory_path,
    public.community_observation, public.identification_session, public.identification_mark,
    public.identification_result, public.identification_candidate to anon, authenticated;
revoke truncate, references, trigger on public.hotspot_species_presence, public.migration_session, public.trajectory_path,
    public.community_observation, public.identification_session, public.identification_mark,
    public.identification_result, public.identification_candidate from anon, authenticated;
grant all on public.hotspot_species_presence, public.migration_session, public.trajectory_path,
    public.community_observation, public.identification_session, public.identification_mark,
    public.identification_result, public.identification_candidate to service_role;

drop policy if exists "Anyone can read presence" on public.hotspot_species_presence;
create policy "Anyone can read presence" on public.hotspot_species_presence for select using (true);

drop policy if exists "Anyone can read migrations" on public.migration_session;
create policy "Anyone can read migrations" on public.migration_session for select using (true);

drop policy if exists "Anyone can read trajectories" on public.trajectory_path;
create policy "Anyone can read trajectories" on public.trajectory_path for select using (true);

drop policy if exists "Anyone can read community observations" on public.community_observation;
create policy "Anyone can read community observations" on public.community_observation for select using (true);

-- The check of the table keeps rows of the system out of users' hands: they have no owner.
drop policy if exists "Users can manage own community observations" on public.community_observation;
create policy "Users can manage own community observations" on public.community_observation
    for all using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));

drop policy if exists "Users can manage own identification sessions" on public.identification_session;
create policy "Users can manage own identification sessions" on public.identification_session
    for all using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));

drop policy if exists "Users can manage own identification marks" on public.identification_mark;
create policy "Users can manage own identification marks" on public.identification_mark
    for all using (session_id in (select geoq.sessions_owned()))
    with check (session_id in (select geoq.sessions_owned()));

drop policy if exists "Users can manage own identification results" on public.identification_result;
create policy "Users can manage own identification results" on public.identification_result
    for all using (session_id in (select geoq.sessions_owned()))
    with check (session_id in (select geoq.sessions_owned()));

drop policy if exists "Users can manage own identification candidates" on public.identification_candidate;
create policy "Users can manage own identification candidates" on public.identification_candidate
    for all using (result_id in (select geoq.results_owned()))
    with check (result_id in (select geoq.results_owned()));


-- ============================================================================
-- 4. The kit and Realtime
-- ============================================================================
do $$
begin
    if to_regprocedure('geoq.attach_all()') is not null then
        perform geoq.attach_all();
    end if;
    perform geoq.publish(array['hotspot_species_presence', 'migration_session', 'trajectory_path',
                               'community_observation', 'identification_session', 'identification_mark',
                               'identification_result', 'identification_candidate']);
end
$$;

notify pgrst, 'reload schema';
commit;
