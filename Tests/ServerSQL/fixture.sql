-- Users, rows and helpers of the tests. Each test file includes it in a transaction that it rolls back.
--
-- Four users and their sides of one list: the owner; the viewer and the editor, with whom it is shared;
-- another, who has nothing to do with it. And anonymous, who is no user.
set local client_min_messages = warning;
\pset format unaligned
\pset tuples_only on
\pset pager off
create extension if not exists pgtap;
create schema tests;

create table tests.person (name text primary key, id uuid);
insert into tests.person values ('owner', 'a0000000-0000-4000-8000-00000000000a'),
    ('viewer', 'a0000000-0000-4000-8000-00000000000b'), ('editor', 'a0000000-0000-4000-8000-00000000000e'),
    ('another', 'a0000000-0000-4000-8000-00000000000c'), ('anonymous', null);
insert into auth.users (id, email) select id, name || '@example.org' from tests.person where id is not null;

insert into bird (id, common_name) values
    ('b0000000-0000-4000-8000-000000000001', 'Osprey'), ('b0000000-0000-4000-8000-000000000002', 'Dunlin');
insert into hotspot (id, name, lat, lon) values
    ('c0000000-0000-4000-8000-000000000001', 'Ridgefield', 45.8051, -122.7451),
    ('c0000000-0000-4000-8000-000000000002', 'Date line', -16.5, 180),
    ('c0000000-0000-4000-8000-000000000003', 'Somewhere', null, null);
insert into watchlists (id, owner_id, title) values
    ('d0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-00000000000a', 'Shared'),
    ('d0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-00000000000a', 'Private'),
    ('d0000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-00000000000c', 'Another''s');
insert into watchlist_shares (id, watchlist_id, user_id, permission) values
    ('50000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-00000000000b', 'view'),
    ('50000000-0000-4000-8000-000000000002', 'd0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-00000000000e', 'edit');
insert into watchlist_entries (id, watchlist_id, bird_id) values
    ('e0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000001');
insert into watchlist_rules (id, watchlist_id, rule_type) values
    ('70000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000001', 'date');
insert into observed_bird_photos (id, watchlist_entry_id, image_path) values
    ('f0000000-0000-4000-8000-000000000001', 'e0000000-0000-4000-8000-000000000001', 'p.jpg');

-- Makes this session a person's, as PostgREST does for a request.
create function tests.become(p_who text) returns void language plpgsql as $$
begin
    perform set_config('request.jwt.claims', coalesce(
        (select jsonb_build_object('sub', id, 'role', 'authenticated')::text from tests.person
         where name = p_who and id is not null), ''), true);
    perform set_config('role', case when p_who = 'anonymous' then 'anon' else 'authenticated' end, true);
end
$$;

-- What a command of a person does: "2 rows", or the error's SQLSTATE. Nothing of it stays.
create function tests.does(p_who text, p_command text) returns text language plpgsql as $$
declare
    n bigint;
    answer text;
begin
    perform tests.become(p_who);
    begin
        execute p_command;
        get diagnostics n = row_count;
        raise exception using errcode = 'TEST0', message = n || case when n = 1 then ' row' else ' rows' end;
    exception when others then
        answer := case when sqlstate = 'TEST0' then sqlerrm else sqlstate end;
    end;
    perform set_config('role', 'none', true);
    perform set_config('request.jwt.claims', '', true);
    return answer;
end
$$;

-- What a query of a person answers. Its effects stay.
create function tests.answers(p_who text, p_query text) returns jsonb language plpgsql as $$
declare
    answer jsonb;
begin
    perform tests.become(p_who);
    execute p_query into answer;
    perform set_config('role', 'none', true);
    perform set_config('request.jwt.claims', '', true);
    return answer;
end
$$;

-- A line for each policy: a command, and what it does for each side.
create table tests.side (
    policy text, command text, anonymous text, owner text, another text, viewer text, editor text);
