import Geoq
import GeoqSync

extension TableSchema.Column.Kind {
    /// A field as it was sent.
    func value(_ bytes: ArraySlice<UInt8>) throws(WireError) -> FieldValue {
        switch self {
        case .text: .text(try BinaryField.text(bytes))
        case .integer: .integer(try BinaryField.int64(bytes))
        case .real: .real(try BinaryField.double(bytes))
        case .bool: .bool(try BinaryField.bool(bytes))
        case .id: .text(try BinaryField.uuid(bytes).description)
        case .timestamp: .text(try BinaryField.timestamp(bytes))
        case .date: .text(try BinaryField.date(bytes))
        case .texts: .text(try BinaryArray.jsonTexts(bytes))
        case .integers: .text(try BinaryArray.jsonIntegers(bytes))
        }
    }
}
