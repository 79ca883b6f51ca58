import Geoq
import GeoqSync

/// One row of a binary COPY: its fields as bytes.
struct CopyRow {
    /// The bytes of all fields, one after the other.
    private(set) var bytes: [UInt8] = []
    /// Where each field ends in `bytes`; nil for NULL.
    private var ends: [Int?] = []
    /// Where each field starts.
    private var starts: [Int] = []

    /// The lengths of skipped fields.
    private var omitted: [Int: Int] = [:]

    var count: Int { ends.count }

    /// The id in the first field; nil when it has not been read yet, or is no
    /// UUID.
    var id: FeatureID? {
        guard count > 0, let field = self[0] else { return nil }
        return try? BinaryField.uuid(field)
    }

    /// A field; nil for NULL, and for a skipped field.
    subscript(index: Int) -> ArraySlice<UInt8>? {
        ends[index].map { bytes[starts[index]..<$0] }
    }

    /// How many bytes a skipped field has; nil for any other field.
    func omittedLength(_ index: Int) -> Int? { omitted.isEmpty ? nil : omitted[index] }

    mutating func appendOmitted(length: Int) {
        omitted[count] = length
        appendNull()
    }

    mutating func removeAll() {
        omitted.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
    }

    mutating func append(_ field: ArraySlice<UInt8>) {
        starts.append(bytes.count)
        bytes.append(contentsOf: field)
        ends.append(bytes.count)
    }

    mutating func appendNull() {
        starts.append(bytes.count)
        ends.append(nil)
    }
}
