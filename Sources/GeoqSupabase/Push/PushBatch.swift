import Geoq

/// Operations that travel in one request.
package enum PushBatch {
    package static let mostOperations = 100
    /// Of the request's body.
    package static let mostBytes = 256 << 10

    /// Cuts operations into batches, in their order. An operation that is larger
    /// than a batch may be goes alone.
    ///
    /// - Parameter bytes: how many bytes an operation takes in a request.
    /// - Complexity: O(*n*) calls of `bytes`.
    package static func cut<Operation>(
        _ operations: [Operation], mostOperations: Int = mostOperations, bytes: (Operation) -> Int
    ) -> [ArraySlice<Operation>] {
        var batches: [ArraySlice<Operation>] = []
        var (start, size) = (0, 0)
        for (position, operation) in operations.enumerated() {
            let more = bytes(operation)
            if position > start, position - start >= mostOperations || size + more > mostBytes {
                batches.append(operations[start..<position])
                (start, size) = (position, 0)
            }
            size += more
        }
        if start < operations.count { batches.append(operations[start...]) }
        return batches
    }
}
