import Geoq

/// Reads the areas of a file, folder or archive, in whatever format they are.
///
/// The format is recognized by content. Areas go to the sink in the file's
/// order, and so do features that are refused; the others are read. Of a folder
/// or an archive each file is read by itself, and the parts of a shapefile
/// together. A file that is of no use is left out, and named in the report with
/// the reason, but for a picture; when that is so of all, the input is refused. A
/// KMZ is an archive with a KML, and perhaps with pictures.
///
/// - Parameters:
///   - mends: whether rings that are not closed are closed, and those that are too
///     short left out, instead of refused; the report counts them.
///   - transform: reads shapefiles in other systems than WGS 84, which are refused
///     without it. The report names the system.
///   - srid: the system of the coordinates of shapefiles without a `.prj`, which are refused
///     without it: 4326 for longitude and latitude on WGS 84; others are for `transform`.
/// - Throws: `FileProblem` with one sentence when nothing of the input can be
///   read, or a file turns out to be damaged after areas of it were given to the
///   sink; and what the input and the sink throw.
/// - Complexity: O(size of the input), in the memory of its largest area; a KML
///   is in memory at once.
package func readAreas(
    _ input: any ImportInput, into sink: any AreaSink, mends: Bool = false, transform: ShapefileTransform? = nil,
    srid: Int? = nil
) throws -> AreaReport {
    try AreaInputReader(input, sink: sink, depth: 0, mends: mends, transform, srid: srid).read()
}

/// Takes the parts of a shapefile, whose coordinates are in another system, to areas on
/// WGS 84 as GeoJSONSeq. The first argument names the file for messages; it throws a
/// `FileProblem`. The stream is read before the reader of areas returns.
package typealias ShapefileTransform = (
    _ file: String, _ parts: [(ending: String, bytes: any ByteStream)]
) throws -> any ByteStream

/// Reads the areas of a file, folder or archive, all of them or none.
///
/// - Parameters:
///   - mostPositions: How many positions all areas may have together.
///   - mends, transform, srid: as above.
/// - Throws: `AreaRefusal` for the first feature that is refused; `FileProblem`
///   for more positions, and as `readAreas(_:into:mends:transform:srid:)`; what the input throws.
package func readAreas(
    _ input: any ImportInput, mostPositions: Int = AreaLimits.positions, mends: Bool = false,
    transform: ShapefileTransform? = nil, srid: Int? = nil
) throws -> (areas: [AreaRecord], report: AreaReport) {
    let sink = AreaCollector(file: input.name, mostPositions: mostPositions)
    let report = try readAreas(input, into: sink, mends: mends, transform: transform, srid: srid)
    return (sink.areas, report)
}

/// Keeps all areas, and ends at the first that is refused.
final class AreaCollector: AreaSink {
    private(set) var areas: [AreaRecord] = []
    private let file: String
    private let mostPositions: Int
    private var positions = 0

    init(file: String, mostPositions: Int) {
        (self.file, self.mostPositions) = (file, mostPositions)
    }

    func take(_ area: AreaRecord) throws {
        for polygon in area.polygons { for ring in polygon { positions += ring.count } }
        guard positions <= mostPositions else {
            throw FileProblem(file: file, reason: "its areas have more than \(mostPositions) positions together")
        }
        areas.append(area)
    }

    func refuse(_ refusal: AreaRefusal) throws {
        throw refusal
    }
}
