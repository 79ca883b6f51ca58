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
    struct Key: Equatable {
        let text: String
        let edges: String
        let pole: String?
    }

    /// The areas that are kept ready; the one that was asked about last comes last.
    struct ReadyAreas {
        static let most = 8
        private var areas: [(key: Key, area: Area)] = []

        mutating func area(of key: Key) -> Area? {
            guard let place = areas.lastIndex(where: { $0.key == key }) else { return nil }
            if place < areas.count - 1 { areas.append(areas.remove(at: place)) }
            return areas[areas.count - 1].area
        }

        mutating func keep(_ area: Area, of key: Key) {
            areas.append((key, area))
            if areas.count > Self.most { areas.removeFirst() }
        }
    }

    private static let ready = Mutex(ReadyAreas())

    /// - Complexity: O(length of the text), and O(positions · log *positions*)
    ///   for one that is not ready.
    private static func area(of key: Key) throws -> Area {
        if let known = ready.withLock({ $0.area(of: key) }) { return known }
        let area = try Area(functionText: key.text, edges: key.edges, pole: key.pole)
        ready.withLock { $0.keep(area, of: key) }
        return area
    }
}

extension InsideFunction.Key {
    /// - Parameter values: the arguments of the function; the first three are the area.
    fileprivate init?(_ values: [DatabaseValue]) {
        guard let text = String.fromDatabaseValue(values[0]), let edges = String.fromDatabaseValue(values[1]) else {
            return nil
        }
        self.init(text: text, edges: edges, pole: String.fromDatabaseValue(values[2]))
    }
}
