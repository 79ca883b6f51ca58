-- The kit: what is stamped, pulled, compared and pushed.
begin;
\ir fixture.sql
select * from no_plan();

-- A page or a digest, asked by a side of the list.
create function tests.pull(p_who text, p_arguments text) returns jsonb language sql as $$
    select tests.answers(p_who, 'select geoq_pull(' || p_arguments || ')')
$$;
create function tests.names(p_rows jsonb, p_key text) returns text language sql as $$
    select string_agg(r ->> p_key, ',' order by r ->> p_key) from jsonb_array_elements(p_rows) r
$$;
-- A cursor that has seen everything before the rows with these numbers of transactions.
create function tests.cursor(p_xid int) returns text language sql as $$ select p_xid || ':' || p_xid || ':' $$;

-- ---- stamps
select is((select row_version from watchlists where title = 'Shared'), 1, 'a new row has version 1');
update watchlists set title = 'Shared', row_version = 77, updated_at = '1990-01-01' where title = 'Shared';
select is((select row_version from watchlists where title = 'Shared'), 1, 'a write that changes nothing has no effect');
update watchlists set title = 'Ducks', row_version = 77, created_at = '1990-01-01' where title = 'Shared';
select is((select row_version from watchlists where title = 'Ducks'), 2, 'the server counts versions itself');
select ok((select created_at > '2000-01-01' from watchlists where title = 'Ducks'), 'and keeps the times itself');
select ok((select updated_at > created_at from watchlists where title = 'Ducks'), 'an update is later than the row');
select is((select sync_xid from watchlists where title = 'Ducks'), pg_current_xact_id(), 'the token is the transaction');
select throws_ok($$update watchlists set id = gen_random_uuid() where title = 'Ducks'$$, '23514', null, 'ids cannot change');
select throws_ok($$truncate bird cascade$$, '0A000', null, 'TRUNCATE is refused');

-- Edits of the Private list, as if its insert had been a person's.
set local session_replication_role = replica;
update watchlists set edited_at = '2025-12-31', edited_device = null where title = 'Private';
set local session_replication_role = origin;
-- An edit of the list; what the row then says of its latest one.
create function tests.edit(p_set text) returns text language plpgsql as $$
declare
    answer text;
begin
    execute 'update watchlists set ' || p_set || $q$ where owner_id = 'a0000000-0000-4000-8000-00000000000a' and title <> 'Ducks'
        returning edited_at at time zone 'UTC' || ' by ' || coalesce(right(edited_device::text, 1), 'none')$q$ into answer;
    return answer;
end
$$;
select is(tests.edit($$title = 'Geese', edited_at = '2026-01-01T00:00Z', edited_device = 'de000000-0000-4000-8000-000000000001'$$),
          '2026-01-01 00:00:00 by 1', 'edited_at is the device''s time');
select is(tests.edit($$location = 'Elk', edited_at = '2025-12-31T12:00Z', edited_device = 'de000000-0000-4000-8000-000000000002'$$),
          '2026-01-01 00:00:00 by 1', 'an earlier edit of something else does not take it back');
select is((select location from watchlists where title = 'Geese'), 'Elk', 'and is done');
select is(tests.edit($$location = 'Elm', edited_at = '2026-01-02T00:00Z', edited_device = 'de000000-0000-4000-8000-000000000002'$$),
          '2026-01-02 00:00:00 by 2', 'a later one is the latest');
select ok((tests.edit($$title = 'Swifts'$$) like '% by none'), 'a writer that does not say when');
select ok((select edited_at between now() and clock_timestamp() from watchlists where title = 'Swifts'), 'gets the server''s time, and no device');
update watchlists set title = 'Swans', edited_at = '2999-01-01' where title = 'Swifts';
select ok((select edited_at between clock_timestamp() + interval '4 minutes' and clock_timestamp() + interval '5 minutes'
           from watchlists where title = 'Swans'), 'it is at most five minutes ahead');
-- As under a clock of the server that was wrong.
set local session_replication_role = replica;
update watchlists set edited_at = '2999-01-01' where title = 'Swans';
set local session_replication_role = origin;
update watchlists set title = 'Private', location = null where title = 'Swans';
select ok((select edited_at < clock_timestamp() + interval '6 minutes' from watchlists where title = 'Private'), 'also when the row was further ahead');
update watchlists set title = 'Shared' where title = 'Ducks';
update watchlists set location = 'Clark, WA' where title = 'Shared';
select is((select location from watchlists where title = 'Shared'), 'Clark, WA', 'a list''s location is no generated column');
update watchlists set location = null where title = 'Shared';
update hotspot set lat = lat where name = 'Ridgefield';
select is((select row_version from hotspot where name = 'Ridgefield'), 1, 'a generated column is no change');
select hasnt_column('hotspot', 'edited_at', 'what no user writes has no edited_at');

