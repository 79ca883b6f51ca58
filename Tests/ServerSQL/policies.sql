-- Each policy of the tables, from every side.
begin;
\ir fixture.sql
select * from no_plan();

insert into tests.side (policy, command, anonymous, owner, another, viewer, editor) values
('Anyone can read birds', 'select * from bird', '2 rows', '2 rows', '2 rows', '2 rows', '2 rows'),
('Anyone can read birds', $$insert into bird (id, common_name) values (gen_random_uuid(), 'x')$$,
    '42501', '42501', '42501', '42501', '42501'),
('Anyone can read birds', $$update bird set common_name = 'x'$$, '0 rows', '0 rows', '0 rows', '0 rows', '0 rows'),
('Anyone can read birds', 'delete from bird', '0 rows', '0 rows', '0 rows', '0 rows', '0 rows'),
('Anyone can read hotspots', 'select * from hotspot', '3 rows', '3 rows', '3 rows', '3 rows', '3 rows'),
('Anyone can read hotspots', $$insert into hotspot (id, name) values (gen_random_uuid(), 'x')$$,
    '42501', '42501', '42501', '42501', '42501'),
('Anyone can read hotspots', $$update hotspot set name = 'x'$$, '0 rows', '0 rows', '0 rows', '0 rows', '0 rows'),
('Anyone can read hotspots', 'delete from hotspot', '0 rows', '0 rows', '0 rows', '0 rows', '0 rows'),

('Users can manage own profile', 'select * from users', '0 rows', '1 row', '1 row', '1 row', '1 row'),
('Users can manage own profile', $$update users set name = 'x' where id = 'a0000000-0000-4000-8000-00000000000a'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can manage own profile', $$delete from users where id = 'a0000000-0000-4000-8000-00000000000a'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can manage own profile', $$update users set id = gen_random_uuid()$$, '0 rows', '23514', '23514', '23514', '23514'),

('Users can view own watchlists', $$select * from watchlists where title = 'Private'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Invited users can view shared watchlists', $$select * from watchlists where title = 'Shared'$$,
    '0 rows', '1 row', '0 rows', '1 row', '1 row'),
('Users can insert own watchlists', $$insert into watchlists (id, owner_id) values (gen_random_uuid(), 'a0000000-0000-4000-8000-00000000000a')$$,
    '42501', '1 row', '42501', '42501', '42501'),
