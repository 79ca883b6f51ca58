import Geoq
import GeoqStore

/// The values of a row, in the order of the mirrored columns.
protocol RowValues {
    func isNull(_ column: Int) -> Bool
    /// A number, if the value is one.
    func number(_ column: Int) -> Double?
    /// The bytes of a text; the digits of a number.
    func withText<Value>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value
}

extension StoredRow: RowValues {}

/// The contents of a row as bytes: the same bytes that a remote makes of its
/// row, such as by `TableQuery.contents`.
struct RowContents {
    /// Whether texts are written as they are; if not, as hexadecimal digits.
    let isUTF8: Bool
    /// What NULL is in each column.
    private let nulls: [[UInt8]]
    private let places: (latitude: Int, longitude: Int)?
    private let kinds: [TableSchema.Column.Kind]
    private var bytes: [UInt8] = []

    init(_ table: MirrorTable, isUTF8: Bool) {
        self.isUTF8 = isUTF8
        kinds = table.columns.map(\.kind)
        nulls = table.columns.map { column in
            switch column.valueForNull {
            case .integer(let number): Array("\(number)".utf8)
            case .text(let text): Array("\(text.utf8.count):\(text)".utf8)
            default: [UInt8(ascii: "-")]
            }
        }
        places = table.schema.hasOnlyPlaces ? table.places : nil
    }

    /// `hashtextextended(contents, 0)`.
    mutating func hash(_ row: some RowValues) -> UInt64 {
        write(row)
        return bytes.withUnsafeBytes { RowHash.of($0) }
    }

    private mutating func write(_ row: some RowValues) {
        bytes.removeAll(keepingCapacity: true)
        var isNowhere = false
        if let places {
            let (latitude, longitude) = (row.number(places.latitude), row.number(places.longitude))
            let isPlace = latitude.map { abs($0) <= 90 } == true && longitude.map { abs($0) <= 180 } == true
            isNowhere = !isPlace && (row.isNull(places.latitude) || latitude != nil)
        }
        for (index, kind) in kinds.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ";")) }
            if isNowhere, index == places?.latitude || index == places?.longitude {
                bytes.append(UInt8(ascii: "-"))
            } else if row.isNull(index) {
                bytes += nulls[index]
            } else {
                write(row, index, kind)
            }
        }
    }

    private mutating func write(_ row: some RowValues, _ index: Int, _ kind: TableSchema.Column.Kind) {
        switch kind {
        case .text: row.withText(index) { writeCounted($0) }
        case .integer, .id, .bool: row.withText(index) { bytes += $0 }
        case .real:
            guard let number = row.number(index) else { return row.withText(index) { bytes += $0 } }
            writeHex((number + 0).bitPattern, digits: 16)
        case .timestamp:
            row.withText(index) { text in
                guard let value = CalendarText.microsecondsSince2000(text) else {
                    bytes += text
                    return
                }
                writeHex(UInt64(bitPattern: value), digits: 16)
            }
        case .date:
            row.withText(index) { text in
                guard let value = CalendarText.daysSince2000(text) else {
                    bytes += text
                    return
                }
                writeHex(UInt64(UInt32(bitPattern: value)), digits: 8)
            }
        case .texts, .integers:
            row.withText(index) { text in
                var json: [UInt8] = []
                ServerJSON.writeAsServer(text, to: &json)
                json.withUnsafeBufferPointer { writeCounted($0) }
            }
        }
    }

    private mutating func writeCounted(_ text: UnsafeBufferPointer<UInt8>) {
        bytes += "\(isUTF8 ? text.count : 2 * text.count):".utf8
        guard !isUTF8 else {
            bytes += text
            return
        }
        for byte in text { writeHex(UInt64(byte), digits: 2) }
    }

    private mutating func writeHex(_ value: UInt64, digits: Int) {
        for digit in stride(from: digits - 1, through: 0, by: -1) {
            let nibble = UInt8(truncatingIfNeeded: value >> UInt64(4 * digit)) & 15
            bytes.append(nibble < 10 ? nibble + UInt8(ascii: "0") : nibble + (UInt8(ascii: "a") - 10))
        }
    }
}
