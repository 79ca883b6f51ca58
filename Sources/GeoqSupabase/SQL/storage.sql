-- geoq's remote, 3 of 4: buckets for pictures, and who may read and write them.
--
--   geoq server-sql storage | psql -X -v ON_ERROR_STOP=1 -d DATABASE          after: geoq server-sql schema
--
-- Paths, all lower case, as PostgreSQL prints a uuid:
--   profile-photos     {user}/avatar.jpg             public
--   list-covers        {user}/{list}.jpg             public
--   watchlist-photos   {user}/{entry}/{photo}.jpg    private; viewers of the list may read those that its photos name
-- The first folder is the owner's. Running this again changes nothing but the limits of these
-- buckets, where a project has set others.

begin;
set local client_min_messages = warning;

do $$
begin
    if to_regprocedure('geoq.lists_shared()') is null then
        raise exception 'this database has no tables of geoq yet: run geoq server-sql schema first, then storage again';
    end if;
end
$$;


-- ============================================================================
-- 1. What Supabase has and a plain PostgreSQL lacks
-- ============================================================================
do $$
begin
    if to_regnamespace('storage') is not null then
        return;
    end if;
    create schema storage;
    create table storage.buckets (
        id text primary key,
        name text not null unique,
        owner uuid,
        owner_id text,
        public boolean default false,
        avif_autodetection boolean default false,
        file_size_limit bigint,
        allowed_mime_types text[],
        created_at timestamptz default now(),
        updated_at timestamptz default now()
    );
    create table storage.objects (
        id uuid primary key default gen_random_uuid(),
        bucket_id text references storage.buckets,
        name text,
        owner uuid,
        owner_id text,
        metadata jsonb,
        user_metadata jsonb,
        version text,
        path_tokens text[] generated always as (string_to_array(name, '/')) stored,
        created_at timestamptz default now(),
        updated_at timestamptz default now(),
        last_accessed_at timestamptz default now(),
        unique (bucket_id, name)
    );
    create function storage.foldername(name text) returns text[] language sql immutable as $f$
        select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
    $f$;
    create function storage.filename(name text) returns text language sql immutable as $f$
        select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
    $f$;
    alter table storage.buckets enable row level security;
    alter table storage.objects enable row level security;
    grant usage on schema storage to anon, authenticated, service_role;
    grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated;
    grant all on storage.buckets, storage.objects to service_role;
end
$$;


-- ============================================================================
-- 2. Buckets. Sizes in bytes
-- ============================================================================
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('profile-photos', 'profile-photos', true, 5242880, '{image/jpeg,image/png,image/webp}'),
    ('list-covers', 'list-covers', true, 5242880, '{image/jpeg,image/png,image/webp}'),
    ('watchlist-photos', 'watchlist-photos', false, 10485760, '{image/jpeg,image/png,image/webp,application/pdf}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;


-- ============================================================================
-- 3. Policies: thirteen. Storage asks for INSERT, SELECT and UPDATE when it replaces a file
-- ============================================================================
drop policy if exists "Anyone can view profile photos" on storage.objects;
create policy "Anyone can view profile photos" on storage.objects
    for select using (bucket_id = 'profile-photos');

drop policy if exists "Users can upload own profile photo" on storage.objects;
create policy "Users can upload own profile photo" on storage.objects
    for insert with check (bucket_id = 'profile-photos'
        and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Users can update own profile photo" on storage.objects;
create policy "Users can update own profile photo" on storage.objects
    for update using (bucket_id = 'profile-photos' and (storage.foldername(name))[1] = (select auth.uid())::text)
    with check (bucket_id = 'profile-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Users can delete own profile photo" on storage.objects;
create policy "Users can delete own profile photo" on storage.objects
    for delete using (bucket_id = 'profile-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Anyone can view list covers" on storage.objects;
create policy "Anyone can view list covers" on storage.objects
    for select using (bucket_id = 'list-covers');

drop policy if exists "Users can upload own list covers" on storage.objects;
create policy "Users can upload own list covers" on storage.objects
    for insert with check (bucket_id = 'list-covers'
        and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Users can update own list covers" on storage.objects;
create policy "Users can update own list covers" on storage.objects
    for update using (bucket_id = 'list-covers' and (storage.foldername(name))[1] = (select auth.uid())::text)
    with check (bucket_id = 'list-covers' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Users can delete own list covers" on storage.objects;
create policy "Users can delete own list covers" on storage.objects
    for delete using (bucket_id = 'list-covers' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Users can view own watchlist photos" on storage.objects;
create policy "Users can view own watchlist photos" on storage.objects
    for select using (bucket_id = 'watchlist-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Users can upload own watchlist photos" on storage.objects;
create policy "Users can upload own watchlist photos" on storage.objects
    for insert with check (bucket_id = 'watchlist-photos'
        and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Users can update own watchlist photos" on storage.objects;
create policy "Users can update own watchlist photos" on storage.objects
    for update using (bucket_id = 'watchlist-photos' and (storage.foldername(name))[1] = (select auth.uid())::text)
    with check (bucket_id = 'watchlist-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Users can delete own watchlist photos" on storage.objects;
create policy "Users can delete own watchlist photos" on storage.objects
    for delete using (bucket_id = 'watchlist-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- A viewer reads what the living photos of living entries name, in the folder of the list's owner. Only the owner
-- writes photos; the id of an entry that is gone, whose pictures may still be there, anyone may give to a new entry.
-- The first folder is asked for, so that a photo whose row names another user's picture shows it to nobody, and nor
-- does a picture that another user has put below the entry. An older client wrote the address of a picture as
-- storage_url; its path follows the bucket.
create or replace function geoq.photos_shared() returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select path from (
        select w.owner_id::text as owner,
               case when p.storage_url like '%://%' then substring(p.storage_url from '/watchlist-photos/([^?#]*)')
                    else p.storage_url end as path
        from public.observed_bird_photos p
        join public.watchlist_entries e on e.id = p.watchlist_entry_id
        join public.watchlists w on w.id = e.watchlist_id
        where e.watchlist_id in (select geoq.lists_shared()) and e.deleted_at is null and p.deleted_at is null) named
    where split_part(path, '/', 1) = owner
$$;

drop policy if exists "Users can view photos of shared watchlists" on storage.objects;
create policy "Users can view photos of shared watchlists" on storage.objects
    for select using (bucket_id = 'watchlist-photos' and name in (select geoq.photos_shared()));
-- What the policy asked before.
drop function if exists geoq.photo_folders_shared();

commit;
