import GRDB
import Geoq
import GeoqIndex
import Synchronization

/// The SQL function by which a filter asks whether a row lies in an area.
enum InsideFunction {
    /// Of the `functionArguments` of an area, a latitude and a longitude: 1 or 0,
    /// and null where the row has no place. The area comes with the filter, for
    /// every row the same.
    static let function = function(PropertyFilter.insideFunctionName) { $0.contains($1) }
    /// The same for places that lie on no edge.
    static let withinFunction = function(PropertyFilter.withinFunctionName) { $0.holdsInside($1) }

    private static func function(
        _ name: String, _ holds: @escaping @Sendable (Area, Coordinate) -> Bool
    ) -> DatabaseFunction {
        DatabaseFunction(name, argumentCount: 5, pure: true) { values in
            guard let key = Key(values), let latitude = Double.fromDatabaseValue(values[3]),
                let longitude = Double.fromDatabaseValue(values[4]),
                let place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
            else { return nil }
            return holds(try area(of: key), place)
        }
    }

    /// The arguments that are an area.
    private struct Key: Equatable {
        let text: String
        let edges: String
        let pole: String?

        init?(_ values: [DatabaseValue]) {
            guard let text = String.fromDatabaseValue(values[0]), let edges = String.fromDatabaseValue(values[1]) else {
                return nil
            }
            (self.text, self.edges, pole) = (text, edges, String.fromDatabaseValue(values[2]))
        }
    }

    /// So many areas are kept ready; the one that was asked about last comes last.
    private static let mostReady = 8
    private static let ready = Mutex<[(key: Key, area: Area)]>([])

    /// - Complexity: O(length of the text), and O(positions · log *positions*)
    ///   for one that is not ready.
    private static func area(of key: Key) throws -> Area {
        if let known = ready.withLock({ $0.last { $0.key == key }?.area }) { return known }
        let area = try Area(functionText: key.text, edges: key.edges, pole: key.pole)
        ready.withLock { ready in
            ready.append((key, area))
            if ready.count > mostReady { ready.removeFirst() }
        }
        return area
    }
}
