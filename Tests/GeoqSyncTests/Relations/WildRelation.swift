import GeoqPostgres
import GeoqStore
import GeoqSync

/// A relation as it is found in the wild, with rows, changes that writers make
/// to it, and SQL of its own that says what a mirror must have.
struct WildRelation: CustomStringConvertible, Sendable {
    var name: String
    var setup: String
    /// SQL for the key, the text, and the place of a row `t`.
    var key: String
    var text = "coalesce(t.name, '')"
    var latitude: String
    var longitude: String
    var wish = RelationProposal.Wish()
    /// What must be found besides; empty for hotspots.
    var table = MirrorTable.hotspot
    /// Changes of row `:n`, and new rows of the number `:m`; `:x` is a number
    /// from -80 to 80.
    var changes: [String]

    var description: String { name }

    /// A point column with a transformation.
    private static func at(_ column: String, _ srid: Int) -> (String, String) {
        srid == 4326
            ? ("st_y(t.\(column)::geometry)", "st_x(t.\(column)::geometry)")
            : ("st_y(st_transform(t.\(column)::geometry, 4326))", "st_x(st_transform(t.\(column)::geometry, 4326))")
    }

    private static func wish(_ change: (inout RelationProposal.Wish) -> Void) -> RelationProposal.Wish {
        var wish = RelationProposal.Wish()
        change(&wish)
        return wish
    }

    private static let mercator = "st_transform(st_setsrid(st_makepoint(n * 1.5 - 150, n * 0.7 - 70), 4326), 3857)"
    private static let degrees = "st_setsrid(st_makepoint(n * 1.5 - 150, n * 0.7 - 70), 4326)"

    /// Of two relations one keeps all of its further columns.
    static let all: [WildRelation] = plain.enumerated().map { index, relation in
        guard index % 2 == 0 || relation.setup.contains("-- keep") else { return relation }
        var relation = relation
        relation.wish.keep = .all
        return relation
    }

