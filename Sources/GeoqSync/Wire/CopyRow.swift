/// One row of a binary COPY: its fields as bytes.
struct CopyRow {
    /// The bytes of all fields, one after the other.
    private(set) var bytes: [UInt8] = []
    /// Where each field ends in `bytes`; nil for NULL.
    private var ends: [Int?] = []
    /// Where each field starts.
    private var starts: [Int] = []

    var count: Int { ends.count }

    /// A field; nil for NULL.
    subscript(index: Int) -> ArraySlice<UInt8>? {
        ends[index].map { bytes[starts[index]..<$0] }
    }

    mutating func removeAll() {
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
