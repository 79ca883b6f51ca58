public import Geoq
import GeoqFiles
import GeoqFormats

/// The places that a file would give as hotspots, in its order, without a
/// store. It waits for the disk.
///
/// - Throws: `FileProblem` when the file as a whole is refused, `RowProblem` for
///   the first row that is bad, `InputError` when it cannot be read.
/// - Complexity: O(size of the file); all places are in memory.
public func readPlaces(_ path: String) throws -> [Coordinate] {
    let sink = PlaceSink()
    _ = try readImport(try openInput(path), options: ImportOptions(kind: .hotspots), into: sink) {
        try SpoolTable()
    }
    return sink.places
}

private final class PlaceSink: ImportSink {
    private(set) var places: [Coordinate] = []

    func take(_ record: ImportRecord, line: Int) {
        if case .hotspot(let place) = record { places.append(place.coordinate) }
    }

    func refuse(_ problem: RowProblem, raw: [UInt8]) throws {
        throw problem
    }

    func skip(_ reason: SkipReason) {}
}
