import GeoqFiles
import GeoqFormats

/// Transforms the shapefiles of an input, and keeps what was transformed until all is read.
final class ShapefileConversions {
    private let srid: Int?
    private var conversions: [GDALConversion] = []

    /// - Parameter srid: the system of the coordinates of shapefiles that do not tell it.
    init(srid: Int?) {
        self.srid = srid
    }

    /// - Throws: `FileProblem`.
    func transform(_ file: String, _ parts: [(ending: String, bytes: any ByteStream)]) throws -> any ByteStream {
        let conversion = try GDALConversion(file, shapefile: parts, srid: srid)
        conversions.append(conversion)
        let input = try openInput(conversion.path)
        guard let member = input.members.first else {
            throw FileProblem(file: file, reason: "there is nothing in it")
        }
        return try input.open(member)
    }

    func remove() {
        for conversion in conversions { conversion.remove() }
    }
}
