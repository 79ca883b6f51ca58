import Geoq
import GeoqIndex

/// The values of one row on their way to a statement, in the order of its
/// parameters.
///
/// Texts and bytes lie one after the other in memory that row after row uses,
/// and SQLite reads them there: no value gets memory of its own.
struct RowValues {
    enum Value {
        case null
        case integer(Int64)
        case real(Double)
        /// A part of `bytes`, in UTF-8.
        case text(Range<Int>)
        /// A part of `bytes`.
        case blob(Range<Int>)
        /// A column of `origin`'s row, unchanged.
        case column(Int32)
    }

    private(set) var values: [Value] = []
    private(set) var bytes: [UInt8] = []
    /// The statement at whose row `column` values are.
    private(set) var origin: PreparedStatement?

    /// Begins the next row.
    mutating func clear(from origin: PreparedStatement? = nil) {
        values.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        self.origin = origin
    }

    mutating func append(_ text: String?) {
        guard let text else { return values.append(.null) }
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        values.append(.text(start..<bytes.count))
    }

    mutating func append(_ number: Int64) { values.append(.integer(number)) }

    mutating func append(_ number: Double?) { values.append(number.map { .real($0) } ?? .null) }

    mutating func append(_ value: FieldValue) {
        switch value {
        case .null: values.append(.null)
        case .bool(let flag): values.append(.integer(flag ? 1 : 0))
        case .integer(let integer): values.append(.integer(integer))
        case .real(let real): values.append(.real(real))
        case .text(let text): append(text)
        }
    }

    mutating func append(id: FeatureID?) {
        guard let id else { return values.append(.null) }
        let start = bytes.count
        id.write(to: &bytes)
        values.append(.text(start..<bytes.count))
    }

    /// The geometry of a place.
    mutating func append(point place: Coordinate?) {
        guard let place else { return values.append(.null) }
        let start = bytes.count
        PointBlob.append(place, to: &bytes)
        values.append(.blob(start..<bytes.count))
    }

    mutating func append(blob: [UInt8]) {
        let start = bytes.count
        bytes += blob
        values.append(.blob(start..<bytes.count))
    }

    mutating func append(column: Int32) { values.append(.column(column)) }
}
