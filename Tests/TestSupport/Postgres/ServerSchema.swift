/// The schemas that tests make on a server.
package enum ServerSchema {
    /// Parts of a Supabase server that a plain PostgreSQL lacks: users and
    /// their roles.
    package static let auth = """
        CREATE SCHEMA auth;
        CREATE TABLE auth.users (id uuid PRIMARY KEY, email text);
        CREATE FUNCTION auth.uid() RETURNS uuid LANGUAGE sql STABLE AS $$
            SELECT (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
        $$;
        DO $$ BEGIN
            IF to_regrole('authenticated') IS NULL THEN CREATE ROLE authenticated NOLOGIN; END IF;
            IF to_regrole('reader') IS NULL THEN CREATE ROLE reader LOGIN; GRANT authenticated TO reader; END IF;
        END $$;
        GRANT USAGE ON SCHEMA public, auth TO authenticated, reader;
        ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO authenticated, reader;
        """

    private static let bookkeeping = """
            row_version int NOT NULL DEFAULT 1, deleted_at timestamptz,
            created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now()
        """

    /// The tables with `deleted_at`, `row_version` and times that are never
    /// null, and row-level security.
    package static let repaired = """
        CREATE EXTENSION postgis;
        CREATE TABLE bird (
            id uuid PRIMARY KEY, common_name text NOT NULL, scientific_name text, static_image_name text, family text,
            order_name text, description_text text, conservation_status text, rarity_level text,
            migration_strategy text, hemisphere text, valid_locations text[], valid_months int[], shape_id text,
            size_category int, \(bookkeeping));
        CREATE TABLE hotspot (
            id uuid PRIMARY KEY, name text NOT NULL, locality text, lat float8 CHECK (lat BETWEEN -90 AND 90),
            lon float8 CHECK (lon BETWEEN -180 AND 180),
            location geography(point, 4326) GENERATED ALWAYS AS
                (st_setsrid(st_makepoint(lon, lat), 4326)::geography) STORED,
            image_name text, \(bookkeeping), CHECK ((lat IS NULL) = (lon IS NULL)));
        CREATE TABLE watchlists (
            id uuid PRIMARY KEY, owner_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE, type text, title text,
            location text, location_display_name text, start_date date, end_date date, observed_count int DEFAULT 0,
            species_count int DEFAULT 0, cover_image_path text, species_rule_enabled bool DEFAULT false,
            species_rule_shape_id text, location_rule_enabled bool DEFAULT false, location_rule_lat float8,
            location_rule_lon float8, location_rule_radius_km float8, location_rule_display_name text,
            date_rule_enabled bool DEFAULT false, date_rule_start_date date, date_rule_end_date date, sync_status text,
            last_synced_at timestamptz, \(bookkeeping));
        CREATE TABLE watchlist_shares (
            id uuid PRIMARY KEY, watchlist_id uuid NOT NULL REFERENCES watchlists ON DELETE CASCADE,
            user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE, permission text NOT NULL DEFAULT 'view',
            \(bookkeeping));
        CREATE TABLE watchlist_entries (
            id uuid PRIMARY KEY, watchlist_id uuid NOT NULL REFERENCES watchlists ON DELETE CASCADE,
            bird_id uuid NOT NULL REFERENCES bird, nickname text, status text, notes text,
            added_date timestamptz DEFAULT now(), observation_date timestamptz, to_observe_start_date timestamptz,
            to_observe_end_date timestamptz, observed_by text, lat float8, lon float8, location_display_name text,
            priority int DEFAULT 0, notify_upcoming bool DEFAULT false, target_date_range text, sync_status text,
            last_synced_at timestamptz, \(bookkeeping));
        CREATE TABLE watchlist_rules (
            id uuid PRIMARY KEY, watchlist_id uuid NOT NULL REFERENCES watchlists ON DELETE CASCADE,
            rule_type text NOT NULL, parameters_json text, is_active bool DEFAULT true, priority int DEFAULT 0,
            sync_status text, last_synced_at timestamptz, \(bookkeeping));
        CREATE INDEX ON hotspot USING gist (location);
        """

    /// Who sees which watchlist: its owner, and those it is shared with.
    package static let policies = """
        ALTER TABLE watchlists ENABLE ROW LEVEL SECURITY;
        ALTER TABLE watchlist_shares ENABLE ROW LEVEL SECURITY;
        ALTER TABLE watchlist_entries ENABLE ROW LEVEL SECURITY;
        ALTER TABLE watchlist_rules ENABLE ROW LEVEL SECURITY;
        CREATE POLICY own ON watchlists FOR SELECT USING (owner_id = (SELECT auth.uid()));
        CREATE POLICY shares ON watchlist_shares FOR SELECT USING (user_id = (SELECT auth.uid()));
        CREATE POLICY shared ON watchlists FOR SELECT USING (id IN (
            SELECT watchlist_id FROM watchlist_shares WHERE user_id = (SELECT auth.uid()) AND deleted_at IS NULL));
        CREATE POLICY own ON watchlist_entries FOR SELECT USING (watchlist_id IN (
            SELECT id FROM watchlists WHERE owner_id = (SELECT auth.uid())));
        CREATE POLICY shared ON watchlist_entries FOR SELECT USING (watchlist_id IN (
            SELECT watchlist_id FROM watchlist_shares WHERE user_id = (SELECT auth.uid()) AND deleted_at IS NULL));
        CREATE POLICY own ON watchlist_rules FOR SELECT USING (watchlist_id IN (
            SELECT id FROM watchlists WHERE owner_id = (SELECT auth.uid())));
        CREATE POLICY shared ON watchlist_rules FOR SELECT USING (watchlist_id IN (
            SELECT watchlist_id FROM watchlist_shares WHERE user_id = (SELECT auth.uid()) AND deleted_at IS NULL));
        """

    /// The functions that apps call.
    package static let functions = """
        CREATE FUNCTION hotspots_near(lat float8, lon float8, radius_km float8) RETURNS SETOF hotspot
        LANGUAGE sql STABLE PARALLEL SAFE AS $$
            SELECT h.* FROM hotspot h WHERE h.deleted_at IS NULL AND st_dwithin(h.location,
                st_setsrid(st_makepoint(hotspots_near.lon, hotspots_near.lat), 4326)::geography,
                hotspots_near.radius_km * 1000)
        $$;
        CREATE FUNCTION birds_near(lat float8, lon float8, radius_km float8) RETURNS SETOF bird
        LANGUAGE sql STABLE PARALLEL SAFE AS $$
            SELECT b.* FROM bird b WHERE b.deleted_at IS NULL AND EXISTS (
                SELECT 1 FROM watchlist_entries e WHERE e.bird_id = b.id AND e.deleted_at IS NULL
                    AND st_dwithin(st_setsrid(st_makepoint(e.lon, e.lat), 4326)::geography,
                        st_setsrid(st_makepoint(birds_near.lon, birds_near.lat), 4326)::geography,
                        birds_near.radius_km * 1000))
        $$;
        """

    /// The form without repairs: times may be null and nothing sets them, the
    /// reference tables have neither `deleted_at` nor `row_version`.
    package static let original = """
        CREATE EXTENSION postgis;
        CREATE TABLE bird (
            id uuid PRIMARY KEY, common_name text NOT NULL, scientific_name text, static_image_name text, family text,
            order_name text, description_text text, conservation_status text, rarity_level text,
            migration_strategy text, hemisphere text, valid_locations text[], valid_months int[], shape_id text,
            size_category int, created_at timestamptz DEFAULT now(), updated_at timestamptz);
        CREATE TABLE hotspot (
            id uuid PRIMARY KEY, name text NOT NULL, locality text, lat float8, lon float8,
            location geography(point, 4326) GENERATED ALWAYS AS
                (st_geogfromtext('SRID=4326;POINT(' || lon || ' ' || lat || ')')) STORED,
            image_name text, created_at timestamptz DEFAULT now(), updated_at timestamptz);
        CREATE TABLE watchlists (
            id uuid PRIMARY KEY, owner_id uuid, type text, title text, location text, location_display_name text,
            start_date date, end_date date, observed_count int DEFAULT 0, species_count int DEFAULT 0,
            cover_image_path text, species_rule_enabled bool DEFAULT false, species_rule_shape_id text,
            location_rule_enabled bool DEFAULT false, location_rule_lat float8, location_rule_lon float8,
            location_rule_radius_km float8, location_rule_display_name text, date_rule_enabled bool DEFAULT false,
            date_rule_start_date date, date_rule_end_date date, sync_status text DEFAULT 'pendingCreate',
            row_version int DEFAULT 1, last_synced_at timestamptz, deleted_at timestamptz,
            created_at timestamptz DEFAULT now(), updated_at timestamptz);
        CREATE TABLE watchlist_entries (
            id uuid PRIMARY KEY, watchlist_id uuid REFERENCES watchlists ON DELETE CASCADE, bird_id uuid REFERENCES bird,
            nickname text, status text, notes text, added_date timestamptz DEFAULT now(),
            observation_date timestamptz, to_observe_start_date timestamptz, to_observe_end_date timestamptz,
            observed_by text, lat float8, lon float8, location_display_name text, priority int DEFAULT 0,
            notify_upcoming bool DEFAULT false, target_date_range text, sync_status text DEFAULT 'pendingCreate',
            row_version int DEFAULT 1, last_synced_at timestamptz, deleted_at timestamptz,
            created_at timestamptz DEFAULT now(), updated_at timestamptz);
        CREATE TABLE watchlist_rules (
            id uuid PRIMARY KEY, watchlist_id uuid REFERENCES watchlists ON DELETE CASCADE, rule_type text NOT NULL,
            parameters_json text, is_active bool DEFAULT true, priority int DEFAULT 0,
            sync_status text DEFAULT 'pendingCreate', row_version int DEFAULT 1, last_synced_at timestamptz,
            deleted_at timestamptz, created_at timestamptz DEFAULT now(), updated_at timestamptz);
        """

    /// The triggers that ring the doorbell, at the end of a statement on one of
    /// the tables.
    package static let hint = """
        CREATE FUNCTION geoq_hint() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_notify('geoq', tg_table_name); RETURN NULL; END $$;
        CREATE TRIGGER geoq_hint AFTER INSERT OR UPDATE OR DELETE ON hotspot
            FOR EACH STATEMENT EXECUTE FUNCTION geoq_hint();
        """

    /// Difficult hotspots: at the poles, on both sides of the date line, many
    /// at one point, marked as deleted, without a place.
    package static let hardHotspots = """
        INSERT INTO hotspot (id, name, lat, lon)
        SELECT md5('hard ' || n)::uuid, 'Hard ' || n, CASE n % 5 WHEN 0 THEN 90 WHEN 1 THEN -90 WHEN 2 THEN n / 10.0
                WHEN 3 THEN 10.5 END,
            CASE n % 5 WHEN 0 THEN n - 180 WHEN 1 THEN 180 WHEN 2 THEN CASE WHEN n % 2 = 0 THEN 180 ELSE -180 END
                WHEN 3 THEN 20.25 END
        FROM generate_series(1, 200) n;
        INSERT INTO hotspot (id, name, lat, lon, deleted_at)
        SELECT md5('late ' || n)::uuid, 'Late ' || n, n, n, now() FROM generate_series(1, 20) n;
        """

    /// Hotspots all over the earth, the same for the same seed.
    package static func hotspots(_ count: Int, seed: Int = 1) -> String {
        """
        INSERT INTO hotspot (id, name, locality, lat, lon)
        SELECT md5('\(seed) ' || n)::uuid, 'Hotspot ' || n, CASE WHEN n % 3 > 0 THEN 'US-' || n % 50 END,
            degrees(asin(2 * ((n::bigint * 7919 + \(seed) * 104729) % 1000003) / 1000003.0 - 1)),
            360.0 * ((n::bigint * 6007 + \(seed) * 1299709) % 999983) / 999983 - 180
        FROM generate_series(1, \(count)) n;
        """
    }
}
