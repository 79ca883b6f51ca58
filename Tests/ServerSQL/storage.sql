-- Buckets and their policies, from every side.
begin;
\ir fixture.sql
select * from no_plan();

insert into storage.objects (bucket_id, name) values
    ('profile-photos', 'a0000000-0000-4000-8000-00000000000a/avatar.jpg'),
    ('list-covers', 'a0000000-0000-4000-8000-00000000000a/d0000000-0000-4000-8000-000000000001.jpg'),
    ('watchlist-photos', 'a0000000-0000-4000-8000-00000000000a/e0000000-0000-4000-8000-000000000001/p.jpg'),
    -- A file that another put under the same entry, in the own folder.
    ('watchlist-photos', 'a0000000-0000-4000-8000-00000000000c/e0000000-0000-4000-8000-000000000001/p.jpg');

update observed_bird_photos
set storage_url = 'a0000000-0000-4000-8000-00000000000a/e0000000-0000-4000-8000-000000000001/p.jpg', is_uploaded = true;

insert into tests.side (policy, command, anonymous, owner, another, viewer, editor)
select format(p.name, b.name), format(p.command, b.bucket), p.anonymous, '1 row', p.another, p.another, p.another
from (values
    ('Users can upload own %s', $$insert into storage.objects (bucket_id, name) values (%L, 'a0000000-0000-4000-8000-00000000000a/x/new.jpg')$$,
     '42501', '42501'),
    ('Users can update own %s', $$update storage.objects set metadata = '{}' where bucket_id = %L and name like 'a0000000-0000-4000-8000-00000000000a/%%'$$,
     '0 rows', '0 rows'),
    ('Users can delete own %s', $$delete from storage.objects where bucket_id = %L and name like 'a0000000-0000-4000-8000-00000000000a/%%'$$,
     '0 rows', '0 rows')
) as p (name, command, anonymous, another)
cross join (values ('profile-photos', 'profile photo'), ('list-covers', 'list covers'), ('watchlist-photos', 'watchlist photos')) as b (bucket, name);
insert into tests.side (policy, command, anonymous, owner, another, viewer, editor) values
('Anyone can view profile photos', $$select * from storage.objects where bucket_id = 'profile-photos'$$,
    '1 row', '1 row', '1 row', '1 row', '1 row'),
('Anyone can view list covers', $$select * from storage.objects where bucket_id = 'list-covers'$$,
    '1 row', '1 row', '1 row', '1 row', '1 row'),
('Users can view own watchlist photos', $$select * from storage.objects where bucket_id = 'watchlist-photos'$$,
    '0 rows', '1 row', '1 row', '1 row', '1 row'),
('Users can view photos of shared watchlists',
    $$select * from storage.objects where bucket_id = 'watchlist-photos' and name like 'a0000000-0000-4000-8000-00000000000a/%'$$,
    '0 rows', '1 row', '0 rows', '1 row', '1 row'),
-- Swift prints a uuid in capitals, PostgreSQL does not.
('Users can upload own watchlist photos', $$insert into storage.objects (bucket_id, name) values
    ('watchlist-photos', 'A0000000-0000-4000-8000-00000000000A/x/new.jpg')$$, '42501', '42501', '42501', '42501', '42501'),
('Users can update own watchlist photos', $$update storage.objects set name = 'a0000000-0000-4000-8000-00000000000c/x/taken.jpg'
    where bucket_id = 'watchlist-photos' and name like 'a0000000-0000-4000-8000-00000000000a/%'$$,
    '0 rows', '42501', '0 rows', '0 rows', '0 rows');

select is(tests.does(w.who, s.command), to_jsonb(s) ->> w.who, format('%s: %s: %s', s.policy, w.who, left(regexp_replace(s.command, '\s+', ' ', 'g'), 60)))
from tests.side s cross join unnest(array['anonymous', 'owner', 'another', 'viewer', 'editor']) w (who);

select set_eq($$select distinct policy from tests.side$$,
              $$select policyname::text from pg_policies where schemaname = 'storage'$$, 'every policy is in the list above');
select is((select count(*) from pg_policies where schemaname = 'storage'), 13::bigint, 'there are thirteen');
select bag_eq($$select id, public, file_size_limit from storage.buckets$$,
    $$values ('profile-photos', true, 5242880::bigint), ('list-covers', true, 5242880), ('watchlist-photos', false, 10485760)$$,
    'buckets and their limits');
