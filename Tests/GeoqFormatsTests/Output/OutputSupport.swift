import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport

/// All that a writer gives for some features.
func written(
    _ format: OutputFormat, _ features: [Feature], fields: [String]? = nil, table: TableLayout = TableLayout()
) throws -> String {
    var bytes: [UInt8] = []
    let writer = FeatureWriter(format, fields: fields, table: table) { bytes += $0 }
    for feature in features { try writer.write(feature) }
    try writer.finish()
    return String(decoding: bytes, as: UTF8.self)
}

func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
}

/// Names that break writers: line breaks, quotes, escape sequences, marks that
/// turn the direction, wide letters.
let hostileNames = [
    "", " ", "a,b", "\"", "\"\"", "a\nb", "a\r\nb", "\t", "\u{1B}[2J\u{1B}]0;title\u{7}", "\u{9B}31m", "\u{0}",
    "\u{7F}",
    "=1+1", "+a", "-5", "@cmd", "\u{202E}drib", "\u{200F}עורב", "鳥の名前", "🐦‍⬛", "e\u{301}", "\u{2028}", "\\", "null",
    "a;b",
]

/// Features with the same fields in the same order, and values that hurt.
func randomFeatures(using generator: inout SeededGenerator, count: Int) throws -> [Feature] {
    try (0..<count).map { number in
        let coordinate =
            Int.random(in: 0..<5, using: &generator) == 0
            ? nil
            : try place(.random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
        let values: [FieldValue] = [
            .null, .bool(true), .bool(false), .integer(.random(in: .min ... .max, using: &generator)), .integer(0),
            .real(Double(bitPattern: .random(in: 0..<0x7FF0_0000_0000_0000, using: &generator))),
            .real(-.random(in: 0...1e9, using: &generator)), .real(-0.0),
            .text(hostileNames.randomElement(using: &generator) ?? ""), .text(RandomFilter.text(using: &generator)),
        ]
        let names = ["count", "name", "odd \"field\"", "place,note"]
        return Feature(
            id: "id-\(number)", coordinate: coordinate,
            fields: names.map { Feature.Field($0, values.randomElement(using: &generator) ?? .null) })
    }
}