    private static let plain: [WildRelation] = [
        // osm2pgsql: no primary key in the classic form, an index and a NOT NULL.
        WildRelation(
            name: "public.osm_points",
            setup: """
                CREATE TABLE osm_points (osm_id bigint PRIMARY KEY, name text, amenity text, tags text,
                    way geometry(Point, 3857));
                CREATE INDEX ON osm_points USING gist (way);
                INSERT INTO osm_points SELECT 5000000000 + n, CASE WHEN n % 3 > 0 THEN 'Point ' || n END, 'cafe', '',
                    \(mercator) FROM generate_series(1, 200) n;
                """,
            key: "t.osm_id::text", latitude: at("way", 3857).0, longitude: at("way", 3857).1,
            changes: [
                "UPDATE osm_points SET name = 'w:m', way = st_transform(st_setsrid(st_makepoint(:x * 2, :x), 4326), 3857) WHERE osm_id = 5000000000 + :n",
                "INSERT INTO osm_points VALUES (6000000000 + :m, 'new', NULL, NULL, st_setsrid(st_makepoint(:x * 1e5, :x), 3857)) ON CONFLICT DO NOTHING",
                "DELETE FROM osm_points WHERE osm_id = 5000000000 + :n",
            ]),
        // osm2pgsql as it is: no key at all but in the data; negative ids of relations.
        WildRelation(
            name: "public.planet_osm_point",
            setup: """
                CREATE TABLE planet_osm_point (osm_id bigint, name text, "addr:housenumber" text, way geometry(Point, 3857));
                INSERT INTO planet_osm_point SELECT n - 50, 'N' || n, '1', \(mercator) FROM generate_series(1, 100) n;
                """,
            key: "t.osm_id::text", latitude: at("way", 3857).0, longitude: at("way", 3857).1,
            wish: wish { $0.key = ["osm_id"] },
            changes: ["UPDATE planet_osm_point SET name = 'w:m' WHERE osm_id = :n - 50"]),
        // shp2pgsql.
        WildRelation(
            name: "public.stations",
            setup: """
                CREATE TABLE stations (gid serial PRIMARY KEY, code varchar(10), title varchar(80), geom geometry(MultiPoint, 25832));
                INSERT INTO stations (code, title, geom) SELECT 'S' || n, 'Station ' || n,
                    CASE WHEN n % 10 = 0 THEN st_setsrid('MULTIPOINT(500000 5700000, 500001 5700001)'::geometry, 25832)
                        ELSE st_multi(st_setsrid(st_makepoint(400000 + n * 100, 5700000 + n), 25832)) END
                FROM generate_series(1, 100) n;
                """,
            key: "t.gid::text", text: "coalesce(t.title, '')",
            latitude:
                "CASE WHEN st_numgeometries(t.geom) = 1 THEN st_y(st_transform(st_geometryn(t.geom, 1), 4326)) END",
            longitude:
                "CASE WHEN st_numgeometries(t.geom) = 1 THEN st_x(st_transform(st_geometryn(t.geom, 1), 4326)) END",
            changes: [
                "UPDATE stations SET title = 'w:m' WHERE gid = :n",
                "DELETE FROM stations WHERE gid = :n AND :m % 5 = 0",
            ]),
        WildRelation(
            name: "public.codes",
            setup: """
                CREATE TABLE codes (code text PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO codes SELECT chr(65 + n % 26) || '''"\\, ü' || n, 'Code ' || n, \(degrees) FROM generate_series(1, 100) n;
                """,
            key: "t.code", latitude: at("geom", 4326).0, longitude: at("geom", 4326).1,
            changes: [
                "UPDATE codes SET name = 'w:m' WHERE code LIKE '%ü' || :n",
                "DELETE FROM codes WHERE code LIKE '%ü' || :n",
            ]),
        WildRelation(
            name: "public.uuids",
            setup: """
                CREATE TABLE uuids (uid uuid PRIMARY KEY, label text, location geography(Point, 4326));
                INSERT INTO uuids SELECT md5(n::text)::uuid, 'U' || n, \(degrees)::geography FROM generate_series(1, 100) n;
                """,
            key: "t.uid::text", text: "coalesce(t.label, '')",
            latitude: at("location", 4326).0, longitude: at("location", 4326).1,
            changes: ["UPDATE uuids SET label = 'w:m' WHERE uid = md5(':n')::uuid"]),
        // A key of several columns, one of which is a text with commas.
        WildRelation(
            name: "census.plots",
            setup: """
                CREATE SCHEMA census;
                CREATE TABLE census.plots (region text, plot smallint, visit date, name text, geom geometry(PointZ, 4326),
                    PRIMARY KEY (region, plot, visit));
                INSERT INTO census.plots SELECT 'R,' || n % 3 || '\\', n, date '2026-01-01' + n, 'Plot ' || n,
                    st_setsrid(st_makepoint(n, n / 2.0, 100), 4326) FROM generate_series(1, 80) n;
                """,
            key: "replace(replace(t.region, '\\', '\\\\'), ',', '\\,') || ',' || t.plot || ',' || t.visit",
            latitude: at("geom", 4326).0, longitude: at("geom", 4326).1,
            changes: [
                "UPDATE census.plots SET name = 'w:m' WHERE plot = :n",
                "DELETE FROM census.plots WHERE plot = :n AND :m % 7 = 0",
            ]),
        // Old PostGIS: no type modifiers, constraints instead; several SRIDs.
        WildRelation(
            name: "public.old_sites",
            setup: """
                CREATE TABLE old_sites (gid integer PRIMARY KEY, site_name text, the_geom geometry,
                    CONSTRAINT enforce_dims CHECK (st_ndims(the_geom) = 2));
                INSERT INTO old_sites SELECT n, 'Site ' || n, CASE n % 4 WHEN 0 THEN \(degrees)
                    WHEN 1 THEN \(mercator) WHEN 2 THEN NULL ELSE st_geomfromtext('POINT EMPTY', 4326) END
                FROM generate_series(1, 100) n;
                """,
            key: "t.gid::text", text: "coalesce(t.site_name, '')",
            latitude: at("the_geom", 3857).0, longitude: at("the_geom", 3857).1,
            changes: [
                "UPDATE old_sites SET the_geom = st_setsrid(st_makepoint(:x, :x), 4326) WHERE gid = :n",
                "UPDATE old_sites SET the_geom = NULL WHERE gid = :n",
            ]),
        // Buildings: any shape, by a point on it.
        WildRelation(
            name: "public.buildings",
            setup: """
                CREATE TABLE buildings (ogc_fid integer PRIMARY KEY, name text, wkb_geometry geometry(Geometry, 4326));
                INSERT INTO buildings SELECT n, 'B' || n, CASE n % 3 WHEN 0 THEN \(degrees)
                    WHEN 1 THEN st_buffer(\(degrees), 0.01) ELSE st_makeline(\(degrees), st_setsrid(st_makepoint(0, 0), 4326)) END
                FROM generate_series(1, 60) n;
                """,
            key: "t.ogc_fid::text", latitude: "st_y(st_centroid(t.wkb_geometry))",
            longitude: "st_x(st_centroid(t.wkb_geometry))", wish: wish { $0.shapes = .centroid },
            changes: ["UPDATE buildings SET wkb_geometry = st_translate(wkb_geometry, 0.001, 0.001) WHERE ogc_fid = :n"]
        ),
        // The same without a wish: shapes have no place, and stop nothing.
        WildRelation(
            name: "public.parcels",
            setup: """
                CREATE TABLE parcels (id integer PRIMARY KEY, name text, geom geometry(Geometry, 4326));
                INSERT INTO parcels SELECT n, 'P' || n, CASE n % 2 WHEN 0 THEN \(degrees) ELSE st_buffer(\(degrees), 0.01) END
                FROM generate_series(1, 60) n;
                """,
            key: "t.id::text", latitude: "CASE WHEN st_geometrytype(t.geom) = 'ST_Point' THEN st_y(t.geom) END",
            longitude: "CASE WHEN st_geometrytype(t.geom) = 'ST_Point' THEN st_x(t.geom) END",
            changes: ["UPDATE parcels SET name = 'w:m' WHERE id = :n"]),
        // SRID 0.
        WildRelation(
            name: "public.gps",
            setup: """
                CREATE TABLE gps (id bigserial PRIMARY KEY, label text, geom geometry(Point));
                INSERT INTO gps (label, geom) SELECT 'G' || n, st_makepoint(n, n / 3.0) FROM generate_series(1, 50) n;
                """,
            key: "t.id::text", text: "coalesce(t.label, '')", latitude: "st_y(t.geom)", longitude: "st_x(t.geom)",
            wish: wish { $0.srid = 4326 }, changes: ["UPDATE gps SET geom = st_makepoint(:x, :x) WHERE id = :n"]),
        // Numbers, and numbers as texts, some of them none.
        WildRelation(
            name: "public.spreadsheet",
            setup: """
                CREATE TABLE spreadsheet (id integer PRIMARY KEY, name text, latitude text, longitude text);
                INSERT INTO spreadsheet SELECT n, 'Row ' || n, CASE n % 5 WHEN 0 THEN 'n/a' WHEN 1 THEN '' WHEN 2 THEN '1e3'
                    ELSE ' ' || n / 2.0 END, n::text FROM generate_series(1, 60) n;
                """,
            key: "t.id::text",
            latitude: "CASE WHEN t.id % 5 > 2 OR t.name LIKE 'w%' THEN t.latitude::float8 END",
            longitude: "CASE WHEN t.id % 5 > 2 OR t.name LIKE 'w%' THEN t.longitude::float8 END",
            changes: ["UPDATE spreadsheet SET name = 'w:m', latitude = ':x' WHERE id = :n"]),
        WildRelation(
            name: "public.airports",
            setup: """
                CREATE TABLE airports (ident varchar(7) PRIMARY KEY, name jsonb, lat numeric(9, 6), lng numeric(9, 6));
                INSERT INTO airports SELECT 'A' || n, to_jsonb('Airport ' || n), n / 3.0, n FROM generate_series(1, 60) n;
                INSERT INTO airports VALUES ('NULL', NULL, NULL, NULL), ('NAN', NULL, 'NaN', 1), ('FAR', NULL, 91, 1);
                """,
            key: "t.ident", text: "coalesce(t.name::text, '')",
            latitude: "CASE WHEN t.ident NOT IN ('NULL', 'NAN', 'FAR') THEN t.lat::float8 END",
            longitude: "CASE WHEN t.ident NOT IN ('NULL', 'NAN', 'FAR') THEN t.lng::float8 END",
            changes: ["UPDATE airports SET lat = :x WHERE ident = 'A:n'", "DELETE FROM airports WHERE ident = 'A:n'"]),
        // x and y of a national grid.
        WildRelation(
            name: "public.boreholes",
            setup: """
                CREATE TABLE boreholes (bh_no integer PRIMARY KEY, name text, easting real, northing real);
                INSERT INTO boreholes SELECT n, 'BH' || n, 400000 + n, 300000 + n FROM generate_series(1, 50) n;
                INSERT INTO boreholes VALUES (100, 'A mistake', 5e7, 5e7);
                """,
            key: "t.bh_no::text",
            latitude:
                """
                CASE WHEN t.bh_no < 100 \
                THEN st_y(st_transform(st_setsrid(st_makepoint(t.easting, t.northing), 27700), 4326)) END
                """,
            longitude:
                """
                CASE WHEN t.bh_no < 100 \
                THEN st_x(st_transform(st_setsrid(st_makepoint(t.easting, t.northing), 27700), 4326)) END
                """,
            wish: wish { $0.srid = 27700 }, changes: ["UPDATE boreholes SET northing = 300000 + :m WHERE bh_no = :n"]),
        // Partitioned.
        WildRelation(
            name: "public.sensors",
            setup: """
                CREATE TABLE sensors (id bigint, region text NOT NULL, name text, geom geometry(Point, 4326),
                    PRIMARY KEY (id, region)) PARTITION BY LIST (region);
                CREATE TABLE sensors_n PARTITION OF sensors FOR VALUES IN ('n');
                CREATE TABLE sensors_s PARTITION OF sensors DEFAULT;
                INSERT INTO sensors SELECT n, CASE n % 2 WHEN 0 THEN 'n' ELSE 's' END, 'S' || n, \(degrees) FROM generate_series(1, 80) n;
                """,
            key: "t.id || ',' || t.region", latitude: at("geom", 4326).0, longitude: at("geom", 4326).1,
            changes: [
                "UPDATE sensors SET region = 'n', name = 'w:m' WHERE id = :n", "DELETE FROM sensors WHERE id = :n",
            ]),
        // Inherited, as hypertables were once made: the key is unique only by luck.
        WildRelation(
            name: "public.positions",
            setup: """
                CREATE TABLE positions (device integer NOT NULL, time timestamptz NOT NULL, name text, geom geometry(Point, 4326),
                    UNIQUE (device, time));
                CREATE TABLE positions_2026 (CHECK (time >= '2026-01-01'), UNIQUE (device, time)) INHERITS (positions);
                INSERT INTO positions SELECT n, '2025-05-01', 'old', \(degrees) FROM generate_series(1, 40) n;
                INSERT INTO positions_2026 SELECT n, timestamptz '2026-05-01 00:00:00.25+00' + n * interval '1 s', 'new', \(degrees)
                FROM generate_series(1, 40) n;
                """,
            key: "t.device || ',' || t.time", latitude: at("geom", 4326).0, longitude: at("geom", 4326).1,
            changes: [
                "UPDATE positions SET name = 'w:m' WHERE device = :n", "DELETE FROM positions_2026 WHERE device = :n",
            ]),
        WildRelation(
            name: "public.good_sites",
            setup: """
                CREATE TABLE base_sites (id integer PRIMARY KEY, name text, good bool, geom geometry(Point, 3857));
                INSERT INTO base_sites SELECT n, 'V' || n, n % 3 > 0, \(mercator) FROM generate_series(1, 90) n;
                CREATE VIEW good_sites AS SELECT id, name, geom FROM base_sites WHERE good;
                """,
            key: "t.id::text", latitude: at("geom", 3857).0, longitude: at("geom", 3857).1,
            changes: [
                "UPDATE base_sites SET good = NOT good, name = 'w:m' WHERE id = :n",
                "DELETE FROM base_sites WHERE id = :n AND :m % 4 = 0",
            ]),
        // A view that joins, whose key is named.
        WildRelation(
            name: "public.joined",
            setup: """
                CREATE TABLE owners (owner integer PRIMARY KEY, who text);
                CREATE TABLE trees (tree integer PRIMARY KEY, owner integer, geom geometry(Point, 4326));
                INSERT INTO owners SELECT n, 'Owner ' || n FROM generate_series(1, 10) n;
                INSERT INTO trees SELECT n, n % 10 + 1, \(degrees) FROM generate_series(1, 60) n;
                CREATE VIEW joined AS SELECT tree, who AS name, geom FROM trees JOIN owners USING (owner);
                """,
            key: "t.tree::text", latitude: at("geom", 4326).0, longitude: at("geom", 4326).1,
            wish: wish { $0.key = ["tree"] },
            changes: ["UPDATE owners SET who = 'w:m' WHERE owner = :n % 10 + 1", "DELETE FROM trees WHERE tree = :n"]),
        WildRelation(
            name: "public.summary",
            setup: """
                CREATE MATERIALIZED VIEW summary AS SELECT id, name, geom FROM base_sites;
                CREATE UNIQUE INDEX ON summary (id);
                """,
            key: "t.id::text", latitude: at("geom", 3857).0, longitude: at("geom", 3857).1,
            changes: ["REFRESH MATERIALIZED VIEW CONCURRENTLY summary", "REFRESH MATERIALIZED VIEW summary"]),
        WildRelation(
            name: "public.elsewhere",
            setup: """
                CREATE EXTENSION postgres_fdw;
                CREATE TABLE behind (id integer PRIMARY KEY, name text, lat float8, lon float8);
                INSERT INTO behind SELECT n, 'F' || n, n / 2.0, n FROM generate_series(1, 60) n;
                DO $$ BEGIN EXECUTE format('CREATE SERVER self FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host %L, dbname %L, connect_timeout %L)',
                    split_part(current_setting('unix_socket_directories'), ',', 1), current_database(), '60'); END $$;
                CREATE USER MAPPING FOR postgres SERVER self OPTIONS (user 'postgres', password_required 'false');
                CREATE FOREIGN TABLE elsewhere (id integer, name text, lat float8, lon float8) SERVER self OPTIONS (table_name 'behind');
                """,
            key: "t.id::text", latitude: "t.lat", longitude: "t.lon",
            changes: [
                "UPDATE behind SET name = 'w:m' WHERE id = :n", "DELETE FROM behind WHERE id = :n AND :m % 3 = 0",
            ]),
        // Rails, with soft deletes.
        WildRelation(
            name: "public.spots",
            setup: """
                CREATE TABLE spots (id bigserial PRIMARY KEY, name varchar NOT NULL, lonlat geography(Point, 4326),
                    created_at timestamp NOT NULL DEFAULT now(), updated_at timestamp NOT NULL DEFAULT now(), deleted_at timestamp);
                INSERT INTO spots (name, lonlat) SELECT 'Spot ' || n, \(degrees)::geography FROM generate_series(1, 80) n;
                """,
            key: "t.id::text", latitude: at("lonlat", 4326).0,
            longitude: at("lonlat", 4326).1,
            changes: ["UPDATE spots SET deleted_at = CASE WHEN :m % 2 = 0 THEN now() END, name = 'w:m' WHERE id = :n"]),
        // Django, mixed case and reserved words.
        WildRelation(
            name: "App.Order",
            setup: """
                CREATE SCHEMA "App";
                CREATE TABLE "App"."Order" ("Id" integer PRIMARY KEY, "Name" text, "select" text, "Geom" geometry(Point, 2056));
                INSERT INTO "App"."Order" SELECT n, 'O' || n, '', st_setsrid(st_makepoint(2600000 + n, 1200000 + n), 2056)
                FROM generate_series(1, 50) n;
                """,
            key: "t.\"Id\"::text", text: "coalesce(t.\"Name\", '')", latitude: at("\"Geom\"", 2056).0,
            longitude: at("\"Geom\"", 2056).1,
            changes: ["UPDATE \"App\".\"Order\" SET \"Name\" = 'w:m' WHERE \"Id\" = :n"]),
        // A place that PROJ would make another place of.
        WildRelation(
            name: "public.bad_mercator",
            setup: """
                CREATE TABLE bad_mercator (id integer PRIMARY KEY, name text, geom geometry(Point, 3857));
                INSERT INTO bad_mercator VALUES (1, 'good', st_setsrid(st_makepoint(0, 0), 3857)),
                    (2, 'far', st_setsrid(st_makepoint(1e9, 0), 3857)), (3, 'nan', st_setsrid(st_makepoint('NaN', 0), 3857)),
                    (4, 'none', NULL), (5, 'infinite', st_setsrid(st_makepoint('Infinity', '-Infinity'), 3857));
                """,
            key: "t.id::text", latitude: "CASE WHEN t.id = 1 THEN st_y(st_transform(t.geom, 4326)) END",
            longitude: "CASE WHEN t.id = 1 THEN st_x(st_transform(t.geom, 4326)) END",
            changes: ["UPDATE bad_mercator SET name = 'w:m' WHERE id = :n % 5 + 1"]),
        // A GBIF download.
        WildRelation(
            name: "public.occurrence",
            setup: """
                CREATE TABLE occurrence (gbifid bigint PRIMARY KEY, scientificname text, individualcount text, eventdate text,
                    decimallatitude double precision, decimallongitude double precision, coordinateuncertaintyinmeters text,
                    locality text);
                INSERT INTO occurrence SELECT 4000000000 + n, 'Parus major', CASE n % 3 WHEN 0 THEN n::text WHEN 1 THEN 'X' END,
                    CASE n % 4 WHEN 0 THEN '2026-05-' || lpad((n % 28 + 1)::text, 2, '0') WHEN 1 THEN '2026-02-30'
                        WHEN 2 THEN '2026-05-01T10:00:00Z' ELSE 'May 2026' END,
                    n / 2.0, CASE WHEN n % 9 > 0 THEN n END, '-3', 'Somewhere' FROM generate_series(1, 90) n;
                """,
            key: "t.gbifid::text",
            text: """
                t.scientificname || '/' || coalesce(CASE WHEN t.gbifid % 4 IN (0, 2) THEN left(t.eventdate, 10) END, '-') || '/' \
                || coalesce(CASE WHEN t.individualcount <> 'X' THEN t.individualcount END, '-')
                """,
            latitude: "CASE WHEN t.decimallongitude IS NOT NULL THEN t.decimallatitude END",
            longitude: "t.decimallongitude",
            table: .observation,
            changes: [
                "UPDATE occurrence SET scientificname = 'w:m' WHERE gbifid = 4000000000 + :n",
                "DELETE FROM occurrence WHERE gbifid = 4000000000 + :n AND :m % 5 = 0",
            ]),
        // Ringing records, with names of their own.
        WildRelation(
            name: "ringing.records",
            setup: """
                CREATE SCHEMA ringing;
                CREATE TABLE ringing.records (ring char(8), seen_on date, taxon text, number smallint, geom geometry(Point, 4258),
                    PRIMARY KEY (ring, seen_on));
                INSERT INTO ringing.records SELECT 'R' || n, date '2026-03-01' + n, 'Sylvia atricapilla', CASE WHEN n < 6 THEN n - 6 ELSE n END,
                    st_setsrid(st_makepoint(n / 10.0, 50), 4258) FROM generate_series(1, 80) n;
                """,
            key: "rtrim(t.ring) || ',' || t.seen_on",
            text:
                "t.taxon || '/' || t.seen_on || '/' || coalesce(CASE WHEN t.number >= 0 THEN t.number::text END, '-')",
            latitude: at("geom", 4258).0, longitude: at("geom", 4258).1,
            wish: wish { ($0.table, $0.columns) = (.observation, ["scientific_name": "taxon", "date": "seen_on"]) },
            table: .observation,
            changes: [
                "UPDATE ringing.records SET taxon = 'w:m' WHERE ring = 'R:n'",
                "INSERT INTO ringing.records VALUES ('N:m', '2026-11-01', 'Apus apus', 1, st_setsrid(st_makepoint(:x, :x), 4258)) ON CONFLICT DO NOTHING",
            ]),
        // Tracks with times, from a domain and an enumeration.
        WildRelation(
            name: "public.sightings",
            setup: """
                CREATE TYPE quality AS ENUM ('sure', 'unsure');
                CREATE DOMAIN place AS geometry(Point, 4326);
                CREATE TABLE sightings (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, species varchar(60),
                    observed_at timestamptz, count integer, grade quality, geom place);
                INSERT INTO sightings (species, observed_at, count, grade, geom) SELECT 'Larus ' || n,
                    CASE WHEN n % 7 = 0 THEN 'infinity' ELSE timestamptz '2026-05-01 00:30:00+00' + n * interval '1 day' END, n, 'sure',
                    \(degrees) FROM generate_series(1, 60) n;
                """,
            key: "t.id::text",
            text: """
                t.species || '/' || coalesce(CASE WHEN isfinite(t.observed_at) THEN (t.observed_at AT TIME ZONE 'UTC')::date::text \
                END, '-') || '/' || t.count
                """,
            latitude: at("geom", 4326).0, longitude: at("geom", 4326).1, table: .observation,
            changes: [
                "UPDATE sightings SET count = :m + 1 WHERE id = :n",
                "DELETE FROM sightings WHERE id = :n AND :m % 6 = 0",
            ]),
        // osm2pgsql with hstore, and a column that geoq has, too.
        WildRelation(
            name: "public.osm_poi",
            setup: """
                CREATE EXTENSION hstore; -- keep
                CREATE TABLE osm_poi (osm_id bigint PRIMARY KEY, name text, amenity text, "addr:street" text, source text,
                    ele numeric, layer smallint, tags hstore, way geometry(Point, 3857));
                INSERT INTO osm_poi SELECT n, 'POI ' || n, CASE WHEN n % 2 = 0 THEN 'hide' END, E'Stra\\u00dfe "' || n || '"',
                    'survey', n / 7.0, n, hstore(ARRAY['wikidata', 'note'], ARRAY['Q' || n, CASE WHEN n % 3 = 0 THEN E'a\\\\b\\n' END]),
                    \(mercator) FROM generate_series(1, 80) n;
                """,
            key: "t.osm_id::text", latitude: at("way", 3857).0, longitude: at("way", 3857).1,
            changes: [
                "UPDATE osm_poi SET tags = tags || hstore('w', ':m'), ele = :x WHERE osm_id = :n",
                "UPDATE osm_poi SET amenity = NULL, \"addr:street\" = 'w:m' WHERE osm_id = :n",
                "DELETE FROM osm_poi WHERE osm_id = :n AND :m % 5 = 0",
            ]),
        // A QGIS project's table: a GeoPackage that was loaded, with forms of all kinds.
        WildRelation(
            name: "public.nestboxes",
            setup: """
                CREATE TYPE state AS ENUM ('empty', 'eggs', 'young'); -- keep
                CREATE TABLE nestboxes (fid smallserial PRIMARY KEY, label varchar(40), checked boolean, eggs smallint, weight real,
                    height double precision, price money, put_up date, visited timestamptz, wall time, since interval,
                    photo bytea, form jsonb, raw json, rings text[], visits date[], grid integer[][], contents state,
                    bits bit(3), net inet, uid uuid, outline geometry(Polygon, 4326), geom geometry(Point, 4326));
                INSERT INTO nestboxes (label, checked, eggs, weight, height, price, put_up, visited, wall, since, photo, form, raw,
                    rings, visits, grid, contents, bits, net, uid, geom)
                SELECT 'Box ' || n, n % 2 = 0, n, CASE n % 4 WHEN 0 THEN 'NaN' WHEN 1 THEN 0.1 ELSE n / 3.0 END,
                    CASE n % 5 WHEN 0 THEN 'Infinity' ELSE n * 1e300 END, n * 1000.5,
                    CASE n % 6 WHEN 0 THEN 'infinity' WHEN 1 THEN '0044-03-15 BC' ELSE date '2026-01-01' + n END,
                    timestamptz '2026-05-01 12:00:00.123456+02' + n * interval '1 h', '05:42:00.5', n * interval '1 month 2 days',
                    '\\x00ff', jsonb_build_object('n', n, 'deep', jsonb_build_array(1, NULL, 'x')), '{"b": 1,  "a": [1.50]}',
                    ARRAY['A' || n, NULL, 'with "quotes", and commas'], ARRAY[date '2026-05-01'], ARRAY[[1, 2], [3, n]], 'eggs',
                    B'101', '10.0.0.1', md5(n::text)::uuid, \(degrees)
                FROM generate_series(1, 60) n;
                """,
            key: "t.fid::text", text: "coalesce(t.label, '')",
            latitude: at("geom", 4326).0, longitude: at("geom", 4326).1,
            changes: [
                "UPDATE nestboxes SET form = jsonb_set(form, '{w}', ':m'), eggs = NULL WHERE fid = :n",
                "UPDATE nestboxes SET rings = rings || 'w:m'::text, contents = 'young' WHERE fid = :n",
                "UPDATE nestboxes SET height = :x, visited = visited + interval '1 min', raw = '[:m]' WHERE fid = :n",
            ]),
        // More columns than a function of PostgreSQL takes arguments.
        WildRelation(
            name: "public.survey",
            setup: """
                CREATE TABLE survey (id integer PRIMARY KEY, species text, date date, geom geometry(Point, 4326)); -- keep
                DO $$ BEGIN FOR i IN 1..120 LOOP EXECUTE format('ALTER TABLE survey ADD COLUMN %I integer', 'Q' || i); END LOOP; END $$;
                INSERT INTO survey (id, species, date, geom, "Q1", "Q90", "Q91", "Q120") SELECT n, 'Turdus merula', '2026-04-01',
                    \(degrees), n, n, CASE WHEN n % 2 = 0 THEN n END, n FROM generate_series(1, 60) n;
                """,
            key: "t.id::text", text: "t.species || '/' || t.date || '/-'",
            latitude: at("geom", 4326).0, longitude: at("geom", 4326).1, table: .observation,
            changes: [
                "UPDATE survey SET \"Q91\" = :m, \"Q2\" = NULL WHERE id = :n",
                "UPDATE survey SET \"Q1\" = NULL WHERE id = :n",
            ]),
        // A table without rows.
        WildRelation(
            name: "public.nothing",
            setup: "CREATE TABLE nothing (id integer PRIMARY KEY, name text, geom geometry(Point, 3857));",
            key: "t.id::text", latitude: at("geom", 3857).0, longitude: at("geom", 3857).1,
            changes: [
                "INSERT INTO nothing VALUES (:m, 'now', st_setsrid(st_makepoint(:n * 1000, :n), 3857)) ON CONFLICT DO NOTHING",
                "TRUNCATE nothing",
            ]),
        // An identity, and columns that the server computes, the place among them.
        WildRelation(
            name: "public.measured",
            setup: """
                CREATE TABLE measured (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, x float8, y float8, -- keep
                    label text GENERATED ALWAYS AS (upper(name)) STORED,
                    geom geometry(Point, 25832) GENERATED ALWAYS AS (st_setsrid(st_makepoint(x, y), 25832)) STORED);
                INSERT INTO measured (name, x, y) SELECT 'M' || n, 500000 + n * 100, 5700000 + n FROM generate_series(1, 60) n;
                """,
            key: "t.id::text", latitude: at("geom", 25832).0, longitude: at("geom", 25832).1,
            changes: [
                "UPDATE measured SET name = 'w:m', x = x + 1 WHERE id = :n",
                "INSERT INTO measured (name, x, y) VALUES ('new', 500000, 5700000 + :m)",
                "DELETE FROM measured WHERE id = :n AND :m % 5 = 0",
            ]),
        // Texts of any case.
        WildRelation(
            name: "public.tagged",
            setup: """
                CREATE EXTENSION citext; -- keep
                CREATE TABLE tagged (code citext PRIMARY KEY, name citext, kind citext, geom geometry(Point, 4326));
                INSERT INTO tagged SELECT 'Code' || n, 'Tag ' || n, CASE WHEN n % 3 > 0 THEN 'Hide' END, \(degrees)
                FROM generate_series(1, 60) n;
                """,
            key: "t.code::text", text: "coalesce(t.name::text, '')",
            latitude: at("geom", 4326).0, longitude: at("geom", 4326).1,
            changes: [
                "UPDATE tagged SET name = 'w:m' WHERE code = 'CODE:n'",
                "UPDATE tagged SET code = upper(code::text), kind = NULL WHERE code = 'code:n'",
                "DELETE FROM tagged WHERE code = 'Code:n' AND :m % 5 = 0",
            ]),
        // Which device was where when: a range is a part of the key.
        WildRelation(
            name: "public.assignments",
            setup: """
                CREATE EXTENSION btree_gist; -- keep
                CREATE TABLE assignments (device integer, during tstzrange, name text, geom geometry(Point, 4326),
                    PRIMARY KEY (device, during), EXCLUDE USING gist (device WITH =, during WITH &&));
                INSERT INTO assignments SELECT n, tstzrange(timestamptz '2026-01-01 00:00:00.5+00' + n * interval '1 day', NULL),
                    'A' || n, \(degrees) FROM generate_series(1, 60) n;
                """,
            key: "t.device || ',' || replace(t.during::text, ',', '\\,')",
            latitude: at("geom", 4326).0, longitude: at("geom", 4326).1,
            changes: [
                "UPDATE assignments SET during = tstzrange(lower(during), lower(during) + (:m + 1) * interval '1 s') WHERE device = :n",
                "UPDATE assignments SET name = 'w:m' WHERE device = :n",
                "DELETE FROM assignments WHERE device = :n AND :m % 6 = 0",
            ]),
        // Partitions of partitions, and one for the rest.
        WildRelation(
            name: "public.readings",
            setup: """
                CREATE TABLE readings (id bigint, zone text, name text, geom geometry(Point, 4326), PRIMARY KEY (id, zone)) -- keep
                    PARTITION BY LIST (zone);
                CREATE TABLE readings_a PARTITION OF readings FOR VALUES IN ('a') PARTITION BY HASH (id);
                CREATE TABLE readings_a0 PARTITION OF readings_a FOR VALUES WITH (MODULUS 2, REMAINDER 0);
                CREATE TABLE readings_a1 PARTITION OF readings_a FOR VALUES WITH (MODULUS 2, REMAINDER 1);
                CREATE TABLE readings_rest PARTITION OF readings DEFAULT;
                INSERT INTO readings SELECT n, CASE n % 3 WHEN 0 THEN 'b' ELSE 'a' END, 'R' || n, \(degrees)
                FROM generate_series(1, 60) n;
                """,
            key: "t.id || ',' || t.zone", latitude: at("geom", 4326).0, longitude: at("geom", 4326).1,
            changes: [
                "UPDATE readings SET zone = CASE zone WHEN 'a' THEN 'b' ELSE 'a' END, name = 'w:m' WHERE id = :n",
                "DELETE FROM readings WHERE id = :n AND :m % 4 = 0",
            ]),
        // Rows within rows, and ranges.
        WildRelation(
            name: "public.owned",
            setup: """
                CREATE TYPE address AS (street text, number integer); -- keep
                CREATE TABLE owned (id integer PRIMARY KEY, name text, home address, others address[], span int4range,
                    spans int4multirange, geom geometry(Point, 4326));
                INSERT INTO owned SELECT n, 'O' || n, ROW('"S", ' || n, n)::address, ARRAY[ROW('a', NULL)::address],
                    int4range(1, n + 1), '{[1,2),[5,9)}', \(degrees) FROM generate_series(1, 60) n;
                """,
            key: "t.id::text", latitude: at("geom", 4326).0, longitude: at("geom", 4326).1,
            changes: [
                "UPDATE owned SET home.street = 'w:m', span = 'empty' WHERE id = :n",
                "UPDATE owned SET others = others || ROW('w:m', :n)::address, spans = '{}' WHERE id = :n",
                "UPDATE owned SET home = NULL WHERE id = :n",
            ]),
        // A hypertable's shape: its rows are in tables of another schema, each with an index of its own.
        WildRelation(
            name: "public.conditions",
            setup: """
                CREATE SCHEMA _timescaledb_internal; -- keep
                CREATE TABLE conditions (time timestamptz NOT NULL, device text NOT NULL, name text, value float8,
                    geom geometry(Point, 4326));
                CREATE TABLE _timescaledb_internal._hyper_1_1_chunk (CHECK (time < '2026-02-01 00:00:00+00'),
                    UNIQUE (time, device)) INHERITS (conditions);
                CREATE TABLE _timescaledb_internal._hyper_1_2_chunk (CHECK (time >= '2026-02-01 00:00:00+00'),
                    UNIQUE (time, device)) INHERITS (conditions);
                INSERT INTO _timescaledb_internal._hyper_1_1_chunk SELECT timestamptz '2026-01-01 00:00:00+00' + n * interval '1 h',
                    'd' || n % 3, 'C' || n, n / 3.0, \(degrees) FROM generate_series(1, 60) n;
                INSERT INTO _timescaledb_internal._hyper_1_2_chunk SELECT timestamptz '2026-02-01 00:00:00+00' + n * interval '1 h',
                    'd' || n % 3, 'C' || n, n / 3.0, \(degrees) FROM generate_series(1, 60) n;
                """,
            key: "t.time || ',' || t.device", latitude: at("geom", 4326).0, longitude: at("geom", 4326).1,
            wish: wish { $0.key = ["time", "device"] },
            changes: [
                "UPDATE conditions SET value = :x, name = 'w:m' WHERE device = 'd1' AND value < :n / 9.0",
                "DELETE FROM conditions WHERE name = 'C:n' AND :m % 5 = 0",
                "INSERT INTO _timescaledb_internal._hyper_1_2_chunk VALUES (timestamptz '2026-03-01 00:00:00+00' + :m * interval '1 s', 'd9', 'new', :x, st_setsrid(st_makepoint(:x, :x), 4326))",
            ]),
    ]
}