-- Who sees a picture of the owner's folder.
create function tests.see(p_file text) returns text language sql as $$
    select string_agg(who, ' ' order by who) from unnest(array['anonymous', 'owner', 'another', 'viewer', 'editor']) w (who)
    where tests.does(who, format('select from storage.objects where name = %L', 'a0000000-0000-4000-8000-00000000000a/' || p_file)) = '1 row'
$$;
insert into storage.objects (bucket_id, name) select 'watchlist-photos', 'a0000000-0000-4000-8000-00000000000a/' || name from unnest(array[
    'e0000000-0000-4000-8000-000000000001/new.jpg', 'e0000000-0000-4000-8000-000000000002/private.jpg', 'e0000000-0000-4000-8000-000000000009/left.jpg']) n (name);
insert into watchlist_entries (id, watchlist_id, bird_id) values
    ('e0000000-0000-4000-8000-000000000002', 'd0000000-0000-4000-8000-000000000002', 'b0000000-0000-4000-8000-000000000001'),
    ('e0000000-0000-4000-8000-000000000003', 'd0000000-0000-4000-8000-000000000003', 'b0000000-0000-4000-8000-000000000001');
select is(tests.see('e0000000-0000-4000-8000-000000000001/p.jpg'), 'editor owner viewer', 'a picture that a photo of a shared list names');
select is(tests.see('e0000000-0000-4000-8000-000000000001/new.jpg'), 'owner', 'one that was sent before its photo');
insert into observed_bird_photos (id, watchlist_entry_id, image_path, storage_url) values
    ('f0000000-0000-4000-8000-000000000002', 'e0000000-0000-4000-8000-000000000001', 'new.jpg',
     'https://abc.supabase.co/storage/v1/object/sign/watchlist-photos/a0000000-0000-4000-8000-00000000000a/e0000000-0000-4000-8000-000000000001/new.jpg?token=1'),
    ('f0000000-0000-4000-8000-000000000003', 'e0000000-0000-4000-8000-000000000002', 'private.jpg',
     'a0000000-0000-4000-8000-00000000000a/e0000000-0000-4000-8000-000000000002/private.jpg');
select is(tests.see('e0000000-0000-4000-8000-000000000001/new.jpg'), 'editor owner viewer', 'and when its photo has its address');
select is(tests.see('e0000000-0000-4000-8000-000000000002/private.jpg'), 'owner', 'one of a list that is not shared');
-- A picture that was left when its entry went: the editor makes an entry with that id.
select is(tests.answers('editor', $$with new as (insert into watchlist_entries (id, watchlist_id, bird_id) values
    ('e0000000-0000-4000-8000-000000000009', 'd0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000001') returning id)
    select to_jsonb(count(*)) from new$$), '1', 'the id of an entry that is gone is free');
select is(tests.see('e0000000-0000-4000-8000-000000000009/left.jpg'), 'owner', 'and shows nobody what was left below it');
select is(tests.does('editor', $$insert into observed_bird_photos (id, watchlist_entry_id, image_path, storage_url) values (gen_random_uuid(),
    'e0000000-0000-4000-8000-000000000009', 'x', 'a0000000-0000-4000-8000-00000000000a/e0000000-0000-4000-8000-000000000009/left.jpg')$$),
    '42501', 'nor can the editor name it');
-- Another makes a photo of the owner's picture in a list of their own, and shares that with the viewer.
insert into observed_bird_photos (id, watchlist_entry_id, image_path, storage_url) values
    ('f0000000-0000-4000-8000-000000000004', 'e0000000-0000-4000-8000-000000000003', 'x',
     'a0000000-0000-4000-8000-00000000000a/e0000000-0000-4000-8000-000000000002/private.jpg');
insert into watchlist_shares (id, watchlist_id, user_id) select gen_random_uuid(), 'd0000000-0000-4000-8000-000000000003', id
from tests.person where name in ('another', 'viewer');
select is(tests.see('e0000000-0000-4000-8000-000000000002/private.jpg'), 'owner', 'a photo of another''s list shows no picture of the owner''s');
update observed_bird_photos set deleted_at = now() where image_path = 'new.jpg';
select is(tests.see('e0000000-0000-4000-8000-000000000001/new.jpg'), 'owner', 'nor does a deleted photo');
select hasnt_function('geoq', 'photo_folders_shared', 'what an older schema asked is gone');
update watchlist_shares set deleted_at = now();
select is(tests.does('viewer', $$select * from storage.objects where bucket_id = 'watchlist-photos'$$), '0 rows',
          'a deleted share shows no photos');

select * from finish();
rollback;
