import GRDB
import Geoq
import GeoqIndex

/// Rows that another program, or an earlier geoq, has written.
extension StoreExamination {
    /// Rows that another program wrote and that no answer can contain.
    static func unusableRows(_ db: Database, _ layer: Layer) throws -> Finding {
        let rows = try PreparedStatement(db, "SELECT id, lat, lon FROM \(layer.table) WHERE lat IS NOT NULL")
        var unusable = 0
        while try rows.step() {
            let place = try? Coordinate(strictLatitude: rows.double(1), longitude: rows.double(2))
            if FeatureID(rows.text(0)) == nil || place == nil { unusable += 1 }
        }
        return Finding(
            isSound: unusable == 0,
            words: unusable == 0
                ? "ok" : "\(unusable) with an id that is no UUID, or impossible coordinates: no answer has them")
    }

    /// Rows that say that a species was not there. Imports skip such rows; an
    /// earlier geoq, or another program, has written them.
    static func absences(_ db: Database) throws -> Finding {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT CAST(source AS TEXT) AS name, count(*) AS amount FROM observation WHERE count = 0
                GROUP BY 1 ORDER BY 1
                """)
        let found = rows.map { "\($0["amount"] as Int) of \($0["name"] as String)" }
        return Finding(
            words: found.isEmpty
                ? "ok"
                : "a count of 0 in \(found.joined(separator: ", ")): answers show them; remove the source and import it again"
        )
    }

    /// Rows whose geometry lies elsewhere than `lat` and `lon`. They were
    /// written before the triggers that keep the two together.
    static func places(_ db: Database, _ layer: Layer) throws -> Finding {
        let rows = try PreparedStatement(db, "SELECT id, lat, lon, geom FROM \(layer.table)")
        var (count, examples): (Int, [String]) = (0, [])
        while try rows.step() {
            let degrees = try? Coordinate(strictLatitude: rows.double(1), longitude: rows.double(2))
            let geometry = rows.withBlob(3) { bytes in PointBlob.place(bytes) }
            if let degrees, let geometry, geometry.x == degrees.longitude, geometry.y == degrees.latitude { continue }
            if degrees == nil, rows.isNull(3) { continue }
            count += 1
            guard examples.count < 3 else { continue }
            let here = degrees.map { "\($0.latitude), \($0.longitude)" } ?? "none"
            let there = geometry.map { "\($0.y), \($0.x)" } ?? "none"
            examples.append("\(rows.text(0)) (lat and lon \(here), geometry \(there))")
        }
        if count == 0 { return Finding(words: "ok") }
        return Finding(
            isSound: false,
            words: "\(count) elsewhere than lat and lon, which answers go by: \(examples.joined(separator: ", "))"
                + (count > examples.count ? ", …" : "")
                + "; write lat and lon, or geom, of each row again: the other follows")
    }

    /// Areas that another program has changed, so that no question can be asked
    /// inside them.
    static func areas(_ db: Database) throws -> Finding {
        let rows = try Row.fetchCursor(db, sql: "\(Store.Areas.areaRows) ORDER BY id")
        var (count, examples): (Int, [String]) = (0, [])
        while let row = try rows.next() {
            do {
                _ = try Store.Areas.storedArea(row)
            } catch let error as AreaNameError {
                count += 1
                if examples.count < 3 { examples.append("\(error)") }
            }
        }
        return count == 0
            ? Finding(words: "ok")
            : Finding(
                isSound: false,
                words: "\(count) of no use: \(examples.joined(separator: "; "))\(count > examples.count ? "; …" : "")")
    }
}
