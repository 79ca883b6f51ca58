import GRDB
import Geoq

extension Migrations {
    /// Areas: counties, parks, patches. Their polygons are a geometry column, so
    /// that QGIS shows them and can draw new ones.
    static func createAreas(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE area (
                    fid INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    name TEXT NOT NULL,
                    kind TEXT,
                    edges TEXT NOT NULL DEFAULT 'drawn' CHECK (edges IN ('drawn', 'geodesic')),
                    pole TEXT CHECK (pole IN ('north', 'south')),
                    source TEXT NOT NULL REFERENCES geoq_source (name),
                    source_id TEXT
                )
                """)
        let added = try Int.fetchOne(db, sql: "SELECT AddGeometryColumn('area', 'geom', 4326, 'MULTIPOLYGON', 'XY')")
        guard added == 1 else {
            throw StoreError.spatialiteUnavailable(reason: "no geometry column could be added to area")
        }
        try db.execute(sql: "CREATE INDEX area_source ON area (source)")
        for trigger in tokenTriggers(table: "area") {
            try db.execute(sql: "CREATE TRIGGER geoq_area_\(trigger.name) \(trigger.body)")
        }
    }
}
