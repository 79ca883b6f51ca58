import GeoqSync

/// Arrays of one dimension in PostgreSQL's binary form (`array_send`): the
/// number of dimensions, whether there are NULLs, the elements' type, for the
/// dimension its length and lower bound (4 bytes each), then each element with
/// its length before it (−1 for NULL).
enum BinaryArray {
    private static let mostElements = 100_000

    /// The elements; nil for NULL.
    ///
    /// - Throws: `WireError` also for arrays of more dimensions.
    static func elements(_ bytes: ArraySlice<UInt8>) throws(WireError) -> [ArraySlice<UInt8>?] {
        var rest = bytes
        func error(_ reason: String) -> WireError {
            WireError(offset: rest.startIndex - bytes.startIndex, reason: reason)
        }
        func integer() throws(WireError) -> Int {
            guard rest.count >= 4 else { throw error("an array that is cut short") }
            let value = Int(Int32(truncatingIfNeeded: BinaryField.number(rest.prefix(4))))
            rest = rest.dropFirst(4)
            return value
        }
        let dimensions = try integer()
        _ = try integer()
        _ = try integer()
        if dimensions == 0 {
            guard rest.isEmpty else { throw error("bytes after an empty array") }
            return []
        }
        guard dimensions == 1 else { throw error("an array of \(dimensions) dimensions") }
        let count = try integer()
        _ = try integer()
        guard count >= 0, count <= mostElements, count <= rest.count / 4 else {
            throw error("an array of \(count) elements")
        }
        var elements: [ArraySlice<UInt8>?] = []
        elements.reserveCapacity(count)
        for _ in 0..<count {
            let length = try integer()
            if length == -1 {
                elements.append(nil)
                continue
            }
            guard length >= 0, length <= rest.count else { throw error("an element of \(length) bytes") }
            elements.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        guard rest.isEmpty else { throw error("bytes after an array") }
        return elements
    }

    /// A `text[]` as a JSON array.
    static func jsonTexts(_ bytes: ArraySlice<UInt8>) throws(WireError) -> String {
        var texts: [String?] = []
        for element in try elements(bytes) {
            texts.append(try element.map { (bytes) throws(WireError) in try BinaryField.text(bytes) })
        }
        return StoredArray.json(texts)
    }

    /// An `int4[]` as a JSON array.
    static func jsonIntegers(_ bytes: ArraySlice<UInt8>) throws(WireError) -> String {
        var integers: [Int32?] = []
        for element in try elements(bytes) {
            integers.append(try element.map { (bytes) throws(WireError) in try BinaryField.int32(bytes) })
        }
        return StoredArray.json(integers)
    }
}
