import Foundation
import GRDB
import Geoq
package import GeoqIndex

/// All areas of a store, of one moment.
package struct StoredAreas: Sendable {
    /// By name and then by id.
    package var areas: [StoredArea] = []
    /// Those that another program has made unusable, in the same order.
    package var unusable: [UnusableArea] = []
    /// Which store's rows these are, and of which version.
    package let stamp: IndexStamp
}

/// An area that cannot be used.
package struct UnusableArea: Sendable {
    package let problem: AreaNameError
    /// Where it lies; nil when it may lie anywhere.
    let reach: DegreeReach?
}

/// Boxes in longitude and latitude around the polygons of a row.
struct DegreeReach: Sendable {
    private struct Box {
        var west, south, east, north: Double
    }

    private var boxes: [Box] = []

    /// - Returns: nil when edges may lie outside of the boxes of their vertices: they are
    ///   geodesic, a ring has a pole, or is so wide that an edge may cross ±180°.
    init?(_ polygons: [Area.Polygon], isDrawn: Bool, pole: String?) {
        guard isDrawn, pole == nil else { return nil }
        for polygon in polygons {
            guard let first = polygon.outer.first else { continue }
            var box = Box(
                west: first.longitude, south: first.latitude, east: first.longitude, north: first.latitude)
            // Holes count, too: rings are counted whichever is the outer one.
            for position in ([polygon.outer] + polygon.holes).joined() {
                if abs(position.latitude) == 90 { return nil }
                (box.west, box.east) = (min(box.west, position.longitude), max(box.east, position.longitude))
                (box.south, box.north) = (min(box.south, position.latitude), max(box.north, position.latitude))
            }
            // Narrower than this, no step of it is 180° or more.
            if box.east - box.west >= 180 { return nil }
            boxes.append(box)
        }
    }

    /// Whether a place may lie in the area. A pole and ±180° have several longitudes, so
    /// these always may.
    func mayHold(_ place: Coordinate) -> Bool {
        if abs(place.latitude) == 90 || abs(place.longitude) == 180 { return true }
        return boxes.contains {
            $0.west <= place.longitude && place.longitude <= $0.east && $0.south <= place.latitude
                && place.latitude <= $0.north
        }
    }
}

extension Store.Areas {
    /// All areas, and of which moment they are.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(positions · log *positions*).
    package func ofNow() async throws -> StoredAreas {
        try await read(.scan) { db in
            var found = StoredAreas(stamp: try Store.stamp(db))
            let rows = try Row.fetchCursor(db, sql: "\(Self.areaRows) ORDER BY name, id")
            while let row = try rows.next() {
                do {
                    found.areas.append(try Self.storedArea(row))
                } catch let error as AreaNameError {
                    found.unusable.append(UnusableArea(problem: error, reach: Self.reach(of: row)))
                }
            }
            return found
        }
    }

    /// The stamp of the present rows, when no area was added, changed or removed since
    /// another one; nil when some may have been.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(*changes* since then).
    package func stamp(ifUnchangedSince stamp: IndexStamp) async throws -> IndexStamp? {
        try await read { db in
            let present = try Store.stamp(db)
            if present == stamp { return present }
            guard try ChangeLog.reaches(db, stamp) else { return nil }
            let isChanged = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_change WHERE version > ? AND table_name = 'area')",
                arguments: [stamp.version])
            return isChanged == false ? present : nil
        }
    }

    /// How many positions all areas have, at most, and at which moment.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(*areas*).
    package func mostPositions() async throws -> (count: Int, stamp: IndexStamp) {
        try await read { db in
            let bytes = try Double.fetchOne(db, sql: "SELECT total(length(geom)) FROM area") ?? 0
            // A position takes 16 bytes of a geometry.
            return (Int(bytes) / 16, try Store.stamp(db))
        }
    }

    /// The areas that hold a place, and what is wrong with those that cannot be used and may
    /// hold it.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(*areas*), and O(*n* log *n*) for the positions of those
    ///   whose box holds the place.
    package func holding(_ place: Coordinate) async throws -> AreasAtPlace {
        try await read(.scan) { db in
            var found = AreasAtPlace()
            let rows = try Row.fetchCursor(db, sql: Self.areaRows)
            while let row = try rows.next() {
                guard Self.reach(of: row)?.mayHold(place) ?? true else { continue }
                do {
                    let stored = try Self.storedArea(row)
                    if stored.area.contains(place) { found.add(stored, place) }
                } catch let error as AreaNameError {
                    found.add(error)
                }
            }
            found.sort()
            return found
        }
    }

    /// Where the area of a row lies; nil when it may lie anywhere.
    private static func reach(of row: Row) -> DegreeReach? {
        guard let blob = row["geom"] as Data?, let polygons = PolygonsBlob.polygons([UInt8](blob)) else { return nil }
        return DegreeReach(polygons, isDrawn: row["edges"] as String? == "drawn", pole: row["pole"])
    }
}