-- ---- sizes
select throws_ok($$update watchlists set title = repeat('x', 1048576) where title = 'Shared'$$, '23514',
                 'a row of watchlists is longer than 1 MiB', 'a row is not longer than a device takes');
select throws_ok($$insert into bird (id, common_name) values (gen_random_uuid(), repeat('x', 1048576))$$, '23514',
                 'a row of bird is longer than 1 MiB', 'nor a new one');
select lives_ok($$update watchlists set type = repeat('x', 1000000) where title = 'Shared'$$, 'a long one is taken');
alter table watchlists disable trigger geoq_stamp;
update watchlists set location = repeat('x', 100000) where title = 'Shared';
alter table watchlists enable trigger geoq_stamp;
select throws_ok($$update watchlists set title = 'Shared!' where title = 'Shared'$$, '23514', null, 'one of before the kit is shortened first');
select throws_ok($$update watchlists set deleted_at = '2026-03-01', type = repeat('y', 2000000) where title = 'Shared'$$, '23514',
                 'a row of watchlists is longer than 1 MiB', 'no row becomes longer while it is deleted');
select lives_ok($$update watchlists set deleted_at = '2026-03-01' where title = 'Shared'$$, 'or deleted');
update watchlists set deleted_at = null, type = null, location = null where title = 'Shared';
update watchlist_entries set deleted_at = null;
update watchlist_rules set deleted_at = null;
update observed_bird_photos set deleted_at = null;
update watchlist_shares set deleted_at = null;

-- ---- deletes
update watchlists set deleted_at = '2026-03-01' where title = 'Shared';
select is((select deleted_at from watchlist_entries), '2026-03-01'::timestamptz, 'a deleted list takes its entries');
select is((select deleted_at from observed_bird_photos), '2026-03-01'::timestamptz, 'and these their photos');
select is((select count(*) from watchlist_shares where deleted_at = '2026-03-01'), 2::bigint, 'and its shares');
select throws_ok($$insert into watchlist_rules (id, watchlist_id, rule_type) values
    (gen_random_uuid(), 'd0000000-0000-4000-8000-000000000001', 'date')$$, 'PT410', null, 'nothing is added to a deleted list');
select throws_ok($$update watchlist_entries set deleted_at = null$$, 'PT410', null, 'nor brought back into it');
update watchlists set deleted_at = null where title = 'Shared';
update watchlist_entries set deleted_at = null;
update watchlist_rules set deleted_at = null;
update observed_bird_photos set deleted_at = null;
update watchlist_shares set deleted_at = null;
-- As before the kit.
alter table watchlists disable trigger geoq_children_watchlist_entries;
alter table watchlist_entries disable trigger geoq_children_observed_bird_photos;
update watchlists set deleted_at = '2026-03-02' where title = 'Shared';
select is((select count(*) from watchlist_entries where deleted_at is null), 1::bigint, 'an entry lives under a deleted list');
alter table watchlists enable trigger geoq_children_watchlist_entries;
alter table watchlist_entries enable trigger geoq_children_observed_bird_photos;
select lives_ok('select geoq.attach_all()', 'the kit is run again');
select is((select deleted_at from watchlist_entries), '2026-03-02'::timestamptz, 'and deletes it');
select is((select deleted_at from observed_bird_photos), '2026-03-02'::timestamptz, 'with its photos');
update watchlists set deleted_at = null where title = 'Shared';
update watchlist_entries set deleted_at = null;
update watchlist_rules set deleted_at = null;
update observed_bird_photos set deleted_at = null;
update watchlist_shares set deleted_at = null;
delete from watchlists where title = 'Private';
select is((select count(*) from geoq.tombstone where row_id = 'd0000000-0000-4000-8000-000000000002'), 1::bigint, 'a deleted row leaves a tombstone');

-- ---- pulls
-- Fixed numbers of transactions, that a cursor may lie between.
set local session_replication_role = replica;
update hotspot set sync_xid = '100' where name = 'Ridgefield';
update hotspot set sync_xid = '101' where name = 'Date line';
update hotspot set sync_xid = '102' where name = 'Somewhere';
update watchlists set sync_xid = '100';
update watchlist_entries set sync_xid = '100';
update geoq.tombstone set sync_xid = '103';
insert into geoq.tombstone (table_name, row_id, sync_xid) values ('hotspot', 'c0000000-0000-4000-8000-000000000009', '103');
set local session_replication_role = origin;

