import Geoq
import GeoqIndex
import GeoqStore
import Synchronization

/// Compares the rows of a mirror with those of the server, column by column.
///
/// All rows are compared by hashes of their contents, if the remote computes
/// them, and those that differ are looked up. A sample is also compared value by value, without a hash, as the
/// server sends it and as the store's table has it. Each way finds what the
/// other may miss. The index is not asked.
struct ProofRows {
    let session: any RemoteSession
    let reader: MirrorReader
    let name: String
    let isUTF8: Bool
    /// The tables whose rows have keys.
    var keyed: Set<MirrorTable> = []
    /// How many rows of each table are compared value by value.
    let sample: Int

    struct Result {
        /// Rows whose hashes were compared.
        var hashed = 0
        /// Rows that were compared value by value.
        var read = 0
        var differing: Set<FeatureID> = []
        var examples: [String] = []
    }

    /// How many differing rows are looked up.
    private static let mostLookedUp = 20

    /// - Parameters:
    ///   - held: rows of the mirror.
    ///   - hidden: rows to leave out.
    func run(
        _ table: MirrorTable, held: Set<FeatureID>, hidden: Set<FeatureID>, using generator: inout SplitMix64
    ) async throws -> Result {
        var contents = Comparison.Result()
        if let session = session as? any RemoteDigesting, await session.sums(.contents) {
            var comparison = Comparison(
                session: session, reader: reader, name: name, measure: .contents, isUTF8: isUTF8)
            comparison.isKeyed = keyed.contains(table)
            contents = try await comparison.run(table, isReplaced: false, hiding: hidden)
        }
        var result = Result(hashed: contents.count)
        result.differing = Set(contents.toFetch + contents.toRemove.compactMap { FeatureID($0) })
        var chosen = held.subtracting(hidden).sorted()
        for index in chosen.indices.prefix(sample) {
            chosen.swapAt(index, index + generator.below(chosen.count - index))
        }
        chosen = Array(chosen.prefix(sample)) + contents.toFetch.prefix(Self.mostLookedUp)
        chosen = Set(chosen).sorted()
        let theirs = try await remote(table, chosen)
        let ours = try await local(table, chosen)
        for id in chosen {
            guard let server = theirs[id], let mirror = ours[id] else {
                result.differing.insert(id)
                result.examples.append(
                    "\(table): \(id) is not in \(theirs[id] == nil ? "the server's answer" : "the mirror's table")")
                continue
            }
            result.read += 1
            for (index, column) in table.columns.enumerated() where server[index] != mirror[index] {
                result.differing.insert(id)
                result.examples.append(
                    "\(table): \(column.name) of \(id) is \(Self.words(mirror[index])) in the mirror, "
                        + "\(Self.words(server[index])) on the server")
            }
        }
        for id in contents.toFetch.prefix(Self.mostLookedUp) where theirs[id] == ours[id] && theirs[id] != nil {
            result.examples.append("\(table): the contents of \(id) have another hash on the server")
        }
        return result
    }

    /// A value in a form in which equal values are equal: numbers by their bits, texts by their bytes.
    private enum Value: Hashable {
        case null
        case bytes(ByteText)
        case number(UInt64)

        static func text(_ text: String) -> Value { .bytes(ByteText(text)) }

        init(_ number: Double) {
            // SQLite has no NaN, and no negative zero.
            self = number.isNaN ? .null : .number((number + 0).bitPattern)
        }
    }

    private static func words(_ value: Value) -> String {
        switch value {
        case .null: "NULL"
        case .bytes(let bytes): bytes.text.count > 60 ? "'\(bytes.text.prefix(60))…'" : "'\(bytes.text)'"
        case .number(let bits): "\(Double(bitPattern: bits))"
        }
    }

    private func remote(_ table: MirrorTable, _ ids: [FeatureID]) async throws -> [FeatureID: [Value]] {
        let rows = Mutex<[FeatureID: [Value]]>([:])
        guard !ids.isEmpty else { return [:] }
        _ = try await session.rows(of: table, .ids(ids)) { batch in
            for row in batch.rows where !row.isGone && row.problem == nil {
                let values = Self.asStored(row.values, table)
                rows.withLock { $0[row.id] = values }
            }
        }
        return rows.withLock { $0 }
    }

    /// The values as the store keeps them.
    private static func asStored(_ values: [FieldValue], _ table: MirrorTable) -> [Value] {
        var stored = values.enumerated().map { index, value -> Value in
            switch value {
            case .null:
                switch table.columns[index].valueForNull {
                case .integer(let number): .text("\(number)")
                case .text(let text): .text(text)
                default: .null
                }
            case .bool(let flag): .text(flag ? "1" : "0")
            case .integer(let number): .text("\(number)")
            case .real(let number): Value(number)
            case .text(let text): .text(text)
            }
        }
        if table.schema.hasOnlyPlaces, let places = table.places,
            !isPlace(values[places.latitude], values[places.longitude])
        {
            (stored[places.latitude], stored[places.longitude]) = (.null, .null)
        }
        return stored
    }

    private static func isPlace(_ latitude: FieldValue, _ longitude: FieldValue) -> Bool {
        guard case .real(let latitude) = latitude, case .real(let longitude) = longitude else { return false }
        return (try? Coordinate(strictLatitude: latitude, longitude: longitude)) != nil
    }

    private func local(_ table: MirrorTable, _ ids: [FeatureID]) async throws -> [FeatureID: [Value]] {
        let kinds = table.columns.map(\.kind)
        return try await reader.reduceValues(ids, table, of: name, into: [FeatureID: [Value]]()) { rows, id, row in
            rows[FeatureID(key: id)] = kinds.enumerated().map { index, kind in
                if row.isNull(index) { return .null }
                if kind == .real, let number = row.number(index) { return Value(number) }
                return .text(row.withText(index) { String(decoding: $0, as: UTF8.self) })
            }
        }
    }
}
