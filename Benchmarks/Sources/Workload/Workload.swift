import Foundation
import Geoq
public import GeoqIndex
import Scatter

/// geoq over a set of places, as a program uses it: the tree, the columns that
/// it filters by, and places to ask at.
public struct Workload: Sendable {
    /// How many species the sightings are of, all equally frequent.
    public static let speciesCount = 400

    public let places: [Coordinate]
    public let queries: [Coordinate]
    public let tree: PackedTree
    /// For each position in the tree, the row in the file.
    public let rows: [UInt32]
    let species: CategoryColumn
    let days: MappedColumn<Int32>
    let chosenSpecies: PositionSet
    let sections: [Section]

    public init(places: [Coordinate], queries: [Coordinate]) throws {
        (self.places, self.queries) = (places, queries)
        let built = Build.build(places)
        (tree, rows) = (built.tree, built.order)
        let sightings = ScatteredSightings(seed: 1, speciesCount: Self.speciesCount).sighting
        let codes = built.order.map { UInt32(sightings(Int($0)).species) }
        let postings = try built.tree.postings(of: codes, count: Self.speciesCount + 1)
        let speciesSections = [codes, postings.starts, postings.sites].enumerated().map { kind, column in
            Section(SectionID(group: 1, kind: UInt32(4 + kind)), elements: column)
        }
        let daySection = Section(
            SectionID(group: 1, kind: 3), elements: built.order.map { sightings(Int($0)).day.number })
        species = CategoryColumn(
            try speciesSections[0].column(of: UInt32.self),
            postings: CategoryPostings(
                starts: try speciesSections[1].column(of: UInt32.self),
                sites: try speciesSections[2].column(of: UInt32.self)))
        days = try daySection.column(of: Int32.self)
        sections = [Section(SectionID(group: 1, kind: 1), tree: built.tree), daySection] + speciesSections
        var chosen = PositionSet(capacity: Self.speciesCount + 1)
        chosen.insert(17)
        chosenSpecies = chosen
    }

    /// Places from little-endian float64 latitude and longitude.
    public static func readPlaces(_ path: String) throws -> [Coordinate] {
        let data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        var places: [Coordinate] = []
        places.reserveCapacity(data.count / 16)
        try data.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - 15, by: 16) {
                let latitude = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                let longitude = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
                places.append(
                    try Coordinate(
                        strictLatitude: Double(bitPattern: latitude), longitude: Double(bitPattern: longitude)))
            }
        }
        return places
    }
}

/// A question to a workload, asked at a place.
public protocol Question: Sendable {
    /// The answer in full, when it has distances.
    func hits(_ workload: Workload, at origin: Coordinate) throws -> [Neighbor]?
    /// The items of the answer, in order; nil when it is a number.
    func positions(_ workload: Workload, at origin: Coordinate) throws -> [Int]?
    /// Makes the full answer, and gives its number of hits.
    func ask(_ workload: Workload, at origin: Coordinate) throws -> Int
}

extension Question {
    public func hits(_ workload: Workload, at origin: Coordinate) throws -> [Neighbor]? { nil }

    public func positions(_ workload: Workload, at origin: Coordinate) throws -> [Int]? {
        try hits(workload, at: origin)?.map(\.position)
    }

    public func ask(_ workload: Workload, at origin: Coordinate) throws -> Int {
        try hits(workload, at: origin)?.count ?? 0
    }

    /// Asks at some of the places, one after the other.
    ///
    /// - Returns: the hits of all of them.
    public func askAll(_ workload: Workload, _ range: Range<Int>) throws -> Int {
        var total = 0
        for index in range { total += try ask(workload, at: workload.queries[index]) }
        return total
    }
}
