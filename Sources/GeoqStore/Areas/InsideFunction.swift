import GRDB
import Geoq
import GeoqIndex
import Synchronization

/// The SQL function by which a filter asks whether a row lies in an area.
enum InsideFunction {
    /// Of an area in CQL2 text, a latitude and a
    /// longitude: 1 or 0, and null where the row has no place. The text comes
    /// with the filter, for every row the same.
    static let function = function(PropertyFilter.insideFunctionName) { $0.contains($1) }
    /// The same for places that lie on no edge.
    static let withinFunction = function(PropertyFilter.withinFunctionName) { $0.holdsInside($1) }

    private static func function(
        _ name: String, _ holds: @escaping @Sendable (Area, Coordinate) -> Bool
    ) -> DatabaseFunction {
        DatabaseFunction(name, argumentCount: 3, pure: true) { values in
            guard let text = String.fromDatabaseValue(values[0]), let latitude = Double.fromDatabaseValue(values[1]),
                let longitude = Double.fromDatabaseValue(values[2]),
                let place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
            else { return nil }
            return holds(try area(of: text), place)
        }
    }

    /// So many areas are kept ready; the one that was asked about last comes last.
    private static let mostReady = 8
    private static let ready = Mutex<[(text: String, area: Area)]>([])

    /// - Complexity: O(length of the text), and O(positions · log *positions*)
    ///   for one that is not ready.
    private static func area(of text: String) throws -> Area {
        if let known = ready.withLock({ $0.last { $0.text == text }?.area }) { return known }
        let area = try Area(cql2Text: text)
        ready.withLock { ready in
            ready.append((text, area))
            if ready.count > mostReady { ready.removeFirst() }
        }
        return area
    }
}