select is(tests.pull('anonymous', $$'hotspot'$$) -> 'kit', '2', 'answers say which kit they are of');
select is(tests.names(tests.pull('anonymous', $$'hotspot'$$) -> 'rows', 'name'), 'Date line,Ridgefield,Somewhere', 'a first pull');
select is(tests.pull('anonymous', $$'hotspot'$$) -> 'rows' -> 0 ->> '_token', '100', 'each row has its token');
select ok(not (tests.pull('anonymous', $$'hotspot'$$) -> 'rows' -> 0) ?| '{sync_xid,location,sync_status}', 'and nothing of the server''s own');
select ok(tests.pull('owner', $$'watchlists'$$) -> 'rows' -> 0 ? 'location', 'but every column of a list');
select is(tests.pull('anonymous', $$'hotspot', p_limit => 2$$) -> 'next', '{"xid": "101", "id": "c0000000-0000-4000-8000-000000000002"}', 'a page ends');
select is(tests.names(tests.pull('anonymous', $$'hotspot', p_limit => 2, p_after_xid => '101', p_after_id => 'c0000000-0000-4000-8000-000000000002'$$) -> 'rows', 'name'),
          'Somewhere', 'and the next begins there');
select is(tests.names(tests.pull('anonymous', format($$'hotspot', %L$$, tests.cursor(101))) -> 'rows', 'name'), 'Date line,Somewhere', 'what a cursor has not seen');
select is(tests.pull('anonymous', format($$'hotspot', %L$$, tests.cursor(101))) -> 'deleted', '["c0000000-0000-4000-8000-000000000009"]', 'with tombstones');
select is(tests.pull('anonymous', format($$'hotspot', %L$$, tests.cursor(104))) -> 'rows', '[]', 'nothing new');
select is(tests.pull('anonymous', format($$'hotspot', %L$$, tests.cursor(104))) -> 'deleted', '[]', 'nothing gone');
-- A transaction that was running when the cursor was taken.
select is(tests.names(tests.pull('anonymous', $$'hotspot', '101:103:101'$$) -> 'rows', 'name'), 'Date line',
          'a row of a transaction that was running is new, a later one that was seen is not');
select is(tests.does('anonymous', $$select geoq_pull('nothing')$$), 'PT404', 'an unknown table');
select is(tests.does('anonymous', $$select geoq_pull('hotspot', '100:99999999999:')$$), 'PT409', 'a server that is behind');
select is(tests.does('anonymous', $$select geoq_pull('hotspot', p_after_xid => 'x')$$), '22023', 'a word is no number of a transaction');
update geoq.horizon set purged_upto = '102';
select is(tests.does('anonymous', $$select geoq_pull('hotspot', '101:101:')$$), 'PT410', 'a cursor older than the tombstones');
update geoq.horizon set purged_upto = '0';
update hotspot set deleted_at = now() where name = 'Somewhere';
select is(tests.pull('anonymous', format($$'hotspot', %L$$, tests.cursor(102))) -> 'deleted',
          '["c0000000-0000-4000-8000-000000000003", "c0000000-0000-4000-8000-000000000009"]', 'marked rows come as deleted');
select is(tests.names(tests.pull('anonymous', $$'hotspot'$$) -> 'rows', 'name'), 'Date line,Ridgefield', 'and are no part of a first pull');
update hotspot set deleted_at = null where name = 'Somewhere';

-- ---- regions
select is(tests.names(tests.pull('anonymous', $$'hotspot', p_region => '{"west": -123, "south": 45, "east": -122, "north": 46}'$$) -> 'rows', 'name'),
          'Ridgefield', 'a box');
select is(tests.names(tests.pull('anonymous', $$'hotspot', p_region => '{"west": 179, "south": -20, "east": -179, "north": 0}'$$) -> 'rows', 'name'),
          'Date line', 'a box across the date line');
select is(tests.names(tests.pull('anonymous', $$'hotspot', p_region => '{"west": -180, "south": -20, "east": -179, "north": 0}'$$) -> 'rows', 'name'),
          'Date line', 'the meridian 180 is one place under two numbers');
select is(tests.names(tests.pull('anonymous', $$'hotspot', p_region => '{"latitude": 45.8, "longitude": -122.7, "radiusMeters": 12000}'$$) -> 'rows', 'name'),
          'Ridgefield', 'a circle');
