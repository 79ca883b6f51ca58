import Geoq

/// A format of areas that is read.
package enum AreaFormat: String, Hashable, Sendable, CaseIterable {
    /// RFC 7946; also as a sequence, one feature a line or after record separators
    /// (RFC 8142).
    case geoJSON = "geojson"
    /// Geometries as WKT, EWKT or hexadecimal WKB (OGC 06-103r4), each from a new line
    /// on, perhaps with a name and a tab before it.
    case wkt
    /// A table with a header, and a column of WKT, EWKT or hexadecimal WKB.
    case table = "csv"
    /// OGC 07-147r2; in a zip file it is KMZ.
    case kml
    /// ESRI Shapefile Technical Description, July 1998.
    case shapefile

    /// The format of a file, by its first bytes and never by its name; nil when
    /// it is none of these.
    ///
    /// All JSON counts as GeoJSON: what is wrong with it is said when it is read.
    /// A `.shx` file has the same first bytes as a `.shp`, but holds no shapes.
    ///
    /// - Parameter head: The first bytes, at most 64 KiB are of use: a file of
    ///   WKT is recognized by its first geometry, as far as it is there, and a table
    ///   by its header and the rows below.
    /// - Complexity: O(number of bytes).
    package static func recognize(head: [UInt8]) -> AreaFormat? {
        switch MemberHead.Content(head) {
        case .json: return .geoJSON
        case .xml: return KMLAreas.recognizes(head) ? .kml : nil
        case .shapefile:
            // A spatial index of ESRI's (.sbn) begins as a .shp does, up to here.
            guard !head.dropFirst(4).starts(with: [0xFF, 0xFF, 0xFE, 0x70]) else { return nil }
            // The first record has the number 1; the first entry of a .shx points
            // behind the head of 50 words.
            return head.count <= 100 || head.dropFirst(100).starts(with: [0, 0, 0, 1]) ? .shapefile : nil
        case .table, .bareReturns:
            let lines = head.drop { $0.isBlank || TextEncoding.byteOrderMark.contains($0) }
            if WKTAreas.recognizes(Array(lines)) { return .wkt }
            return TableAreas.recognizes(head) ? .table : nil
        default: return nil
        }
    }
}
