import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Values of which PostgreSQL itself would make an error: they stop no table.
@Suite struct RelationOddValueTests {
    @Test(arguments: [TableMapping.Table.ShapePlace.surface, .centroid])
    func `a shape of which PostGIS makes an error, or ends the server, stops no table`(
        shapes: TableMapping.Table.ShapePlace
    ) async throws {
        try await SyncFixture.run(.empty) { fixture in
            try fixture.sql(
                """
                CREATE EXTENSION postgis;
                CREATE TABLE shapes (id integer PRIMARY KEY, name text, geom geometry);
                INSERT INTO shapes SELECT n, 'Shape', ST_SetSRID(shape::geometry, 4326) FROM (VALUES
                    (1, 'MULTILINESTRING(EMPTY,(0 0,2 0,2 2))'), (2, 'MULTIPOINT(EMPTY,3 3)'),
                    (3, 'GEOMETRYCOLLECTION(LINESTRING EMPTY,POINT(4 4))'), (4, 'POLYGON((0 0,4 0,4 4,0 4,0 0))'),
                    (5, 'GEOMETRYCOLLECTION(CURVEPOLYGON EMPTY,POINT(0 0))'), (6, 'MULTICURVE(EMPTY,(0 0,5 5))'),
                    (7, 'MULTISURFACE(CURVEPOLYGON EMPTY,((0 0,1 0,1 1,0 0)))')) AS given (n, shape);
                INSERT INTO shapes VALUES (8, 'Points', ST_SetSRID(ST_Collect(ST_MakePoint(5, 5), ST_MakePoint('NaN', 'NaN')), 4326)),
                    (9, 'Ring', ST_SetSRID(ST_MakePolygon(ST_MakeLine(ARRAY[ST_MakePoint('NaN', 'NaN'), ST_MakePoint(1, 1),
                        ST_MakePoint(2, 1), ST_MakePoint('NaN', 'NaN')])), 4326));
                CREATE TABLE meters AS SELECT id, name, ST_SetSRID(geom, 3857) AS geom FROM shapes;
                ALTER TABLE meters ADD PRIMARY KEY (id);
                """)
            var wish = RelationProposal.Wish()
            wish.shapes = shapes
            for name in ["shapes", "meters"] {
                let report = try await fixture.pull(relation: name, wish)
                #expect(report.problem == nil && report.added == 9, "\(report)")
                #expect(
                    try fixture.local(
                        """
                        SELECT source_id FROM hotspot WHERE source LIKE '% public.\(name)' AND lat IS NOT NULL
                        ORDER BY source_id
                        """) == ["1", "2", "3", "4", "8"])
            }
        }
    }
}