update hotspot set lat = 10, lon = 10 where name = 'Ridgefield';
select is(tests.pull('anonymous', format($$'hotspot', %L, p_region => '{"west": -123, "south": 45, "east": -122, "north": 46}'$$, tests.cursor(103))) -> 'left',
          '["c0000000-0000-4000-8000-000000000001", "c0000000-0000-4000-8000-000000000003"]', 'ids of changed rows outside');
select is(jsonb_array_length(tests.pull('owner', $$'watchlists', p_region => '{"west": 0, "south": 0, "east": 1, "north": 1}'$$) -> 'rows'), 1,
          'a region cuts places only');
select is(tests.does('anonymous', $$select geoq_pull('hotspot', p_region => '{"west": "x"}')$$), '22023', 'a region without numbers');

-- ---- changes
select is(tests.names(tests.answers('viewer', $$select geoq_changes('{"watchlists": {}, "watchlist_entries": {}}')$$) -> 'tables' -> 'watchlists' -> 'rows', 'title'),
          'Shared', 'changes of many tables, by policy');
select is(tests.answers('another', $$select geoq_changes('{"watchlists": {"digest": true}, "hotspot": {"since": "1:1:", "digest": true}, "nothing": {}}')$$)
          #> '{tables,watchlists,count}', '1', 'with counts');
select is(tests.answers('anonymous', $$select geoq_changes('{"hotspot": {"since": "1:99999999999:"}, "nothing": {}, "bird": {}}')$$)
          #>> '{tables,hotspot,error,code}', 'PT409', 'a cursor that is refused');
select is(tests.answers('anonymous', $$select geoq_changes('{"hotspot": {"since": "1:99999999999:"}, "nothing": {}, "bird": {}}')$$)
          #>> '{tables,nothing,error,code}', 'PT404', 'and an unknown table');
select is(jsonb_array_length(tests.answers('anonymous', $$select geoq_changes('{"hotspot": {"since": "1:99999999999:"}, "nothing": {}, "bird": {}}')$$)
          #> '{tables,bird,rows}'), 2, 'spoil no other table');
select is(tests.does('anonymous', $$select geoq_changes('[]')$$), '22023', 'changes of nothing');
select is(tests.answers('anonymous', $$select geoq_changes('{"bird": true}', p_since => pg_current_snapshot()::text)$$) #> '{tables,bird}',
          tests.answers('anonymous', $$select geoq_changes('{"bird": {"digest": true}}')$$) #> '{tables,bird}' #- '{rows}',
          'one cursor for all tables, and lists without an element are left out');

-- ---- digests
select is((tests.answers('anonymous', $$select geoq_digest('hotspot')$$) #>> '{buckets,192,1}')::numeric,
          (select sum(uuid_hash_extended(id, sync_xid::text::bigint) & 9223372036854775807) from hotspot), 'sums of hashes');
select is(tests.answers('anonymous', $$select geoq_digest('hotspot', 192)$$) -> 'tokens',
          (select jsonb_object_agg(id, sync_xid) from hotspot), 'tokens of a bucket');
select is(tests.answers('anonymous', $$select geoq_digest('watchlists')$$) -> 'buckets', '{}', 'digests obey the policies');
select is(tests.answers('anonymous', $$select geoq_digest('hotspot', null, '{"west": 9, "south": 9, "east": 11, "north": 11}')$$) #>> '{buckets,192,0}',
          '1', 'and regions');
select is((tests.answers('anonymous', $$select geoq_changes('{"hotspot": {"digest": true}}')$$) #>> '{tables,hotspot,sum}')::numeric,
          (select sum(uuid_hash_extended(id, sync_xid::text::bigint) & 9223372036854775807) from hotspot), 'the sum of changes is that of the digest');

-- ---- pages of long rows
create function tests.paged(p_bytes bigint) returns uuid[] language plpgsql as $$
declare
    found uuid[] := '{}';
    page record;
    place json := '{"xid": "0", "id": "00000000-0000-0000-0000-000000000000"}';
begin
    loop
        page := geoq.page('bird', null, pg_current_snapshot(), (place ->> 'xid')::xid8, (place ->> 'id')::uuid, 100, null, p_bytes);
        found := found || array(select (r ->> 'id')::uuid from json_array_elements(page.rows) r);
        place := page.next;
        exit when place is null;
    end loop;
    return found;
end
$$;
insert into bird (id, common_name) select gen_random_uuid(), repeat('x', 1000 * n) from generate_series(1, 5) n;
select is(json_array_length((geoq.page('bird', null, pg_current_snapshot(), '0', '00000000-0000-0000-0000-000000000000', 100, null, 1)).rows), 1,
          'a page of long rows has one at least');
select is((geoq.page('bird', null, pg_current_snapshot(), '0', '00000000-0000-0000-0000-000000000000', 100, null)).next::text, null, 'and others are one page');
select is(tests.paged(1), (select array_agg(id order by sync_xid, id) from bird where deleted_at is null), 'and no row is passed over');
select is(tests.paged(5000), tests.paged(1), 'nor between longer ones');
delete from bird where length(common_name) >= 1000;

-- ---- pushes
create sequence tests.op;
-- Pushes one operation; its status, and the code or version.
create function tests.push(p_who text, p_op jsonb) returns text language sql as $$
    select concat_ws(' ', a ->> 'status', a ->> 'row_version', a ->> 'code', case when a ? 'replayed' then 'again' end)
    from (select tests.answers(p_who, format('select geoq_push(%L)',
        jsonb_build_array(jsonb_build_object('op_id', '10000000-0000-4000-8000-' || lpad(nextval('tests.op')::text, 12, '0')) || p_op)))
        #> '{answers,0}' as a) z
$$;
create function tests.op(p_kind text, p_table text, p_id text, p_base int, p_values jsonb) returns jsonb language sql as $$
    select jsonb_build_object('kind', p_kind, 'table', p_table, 'id', p_id, 'base_version', p_base, 'values', p_values)
$$;
select is(tests.does('anonymous', $$select geoq_push('[]')$$), '42501', 'who is no user pushes nothing');
select is(tests.push('owner', tests.op('insert', 'watchlists', 'd0000000-0000-4000-8000-000000000009', null,
    '{"owner_id": "a0000000-0000-4000-8000-00000000000a", "title": "New", "row_version": 9, "unknown": null}')), 'ok 1', 'an insert');
select is(tests.push('owner', '{"op_id": "10000000-0000-4000-8000-0000000000aa"}' || tests.op('update', 'watchlists', 'd0000000-0000-4000-8000-000000000009', 1, '{"title": "Newer"}')),
    'ok 2', 'an update');
select is(tests.push('owner', '{"op_id": "10000000-0000-4000-8000-0000000000aa"}' || tests.op('update', 'watchlists', 'd0000000-0000-4000-8000-000000000009', 1, '{"title": "Newer"}')),
    'ok 2 again', 'the same operation again');
select is((select row_version from watchlists where title = 'Newer'), 2, 'has no second effect');
select is(tests.push('owner', tests.op('update', 'watchlists', 'd0000000-0000-4000-8000-000000000009', 1, '{"title": "Old"}')), 'conflict 2', 'an update of an older version');
select is(tests.push('owner', tests.op('insert', 'watchlists', 'd0000000-0000-4000-8000-000000000009', null,
    '{"owner_id": "a0000000-0000-4000-8000-00000000000a"}')), 'exists 2', 'an insert of a row that is there');
select is(tests.answers('owner', $$select geoq_push('[{"op_id": "10000000-0000-4000-8000-0000000000bb", "kind": "update", "table": "watchlists",
    "id": "d0000000-0000-4000-8000-000000000009", "base_version": 1, "values": {"title": "Old"}}]')$$) #>> '{answers,0,row,title}', 'Newer', 'a conflict shows the row');
select is(tests.push('another', tests.op('insert', 'watchlists', 'd0000000-0000-4000-8000-000000000009', null,
    '{"owner_id": "a0000000-0000-4000-8000-00000000000c"}')), 'forbidden', 'an id that another has');
select is(tests.push('viewer', tests.op('update', 'watchlists', 'd0000000-0000-4000-8000-000000000001', 1, '{"title": "x"}')) like 'forbidden %', true, 'a row that may be read only');
select is(tests.push('another', tests.op('update', 'watchlists', 'd0000000-0000-4000-8000-000000000001', 1, '{"title": "x"}')), 'forbidden', 'a row that may not be seen');
select is(tests.push('another', tests.op('update', 'watchlists', 'd0000000-0000-4000-8000-000000000077', 1, '{"title": "x"}')), 'gone', 'a row that is not there');
select is(tests.push('editor', tests.op('insert', 'watchlist_entries', 'e0000000-0000-4000-8000-000000000009', null,
    '{"watchlist_id": "d0000000-0000-4000-8000-000000000001", "bird_id": "b0000000-0000-4000-8000-000000000001"}')), 'ok 1', 'who may edit adds an entry');
select is(tests.push('owner', tests.op('insert', 'watchlist_entries', 'e0000000-0000-4000-8000-000000000008', null,
    '{"watchlist_id": "d0000000-0000-4000-8000-000000000088", "bird_id": "b0000000-0000-4000-8000-000000000001"}')), 'rejected 42501', 'a child before its parent');
select is(tests.push('owner', tests.op('insert', 'watchlist_entries', 'e0000000-0000-4000-8000-000000000008', null,
    '{"watchlist_id": "d0000000-0000-4000-8000-000000000009", "bird_id": "b0000000-0000-4000-8000-000000000088"}')), 'rejected 23503', 'a bird that is not there');
select is(tests.push('owner', tests.op('insert', 'bird', 'b0000000-0000-4000-8000-000000000009', null, '{"common_name": "x"}')), 'rejected PT404', 'a table that no user writes');
select is(tests.push('owner', tests.op('update', 'watchlists', 'd0000000-0000-4000-8000-000000000009', 2, '{}')), 'rejected 22023', 'an update of nothing');
select is(tests.push('owner', tests.op('insert', 'watchlists', 'd0000000-0000-4000-8000-000000000006', null,
    '{"owner_id": "a0000000-0000-4000-8000-00000000000a", "title": "Lost", "colour": "red"}')), 'rejected 42703', 'an insert with a value for a column that is not there');
select is(tests.answers('owner', $$select geoq_push('[{"op_id": "10000000-0000-4000-8000-0000000000dd", "kind": "update", "table": "watchlists",
    "id": "d0000000-0000-4000-8000-000000000009", "base_version": 2, "values": {"title": "Lost", "tone": 1, "colour": "red", "size": null}}]')$$)
    #>> '{answers,0,message}', 'the table watchlists has no column colour, tone', 'an update says which columns are not there');
select is((select count(*) from watchlists where title = 'Lost'), 0::bigint, 'and nothing of them is written');
select is(tests.push('owner', tests.op('delete', 'watchlists', 'd0000000-0000-4000-8000-000000000009', 2, null)), 'ok 3', 'a delete');
select is(tests.push('owner', tests.op('delete', 'watchlists', 'd0000000-0000-4000-8000-000000000009', 2, null)), 'ok 3', 'a delete of what is deleted');
select is(tests.push('owner', tests.op('update', 'watchlists', 'd0000000-0000-4000-8000-000000000009', 3, '{"title": "Back", "deleted_at": null}')), 'ok 4', 'a row comes back');
select is(tests.push('owner', tests.op('update', 'watchlists', 'd0000000-0000-4000-8000-000000000009', 4, '{"owner_id": "a0000000-0000-4000-8000-00000000000c"}')), 'rejected 42501', 'a list is not given away');
select is(tests.push('viewer', tests.op('delete', 'watchlist_shares', '50000000-0000-4000-8000-000000000002', 1, null)),
    'forbidden', 'a user does not end another''s share');
select is(tests.push('viewer', tests.op('delete', 'watchlist_shares', s.id::text, s.row_version, null)),
    'ok ' || s.row_version + 1, 'and leaves a list that is shared with this one')
from watchlist_shares s where s.id = '50000000-0000-4000-8000-000000000001';
select is(tests.push('viewer', tests.op('update', 'watchlist_shares', s.id::text, s.row_version, '{"deleted_at": null}')),
    'forbidden ' || s.row_version, 'and does not come back without the owner')
from watchlist_shares s where s.id = '50000000-0000-4000-8000-000000000001';
select is(tests.names(tests.pull('viewer', $$'watchlists'$$) -> 'rows', 'title'), null, 'and sees the list no more');
select is(tests.does('owner', $$select geoq_push('[{"op_id": null}]')$$), '22023', 'an operation without an id');
select is(tests.push('owner', tests.op('delete', 'watchlists', 'd0000000-0000-4000-8000-000000000077', null, null) || '{"base_version": 3000000000}'),
    'gone', 'a version that no row has here');
-- Each operation of a push sees what those before it have done: what is given to another's list is that owner's.
insert into watchlists (id, owner_id, title) values
    ('d0000000-0000-4000-8000-000000000004', 'a0000000-0000-4000-8000-00000000000e', 'The editor''s');
create function tests.moves(p_row text, p_base int, p_lists text[]) returns text language sql as $$
    select string_agg(concat_ws(' ', a.value ->> 'status', a.value ->> 'code'), ', ' order by a.ordinality)
    from jsonb_array_elements(tests.answers('editor', format('select geoq_push(%L)', (
        select jsonb_agg(jsonb_build_object('op_id', gen_random_uuid()) || tests.op('update', 'watchlist_entries', p_row, p_base + n::int - 1,
                         jsonb_build_object('watchlist_id', 'd0000000-0000-4000-8000-00000000000' || list)) order by n)
        from unnest(p_lists) with ordinality as l (list, n)))) -> 'answers') with ordinality as a
$$;
select is(tests.push('editor', tests.op('insert', 'watchlist_entries', 'e0000000-0000-4000-8000-000000000004', null,
    '{"watchlist_id": "d0000000-0000-4000-8000-000000000004", "bird_id": "b0000000-0000-4000-8000-000000000001"}')), 'ok 1', 'an own entry');
select is(tests.moves('e0000000-0000-4000-8000-000000000004', 1, '{1,4}'), 'ok, rejected 42501', 'is given to a lent list, and not taken back');
select is((select watchlist_id from watchlist_entries where id = 'e0000000-0000-4000-8000-000000000004'),
          'd0000000-0000-4000-8000-000000000001'::uuid, 'and stays there');
select is(tests.moves('e0000000-0000-4000-8000-000000000001', (select row_version from watchlist_entries where id = 'e0000000-0000-4000-8000-000000000001'), '{4}'),
          'rejected 42501', 'an entry of a lent list is not taken');
-- Pushes a new photo that says when it was made; what the project then has.
create function tests.made(p_at text) returns timestamptz language plpgsql as $$
declare
    photo constant uuid := gen_random_uuid();
begin
    perform tests.push('owner', tests.op('insert', 'observed_bird_photos', photo::text, null, jsonb_build_object(
        'watchlist_entry_id', 'e0000000-0000-4000-8000-000000000001', 'image_path', 'p.jpg', 'created_at', p_at)));
    return (select created_at from observed_bird_photos where id = photo);
end
$$;
select is(tests.made('2026-01-02T03:04:05.678Z'), '2026-01-02T03:04:05.678Z'::timestamptz, 'a photo says when it was made');
select ok(tests.made('2999-01-01') between clock_timestamp() + interval '4 minutes' and clock_timestamp() + interval '5 minutes',
          'at most five minutes ahead');
select is(tests.made('-infinity'), '1970-01-01 00:00:00+00'::timestamptz, 'and not before 1970');
select ok(tests.made(null) between now() and clock_timestamp(), 'one that does not say it gets the server''s time');
select is(tests.push('owner', tests.op('update', 'observed_bird_photos', id::text, 1,
    '{"image_path": "q.jpg", "created_at": "1990-01-01"}')), 'ok 2', 'a change that names the moment')
from observed_bird_photos where created_at = '2026-01-02T03:04:05.678Z';
select is((select created_at from observed_bird_photos where image_path = 'q.jpg'), '2026-01-02T03:04:05.678Z'::timestamptz,
          'leaves it');
select is(tests.push('owner', tests.op('insert', 'watchlists', 'd0000000-0000-4000-8000-000000000007', null,
    '{"owner_id": "a0000000-0000-4000-8000-00000000000a", "title": "Old", "created_at": "1990-01-01"}')), 'ok 1', 'a list that says when it was made');
select ok((select created_at >= now() from watchlists where title = 'Old'), 'gets the server''s time all the same');
set local timezone = 'Asia/Kathmandu';
select is(tests.made('2026-01-02T03:04:06'), '2026-01-02T03:04:06Z'::timestamptz, 'a moment without an offset is one of UTC, wherever the server is');
select is(tests.push('owner', tests.op('update', 'watchlist_entries', id::text, row_version, '{"observation_date": "2026-01-02T23:00:00",
    "edited_at": "2026-01-02 23:00:00"}')), 'ok ' || row_version + 1, 'in an update, too')
from watchlist_entries where id = 'e0000000-0000-4000-8000-000000000009';
select is((select observation_date from watchlist_entries where id = 'e0000000-0000-4000-8000-000000000009'),
          '2026-01-02T23:00:00Z'::timestamptz, 'of a column that a user writes');
reset timezone;
insert into observed_bird_photos (id, watchlist_entry_id, image_path)
    select gen_random_uuid(), 'e0000000-0000-4000-8000-000000000001', 'r' || n from generate_series(1, 9) n;
select is((select string_agg(image_path, ',' order by created_at) from observed_bird_photos where image_path ~ '^r'),
          'r1,r2,r3,r4,r5,r6,r7,r8,r9', 'rows of one transaction that do not say it stay in their order');

-- ---- a load of many rows, before the first ANALYZE
insert into hotspot (id, name, lat, lon) select md5('load ' || n)::uuid, 'Load', 1, 1 from generate_series(1, 5000) n;
select pg_stat_get_xact_numscans('public.hotspot'::regclass) as scans \gset
select tests.pull('anonymous', $$'hotspot', p_limit => 10$$) is null as nothing \gset
select is(pg_stat_get_xact_numscans('public.hotspot'::regclass), :scans::bigint, 'a page reads the index and does not sort the table');
select is(current_setting('enable_sort'), 'on', 'and leaves the settings as they were');
select is(tests.does('owner', $$select geoq_push((select jsonb_agg(jsonb_build_object('op_id', gen_random_uuid()))
    from generate_series(1, 1001)))$$), '54000', 'no push takes locks without an end');

-- ---- a reload of a large table
insert into geoq.tombstone (table_name, row_id) select 'hotspot', gen_random_uuid() from generate_series(1, 100001);
select is(tests.does('anonymous', $$select geoq_pull('hotspot', '1:1:')$$), 'PT410', 'too many deletions are compared by digest');
select is(tests.does('anonymous', $$select geoq_pull('bird', '1:1:')$$), '1 row', 'and other tables are told as before');
delete from geoq.tombstone where table_name = 'hotspot';

-- ---- a copy of the rows in another cluster, by pg_dump
update geoq.horizon set server = server + 1;
select lives_ok($$select geoq_pull('hotspot')$$, 'a cluster that goes on with the numbers is asked as before');
alter table bird disable trigger geoq_stamp;
update bird set sync_xid = '9000000000000000000' where common_name = 'Osprey';
alter table bird enable trigger geoq_stamp;
update geoq.tombstone set sync_xid = '9000000000000000000' where table_name = 'watchlist_entries';
update geoq.horizon set purged_upto = '8000000000000000000';
select throws_ok($$select geoq_pull('hotspot')$$, 'PT412', null, 'rows with numbers of another cluster are said, in all tables');
select throws_ok($$select geoq_changes('{"bird": true}')$$, 'PT412', null, 'and to all questions');
select lives_ok('select geoq.renumber()', 'the kit that is run again gives them numbers of this one');
select is(tests.names(tests.pull('anonymous', $$'bird'$$) -> 'rows', 'common_name') like '%Osprey%', true, 'so that devices get them');
select is((select purged_upto from geoq.horizon), '0'::xid8, 'and no cursor is too old');
select is((select count(*) from geoq.tombstone where sync_xid > pg_current_xact_id()), 0::bigint, 'nor a tombstone ahead');
select is((select server from geoq.horizon), (select system_identifier from pg_control_system()), 'this cluster''s number is kept');

set local transaction_read_only = on;
select is(tests.does('owner', $$select geoq_push('[{"op_id": "10000000-0000-4000-8000-0000000000cc", "kind": "delete", "table": "watchlists",
    "id": "d0000000-0000-4000-8000-000000000009", "base_version": 4}]')$$), '25006', 'the server''s trouble is no answer to an operation');

select * from finish();
rollback;

-- Housekeeping, in a transaction of its own.
begin;
\ir fixture.sql
select * from no_plan();
update watchlists set deleted_at = '2020-01-01' where title = 'Shared';
update bird set deleted_at = '2020-01-01' where common_name = 'Osprey';
select lives_ok('select geoq.purge()', 'the daily job');
select is((select count(*) from watchlists where title = 'Shared'), 0::bigint, 'rows that were deleted long ago go');
select is((select count(*) from geoq.tombstone where table_name = 'watchlist_entries'), 1::bigint, 'and leave tombstones');
select is((select count(*) from bird where common_name = 'Osprey'), 0::bigint, 'birds, too');
-- A row that is brought back after the job has read that it is deleted, here by the delete of the other one.
insert into watchlists (id, owner_id, title, deleted_at)
select gen_random_uuid(), 'a0000000-0000-4000-8000-00000000000a', 'Dead ' || n, '2020-01-01' from generate_series(1, 2) n;
create function tests.bring_back() returns trigger language plpgsql as $$
begin
    update public.watchlists set deleted_at = null where title like 'Dead _' and id <> old.id;
    return old;
end
$$;
create trigger bring_back before delete on watchlists for each row when (old.title like 'Dead _') execute function tests.bring_back();
select geoq.purge() is null as nothing \gset
select is((select count(*) from watchlists where title like 'Dead _' and deleted_at is null), 1::bigint,
          'a row that is brought back meanwhile stays');
drop trigger bring_back on watchlists;
select is(tests.does('owner', 'select geoq.purge()'), '42501', 'no user may do that');
select is(geoq_boot(), geoq_boot(), 'one run of the server has one name');
select is(split_part(geoq.identity('bird'), '/', 5), geoq_boot()::text, 'which is in its identity');
delete from geoq.boot;
select is(split_part(geoq.identity('bird'), '/', 5), 'crashed', 'a crash takes it away');
select * from finish();
rollback;
