import GRDB

/// A shape of the body, as birds of the store have it.
package struct BirdShape: Hashable, Sendable {
    package var id: String
    /// How many birds have it.
    package var birds: Int
}

extension Store.Identifications {
    /// The shapes of the store's birds, in alphabetical order. They come with the birds, from a file such as
    /// `data/birds.csv` or from a remote, and are never sent.
    ///
    /// - Complexity: O(birds).
    package func shapes() async throws -> [BirdShape] {
        try await read(.scan) { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT CAST(shape_id AS TEXT) AS shape, count(*) FROM bird
                    WHERE deleted_at IS NULL AND shape_id IS NOT NULL AND shape_id <> ''
                    GROUP BY shape ORDER BY shape
                    """
            ).map { BirdShape(id: $0[0], birds: $0[1]) }
        }
    }
}
