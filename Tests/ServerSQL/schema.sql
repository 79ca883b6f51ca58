-- Checks, defaults, profiles and questions of the schema.
begin;
\ir fixture.sql
select * from no_plan();

select throws_ok($$insert into watchlists (id, owner_id) values
    ('00000000-0000-0000-0000-000000000000', 'a0000000-0000-4000-8000-00000000000a')$$, '23514', null, 'the virtual list stays on devices');
select throws_ok($$insert into hotspot (id, name, lat, lon) values (gen_random_uuid(), 'x', 91, 0)$$, '23514', null, 'latitudes end at 90');
select throws_ok($$insert into hotspot (id, name, lat, lon) values (gen_random_uuid(), 'x', 'NaN', 0)$$, '23514', null, 'NaN is no latitude');
select throws_ok($$insert into hotspot (id, name, lat, lon) values (gen_random_uuid(), 'x', 1, 180.1)$$, '23514', null, 'longitudes end at 180');
select throws_ok($$insert into hotspot (id, name, lat) values (gen_random_uuid(), 'x', 1)$$, '23514', null, 'a place has both coordinates');
select throws_ok($$update watchlists set location_rule_radius_km = 'Infinity'$$, '23514', null, 'a radius is finite');
select throws_ok($$update watchlists set location_rule_radius_km = 0$$, '23514', null, 'a radius is positive');
select throws_ok($$update watchlists set start_date = '2026-02-01', end_date = '2026-01-01'$$, '23514', null, 'a range begins before its end');
select throws_ok($$update watchlist_rules set parameters_json = '{broken'$$, '22P02', null, 'rules are JSON');
select lives_ok($$update watchlist_rules set parameters_json = ' {"b" :1,"a":2}'$$, 'rules may be any JSON');
select is((select parameters_json from watchlist_rules), ' {"b" :1,"a":2}', 'and keep their text');
select throws_ok($$update watchlist_shares set permission = 'own'$$, '23514', null, 'permissions are view and edit');
select throws_ok($$insert into watchlist_shares (id, watchlist_id, user_id) select gen_random_uuid(), watchlist_id, user_id
    from watchlist_shares$$, '23505', null, 'a list is shared once with a user');
select is((select st_y(location::geometry) from hotspot where name = 'Ridgefield'), 45.8051::float8, 'the location is exact');

select is((select name from users where id = 'a0000000-0000-4000-8000-00000000000a'), 'owner', 'a profile is named by the e-mail address');
insert into auth.users (id, email, raw_user_meta_data) values
    ('a0000000-0000-4000-8000-0000000000ff', 'x@example.org', '{"name": "Xenia"}');
select is((select name from users where email = 'x@example.org'), 'Xenia', 'or by the name that was given');
update auth.users set email = 'y@example.org' where email = 'x@example.org';
select is((select name from users where email = 'y@example.org'), 'Xenia', 'a new address reaches the profile');
insert into watchlists (id, owner_id) values (gen_random_uuid(), 'a0000000-0000-4000-8000-0000000000ff');
select lives_ok($$delete from auth.users where email = 'y@example.org'$$, 'an account can be deleted');
select is((select count(*) from watchlists where owner_id = 'a0000000-0000-4000-8000-0000000000ff'), 0::bigint, 'with its lists');

select is((select count(*) from hotspots_near(45.8, -122.7, 12)), 1::bigint, 'hotspots_near finds what is near, and nothing else');
select is((select count(*) from hotspots_near(-16.5, -179.99, 5)), 1::bigint, 'across the date line');
update watchlist_entries set lat = 45.8, lon = -122.7;
select is(tests.answers('viewer', 'select to_jsonb(count(*)) from birds_near(45.8, -122.7, 1)'), '1', 'birds_near obeys the policies');
select is(tests.answers('another', 'select to_jsonb(count(*)) from birds_near(45.8, -122.7, 1)'), '0', 'of each user');

select * from finish();
rollback;