('Users can update own watchlists', $$update watchlists set title = 'x' where title = 'Private'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can update lent watchlists', $$update watchlists set title = 'x' where title = 'Shared'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '1 row'),
-- Giving a list away, taking it, or marking it as deleted.
('Users can update own watchlists', $$update watchlists set owner_id = 'a0000000-0000-4000-8000-00000000000c' where title = 'Private'$$,
    '0 rows', '42501', '0 rows', '0 rows', '0 rows'),
('Users can update lent watchlists', $$update watchlists set owner_id = 'a0000000-0000-4000-8000-00000000000e' where title = 'Shared'$$,
    '0 rows', '42501', '0 rows', '0 rows', '42501'),
('Users can update lent watchlists', $$update watchlists set deleted_at = now() where title = 'Shared'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '42501'),
('Users can delete own watchlists', $$delete from watchlists where title = 'Shared'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),

('Users can view shares', 'select * from watchlist_shares', '0 rows', '2 rows', '0 rows', '1 row', '1 row'),
('Owners can add shares', $$insert into watchlist_shares (id, watchlist_id, user_id) values
    (gen_random_uuid(), 'd0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-00000000000c')$$,
    '42501', '1 row', '42501', '42501', '42501'),
('Owners can change shares', $$update watchlist_shares set permission = 'edit' where user_id = 'a0000000-0000-4000-8000-00000000000b'$$,
    '0 rows', '1 row', '0 rows', '42501', '0 rows'),
-- Leaving a list, and nothing besides.
('Users can leave shared watchlists', $$update watchlist_shares set deleted_at = now() where user_id = 'a0000000-0000-4000-8000-00000000000b'$$,
    '0 rows', '1 row', '0 rows', '1 row', '0 rows'),
('Users can leave shared watchlists', $$update watchlist_shares set deleted_at = now(), permission = 'edit'
    where user_id = 'a0000000-0000-4000-8000-00000000000b'$$, '0 rows', '1 row', '0 rows', '42501', '0 rows'),
('Users can leave shared watchlists', $$update watchlist_shares set deleted_at = now(), watchlist_id = 'd0000000-0000-4000-8000-000000000002'
    where user_id = 'a0000000-0000-4000-8000-00000000000b'$$, '0 rows', '1 row', '0 rows', '42501', '0 rows'),
('Users can leave shared watchlists', $$update watchlist_shares set deleted_at = now(), user_id = 'a0000000-0000-4000-8000-00000000000c'
    where user_id = 'a0000000-0000-4000-8000-00000000000b'$$, '0 rows', '1 row', '0 rows', '42501', '0 rows'),
('Users can leave shared watchlists', $$update watchlist_shares set deleted_at = null$$, '0 rows', '2 rows', '0 rows', '42501', '42501'),
('Owners can remove shares', 'delete from watchlist_shares', '0 rows', '2 rows', '0 rows', '0 rows', '0 rows'),

('Invited users can view entries in shared watchlists', 'select * from watchlist_entries', '0 rows', '1 row', '0 rows', '1 row', '1 row'),
('Users can manage entries in own watchlists', $$insert into watchlist_entries (id, watchlist_id, bird_id) values
    (gen_random_uuid(), 'd0000000-0000-4000-8000-000000000002', 'b0000000-0000-4000-8000-000000000001')$$,
    '42501', '1 row', '42501', '42501', '42501'),
('Users can manage entries in lent watchlists', $$insert into watchlist_entries (id, watchlist_id, bird_id) values
    (gen_random_uuid(), 'd0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000001')$$,
    '42501', '1 row', '42501', '42501', '1 row'),
('Users can manage entries in lent watchlists', $$update watchlist_entries set notes = 'x'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '1 row'),
('Users can manage entries in lent watchlists', $$update watchlist_entries set watchlist_id = 'd0000000-0000-4000-8000-000000000003'$$,
    '0 rows', '42501', '0 rows', '0 rows', '42501'),
-- To another list of the same owner. The editor may not write that one.
('Entries stay with their owner', $$update watchlist_entries set watchlist_id = 'd0000000-0000-4000-8000-000000000002'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '42501'),
('Users can manage entries in lent watchlists', 'delete from watchlist_entries', '0 rows', '1 row', '0 rows', '0 rows', '1 row'),

('Invited users can view rules in shared watchlists', 'select * from watchlist_rules', '0 rows', '1 row', '0 rows', '1 row', '1 row'),
('Users can manage rules in own watchlists', $$insert into watchlist_rules (id, watchlist_id, rule_type) values
    (gen_random_uuid(), 'd0000000-0000-4000-8000-000000000002', 'date')$$,
    '42501', '1 row', '42501', '42501', '42501'),
('Users can manage rules in lent watchlists', $$insert into watchlist_rules (id, watchlist_id, rule_type) values
    (gen_random_uuid(), 'd0000000-0000-4000-8000-000000000001', 'date')$$,
    '42501', '1 row', '42501', '42501', '1 row'),
('Users can manage rules in lent watchlists', $$update watchlist_rules set priority = 7$$,
    '0 rows', '1 row', '0 rows', '0 rows', '1 row'),
('Rules stay with their owner', $$update watchlist_rules set watchlist_id = 'd0000000-0000-4000-8000-000000000002'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '42501'),
('Users can manage rules in lent watchlists', 'delete from watchlist_rules', '0 rows', '1 row', '0 rows', '0 rows', '1 row'),

('Invited users can view photos in shared watchlists', 'select * from observed_bird_photos',
    '0 rows', '1 row', '0 rows', '1 row', '1 row'),
('Users can manage photos in own entries', $$insert into observed_bird_photos (id, watchlist_entry_id, image_path) values
    (gen_random_uuid(), 'e0000000-0000-4000-8000-000000000001', 'q.jpg')$$,
    '42501', '1 row', '42501', '42501', '42501'),
('Users can manage photos in own entries', $$update observed_bird_photos set image_path = 'q.jpg'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('New photos are below own entries', $$insert into observed_bird_photos (id, watchlist_entry_id, image_path) values
    (gen_random_uuid(), 'e0000000-0000-4000-8000-000000000001', 'z.jpg')$$, '42501', '1 row', '42501', '42501', '42501'),
('Photos stay below own entries', $$update observed_bird_photos set watchlist_entry_id = watchlist_entry_id, image_path = 'z.jpg'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can manage photos in own entries', 'delete from observed_bird_photos', '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),

('Anyone can read presence', 'select * from hotspot_species_presence', '1 row', '1 row', '1 row', '1 row', '1 row'),
('Anyone can read presence', 'delete from hotspot_species_presence', '0 rows', '0 rows', '0 rows', '0 rows', '0 rows'),
('Anyone can read migrations', 'select * from migration_session', '1 row', '1 row', '1 row', '1 row', '1 row'),
('Anyone can read migrations', $$update migration_session set name = 'x'$$, '0 rows', '0 rows', '0 rows', '0 rows', '0 rows'),
('Anyone can read trajectories', 'select * from trajectory_path', '1 row', '1 row', '1 row', '1 row', '1 row'),
('Anyone can read trajectories', $$insert into trajectory_path (id, migration_session_id, position, lat, lon) values
    (gen_random_uuid(), '20000000-0000-4000-8000-000000000001', 9, 1, 1)$$, '42501', '42501', '42501', '42501', '42501'),
('Anyone can read community observations', 'select * from community_observation', '2 rows', '2 rows', '2 rows', '2 rows', '2 rows'),
('Users can manage own community observations', $$insert into community_observation (id, owner_id) values
    (gen_random_uuid(), 'a0000000-0000-4000-8000-00000000000a')$$, '42501', '1 row', '42501', '42501', '42501'),
('Users can manage own community observations', $$insert into community_observation (id, source_type) values
    (gen_random_uuid(), 'system')$$, '42501', '42501', '42501', '42501', '42501'),
('Users can manage own community observations', $$update community_observation set notes = 'x'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can manage own community observations', $$update community_observation set source_type = 'system'$$,
    '0 rows', '23514', '0 rows', '0 rows', '0 rows'),
('Users can manage own community observations', 'delete from community_observation',
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can manage own identification sessions', 'select * from identification_session',
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can manage own identification sessions', $$update identification_session set shape_id = 'x'$$,
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can manage own identification sessions', $$insert into identification_session (id, owner_id) values
    (gen_random_uuid(), 'a0000000-0000-4000-8000-00000000000a')$$, '42501', '1 row', '42501', '42501', '42501'),
('Users can manage own identification marks', 'select * from identification_mark',
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can manage own identification marks', $$insert into identification_mark (id, session_id, area, variant) values
    (gen_random_uuid(), '30000000-0000-4000-8000-000000000001', 'wing', 'bar')$$, '42501', '1 row', '42501', '42501', '42501'),
('Users can manage own identification results', 'select * from identification_result',
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can manage own identification results', 'delete from identification_result',
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can manage own identification candidates', 'select * from identification_candidate',
    '0 rows', '1 row', '0 rows', '0 rows', '0 rows'),
('Users can manage own identification candidates', $$insert into identification_candidate (id, result_id, bird_id, rank, confidence)
    values (gen_random_uuid(), '40000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002', 2, 0.5)$$,
    '42501', '1 row', '42501', '42501', '42501');

insert into hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood) values
    (gen_random_uuid(), 'c0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000001', 53, 0.5);
insert into migration_session (id, bird_id) values
    ('20000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000001');
insert into trajectory_path (id, migration_session_id, position, lat, lon) values
    (gen_random_uuid(), '20000000-0000-4000-8000-000000000001', 0, 1, 1);
insert into community_observation (id, owner_id, source_type) values
    (gen_random_uuid(), 'a0000000-0000-4000-8000-00000000000a', 'user'), (gen_random_uuid(), null, 'system');
insert into identification_session (id, owner_id) values
    ('30000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-00000000000a');
insert into identification_mark (id, session_id, area, variant) values
    (gen_random_uuid(), '30000000-0000-4000-8000-000000000001', 'breast', 'streaked');
insert into identification_result (id, session_id) values
    ('40000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000001');
insert into identification_candidate (id, result_id, bird_id, rank, confidence) values
    (gen_random_uuid(), '40000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000001', 1, 0.9);

select is(tests.does(w.who, s.command), to_jsonb(s) ->> w.who, format('%s: %s: %s', s.policy, w.who, left(regexp_replace(s.command, '\s+', ' ', 'g'), 60)))
from tests.side s cross join unnest(array['anonymous', 'owner', 'another', 'viewer', 'editor']) w (who);

select set_eq($$select distinct policy from tests.side$$,
              $$select policyname::text from pg_policies where schemaname = 'public'$$, 'every policy is in the list above');
select is_empty($$select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
                  and not c.relrowsecurity
                  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')$$,
                'every table is under row-level security');
select is_empty($$select table_name, grantee from information_schema.role_table_grants
                  where table_schema = 'public' and privilege_type = 'TRUNCATE' and grantee in ('anon', 'authenticated')$$,
                'no user may truncate');

select is_empty($$select p.oid::regprocedure from pg_proc p
                  where p.pronamespace in ('geoq'::regnamespace, 'public'::regnamespace, 'storage'::regnamespace) and p.prosecdef
                  and not coalesce(p.proconfig @> '{"search_path=pg_catalog, pg_temp"}', false)
                  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')$$,
                'no function of the owner''s rights reads names of the caller');
-- As a login that makes a type with the name of one that the functions name.
select is(tests.does('viewer', $x$do $do$ begin
    create domain pg_temp.text as pg_catalog.text check (false);
    perform geoq.here();
    perform geoq.has_row('watchlists', 'd0000000-0000-4000-8000-000000000001');
    end $do$ $x$), '0 rows', 'a type of the caller''s is not taken for text');

-- A share that was taken back, and one that was made again.
update watchlist_shares set deleted_at = now() where user_id = 'a0000000-0000-4000-8000-00000000000b';
select is(tests.does('viewer', 'select * from watchlists'), '0 rows', 'a deleted share shows no list');
select is(tests.does('viewer', 'select * from watchlist_shares'), '1 row', 'and its user sees that it is deleted');
select is(tests.does('viewer', 'update watchlist_shares set deleted_at = null'), '0 rows', 'and does not make it live again');
insert into watchlist_shares (id, watchlist_id, user_id) values
    (gen_random_uuid(), 'd0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-00000000000b');
select is(tests.does('viewer', 'select * from watchlists'), '1 row', 'a list can be shared again');

-- A user who leaves a list cannot move the share to a list of their own.
insert into watchlists (id, owner_id, title) values
    ('d0000000-0000-4000-8000-000000000004', 'a0000000-0000-4000-8000-00000000000e', 'The editor''s');
select is(tests.does('editor', $$update watchlist_shares set watchlist_id = 'd0000000-0000-4000-8000-000000000004'$$ || mark
    || $$ where user_id = 'a0000000-0000-4000-8000-00000000000e'$$), '42501', 'a share stays below its list' || mark)
from unnest(array['', ', deleted_at = now()']) m (mark);

-- Nor an entry or a rule: a user who may edit a list takes nothing out of it into a list of another owner.
insert into watchlists (id, owner_id, title) values
    ('d0000000-0000-4000-8000-000000000005', 'a0000000-0000-4000-8000-00000000000a', 'The owner''s, lent to the editor'),
    ('d0000000-0000-4000-8000-000000000006', 'a0000000-0000-4000-8000-00000000000c', 'Another''s, lent to the editor');
insert into watchlist_shares (id, watchlist_id, user_id, permission)
select gen_random_uuid(), id, 'a0000000-0000-4000-8000-00000000000e', 'edit' from watchlists where title like '%lent to the editor';
insert into watchlist_entries (id, watchlist_id, bird_id) values
    ('e0000000-0000-4000-8000-000000000004', 'd0000000-0000-4000-8000-000000000004', 'b0000000-0000-4000-8000-000000000001');
insert into watchlist_rules (id, watchlist_id, rule_type) values
    ('70000000-0000-4000-8000-000000000004', 'd0000000-0000-4000-8000-000000000004', 'date');
select is(tests.does('editor', format('update %I set watchlist_id = %L where id = %L', t.name, 'd0000000-0000-4000-8000-00000000000' || m.list,
                                      t.prefix || '0000000-0000-4000-8000-00000000000' || m.row)), m.answer, t.name || ': ' || m.what)
from (values ('watchlist_entries', 'e'), ('watchlist_rules', '7')) as t (name, prefix)
cross join (values (1, 4, '42501', 'of the owner, to a list of the editor''s'),
                   (1, 6, '42501', 'of the owner, to another''s list that is lent'),
                   (1, 5, '1 row', 'of the owner, to another list of the owner''s that is lent'),
                   (4, 5, '1 row', 'the editor''s own, given to a list that is lent'),
                   (1, 1, '1 row', 'where it is')) as m (row, list, answer, what);
-- Not with a photo that names a picture of the list's owner: those who read the list would see it.
insert into observed_bird_photos (id, watchlist_entry_id, image_path, storage_url) values
    ('f0000000-0000-4000-8000-000000000004', 'e0000000-0000-4000-8000-000000000004', 'q.jpg',
     'A0000000-0000-4000-8000-00000000000A/e0000000-0000-4000-8000-000000000009/p.jpg');
select is(tests.does('editor', $$update watchlist_entries set watchlist_id = 'd0000000-0000-4000-8000-000000000005'
    where id = 'e0000000-0000-4000-8000-000000000004'$$), '42501', 'an own entry brings no photo of the owner''s picture');
-- In ways that write the row as a new one, or hide it behind another.
select is(tests.does('editor', $$insert into watchlist_entries (id, watchlist_id, bird_id) values
    ('e0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000004', 'b0000000-0000-4000-8000-000000000001')
    on conflict (id) do update set watchlist_id = excluded.watchlist_id$$), '42501', 'no entry is taken by an upsert');
select is(tests.does('editor', $$merge into watchlist_entries e using (values ('e0000000-0000-4000-8000-000000000001'::uuid)) v (id)
    on e.id = v.id when matched then update set watchlist_id = 'd0000000-0000-4000-8000-000000000004'$$), '42501', 'nor by a merge');
alter table watchlist_entries disable trigger geoq_stamp;
delete from observed_bird_photos;
select is(tests.does('editor', $$with gone as (delete from watchlist_entries where id = 'e0000000-0000-4000-8000-000000000004' returning id)
    update watchlist_entries e set id = gone.id, watchlist_id = 'd0000000-0000-4000-8000-000000000004' from gone
    where e.id = 'e0000000-0000-4000-8000-000000000001'$$), '42501', 'nor under the id of an entry that the statement deletes');
alter table watchlist_entries enable trigger geoq_stamp;
select is(tests.does('editor', $$insert into watchlist_entries (id, watchlist_id, bird_id) values
    ('e0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000004', 'b0000000-0000-4000-8000-000000000001')
    on conflict do nothing$$), '0 rows', 'an insert that meets a row is no theft');

-- An update of one list reads one list, however many the user has.
insert into watchlists (id, owner_id, title)
select md5('list ' || n)::uuid, 'a0000000-0000-4000-8000-00000000000a', 'List' from generate_series(1, 1000) n;
create function tests.rows_read() returns bigint language sql volatile as $$
    select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables where relid = 'public.watchlists'::regclass
$$;
select tests.rows_read() as before \gset
select is(tests.does('owner', $$update watchlists set title = 'x' where id = md5('list 7')::uuid$$), '1 row', 'one of many lists');
select cmp_ok(tests.rows_read() - :before, '<', 50::bigint, 'is updated without reading the others');

select * from finish();
rollback;
