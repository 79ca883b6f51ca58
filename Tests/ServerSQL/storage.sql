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
update watchlist_shares set deleted_at = now();
select is(tests.does('viewer', $$select * from storage.objects where bucket_id = 'watchlist-photos'$$), '0 rows',
          'a deleted share shows no photos');

select * from finish();
rollback;
