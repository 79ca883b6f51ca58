import GRDB

extension Migrations {
    /// Keeps a row's geometry, its `lat` and `lon`, and the spatial index
    /// together when any program writes one of them. When a program writes both
    /// and they differ, the geometry counts.
    ///
    /// SpatiaLite's own triggers call its functions, so that a program without
    /// SpatiaLite could neither add a row nor let the geometry follow. They are
    /// replaced, under their names, by triggers that do the same with SQLite
    /// alone. When a program makes SpatiaLite's anew (`UpgradeGeometryTriggers`),
    /// rows stay right, and programs without SpatiaLite get an error.
    ///
    /// Rows that have only one of the two get the other. Rows whose two places
    /// differ are not changed: `Store.health` names them.
    static func joinPlaces(_ db: Database) throws {
        for table in ["hotspot", "observation", "watchlist_entries"] {
            try db.execute(sql: PointSQL.view("geoq_\(table)_place", of: table))
            for trigger in ["ggi", "ggu", "gii", "giu"] {
                try db.execute(sql: "DROP TRIGGER IF EXISTS \(trigger)_\(table)_geom")
            }
            for trigger in geometryTriggers(table: table) + placeTriggers(table: table) {
                try db.execute(sql: "CREATE TRIGGER \(trigger)")
            }
            // SQLite would compile the triggers for nothing.
            guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") == true else { continue }
            let isPlace = PointSQL.isPlace(latitude: "lat", longitude: "lon")
            try db.execute(sql: "UPDATE \(table) SET geom = geom WHERE geom IS NULL AND \(isPlace)")
            try db.execute(
                sql: """
                    UPDATE \(table) SET (lat, lon) = (ST_Y(geom), ST_X(geom)) WHERE lat IS NULL AND lon IS NULL
                        AND \(PointSQL.isPlace(latitude: "ST_Y(geom)", longitude: "ST_X(geom)"))
                    """)
        }
    }

    /// The same as SpatiaLite's triggers: they refuse other geometries, and
    /// keep the spatial index.
    private static func geometryTriggers(table: String) -> [String] {
        let refused = """
            ON \(table) WHEN NOT \(PointSQL.isPoint("NEW.geom"))
            BEGIN
                SELECT RAISE(ABORT, '\(table).geom takes points of longitude and latitude: POINT, XY, EPSG:4326');
            END
            """
        let indexed = """
            ON \(table)
            BEGIN
                DELETE FROM idx_\(table)_geom WHERE pkid = NEW.fid;
                INSERT INTO idx_\(table)_geom (pkid, xmin, xmax, ymin, ymax)
                    SELECT fid, x, x, y, y FROM geoq_\(table)_place WHERE fid = NEW.fid AND geom IS NOT NULL;
            END
            """
        return [
            "ggi_\(table)_geom BEFORE INSERT \(refused)", "ggu_\(table)_geom BEFORE UPDATE OF geom \(refused)",
            "gii_\(table)_geom AFTER INSERT \(indexed)", "giu_\(table)_geom AFTER UPDATE OF geom \(indexed)",
        ]
    }

    /// Triggers that make one place follow the other. They read the row as it
    /// is, so that the order in which SQLite runs triggers does not matter.
    private static func placeTriggers(table: String) -> [String] {
        let row = "FROM geoq_\(table)_place WHERE fid = NEW.fid"
        let isPlace = PointSQL.isPlace(latitude: "lat", longitude: "lon")
        let differs = """
            (SELECT bulk FROM geoq_store) = 0 AND EXISTS (SELECT 1 \(row) AND iif(geom IS NULL, \(isPlace),
                (abs(x - lon) < 1e-300 AND abs(y - lat) < 1e-300) IS NOT TRUE))
            """
        let fromGeometry = """
            BEGIN
                SELECT RAISE(ABORT, '\(table).geom lies outside of latitude -90 to 90 and longitude -180 to 180')
                    \(row) AND geom IS NOT NULL AND NOT \(PointSQL.isPlace(latitude: "y", longitude: "x"));
                UPDATE \(table) SET (lat, lon) = (SELECT y, x \(row) AND geom IS NOT NULL) WHERE fid = NEW.fid;
            END
            """
        let fromDegrees = """
            BEGIN
                UPDATE \(table) SET geom = (SELECT point \(row) AND \(isPlace)) WHERE fid = NEW.fid;
            END
            """
        let (insert, update) = ("AFTER INSERT ON \(table) WHEN", "AFTER UPDATE OF geom, lat, lon ON \(table) WHEN")
        return [
            "geoq_\(table)_placed \(insert) NEW.geom IS NOT NULL AND \(differs) \(fromGeometry)",
            "geoq_\(table)_located \(insert) NEW.geom IS NULL AND \(differs) \(fromDegrees)",
            "geoq_\(table)_moved \(update) NEW.geom IS NOT OLD.geom AND \(differs) \(fromGeometry)",
            "geoq_\(table)_relocated \(update) NEW.geom IS OLD.geom AND \(differs) \(fromDegrees)",
        ]
    }
}
