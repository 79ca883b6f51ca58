import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync

/// Facts about the server besides its tables.
struct ServerTraits {
    /// The schema, in quotes, that contains PostGIS; nil without PostGIS.
    var postgis: String?
    /// What lets the user call functions of PostGIS, who may not; nil when the user may.
    var grantOfPostGIS: String?
    /// What lets the user transform places, who may not; nil when the user may.
    var grantOfTransform: String?
    /// Whether texts are kept in UTF-8, or as bytes that should be UTF-8.
    var isUTF8 = true
    /// Whether texts are bytes of no known encoding (`SQL_ASCII`), which need not be UTF-8.
    var hasNoEncoding = false
}

/// Sums and lists of ids and versions.
extension TableQuery {
    /// 63 bits of a hash of id and version or contents.
    private func hash(_ measure: RowMeasure) -> String {
        if let key { return "(\(key.hash(seed: token(measure))) & 9223372036854775807)" }
        return "(pg_catalog.uuid_hash_extended(\(id), \(token(measure))) & 9223372036854775807)"
    }

    private func token(_ measure: RowMeasure) -> String {
        switch measure {
        case .version: hasVersions ? "t.xmin::text::bigint" : contentVersion
        case .contents: "pg_catalog.hashtextextended((\(contents)) COLLATE \"C\", 0)"
        }
    }

    private func living(hiding hidden: Set<FeatureID>) -> String {
        let isShown = hidden.isEmpty ? nil : isNone(of: hidden.sorted())
        return [belongs, isShown].compactMap { $0 }.joined(separator: " AND ").ifEmpty("true")
    }

    /// One row for each first byte of ids: the byte, the number of rows, and
    /// the sum of hashes.
    func digest(_ measure: RowMeasure, hiding hidden: Set<FeatureID>) -> String {
        """
        SELECT \(byte(0)), count(*), sum(\(hash(measure)))::text
        FROM \(source(by: measure)) WHERE \(living(hiding: hidden)) GROUP BY 1
        """
    }

    /// For some first bytes, the sums by the second byte: for each first byte a
    /// row with that byte and, one after the other, the second bytes (two bytes
    /// each) and the lower 31 bits of the sums (four bytes each).
    func copyFineDigest(_ measure: RowMeasure, of firstBytes: [UInt8], hiding hidden: Set<FeatureID>) -> String {
        let ranges = firstBytes.map { IDRange(firstByte: $0) }
        return """
            COPY (SELECT one::pg_catalog.int4, string_agg(
                pg_catalog.int2send(two::pg_catalog.int2) || pg_catalog.int4send(low), ''::bytea ORDER BY two)
            FROM (SELECT \(byte(0)) AS one, \(byte(1)) AS two,
                    (sum(\(hash(measure)) & 2147483647) % 2147483648)::pg_catalog.int4 AS low
                FROM \(source(by: measure)) WHERE \(isWithin(ranges)) AND \(living(hiding: hidden)) GROUP BY 1, 2) AS sums
            GROUP BY 1) TO STDOUT (FORMAT binary)
            """
    }

    /// For nearly all of a table, no index is used.
    private func isWithin(_ ranges: [IDRange]) -> String {
        ranges.count == 256 ? "true" : isIn(ranges)
    }

    private func isIn(_ ranges: [IDRange]) -> String { key?.isIn(ranges) ?? SQLText.isIn(ranges, id) }

    private func byte(_ number: Int) -> String { key?.byte(number) ?? SQLText.byte(number, of: id) }

    /// What has to be read for a measure.
    private func source(by measure: RowMeasure) -> String {
        measure == .version && hasVersions ? narrowSource : source
    }

    /// A hash of the contents, in place of a version.
    var contentVersion: String {
        "(pg_catalog.hashtextextended((\(contents)) COLLATE \"C\", 0) & 9223372036854775807)"
    }

    /// Ids and versions or hashes of contents.
    func copyTokens(_ measure: RowMeasure, in ranges: [IDRange], hiding hidden: Set<FeatureID>) -> String {
        let token = measure == .version && hasVersions ? "t.xmin" : token(measure)
        return """
            COPY (SELECT \(id), \(token) FROM \(source(by: measure))
            WHERE \(isIn(ranges)) AND \(living(hiding: hidden))) TO STDOUT (FORMAT binary)
            """
    }

    /// A row of `copyTokens`.
    func token(_ measure: RowMeasure, _ copied: CopyRow) throws(WireError) -> RowToken {
        guard let id = copied[0], let token = copied[1] else {
            throw WireError(offset: 0, reason: "a row of \(description.fullName) without an id")
        }
        let (feature, key) = try identity(id)
        return RowToken(
            id: feature,
            token: measure == .version && hasVersions
                ? Int64(try BinaryField.xid(token)) : try BinaryField.int64(token), key: key)
    }

    /// A row of `copyFineDigest`: sums by the first two bytes of ids.
    func fineSums(_ copied: CopyRow) throws(WireError) -> [(prefix: UInt16, sum: UInt32)] {
        guard let first = copied[0], let bytes = copied[1], bytes.count % 6 == 0,
            let one = UInt8(exactly: try BinaryField.int32(first))
        else { throw WireError(offset: 0, reason: "no sums of \(description.fullName)") }
        var sums: [(prefix: UInt16, sum: UInt32)] = []
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 6) {
            let two = BinaryField.number(bytes[start..<start + 2])
            guard two < 256 else { throw WireError(offset: start, reason: "a second byte of \(two)") }
            let sum = UInt32(truncatingIfNeeded: BinaryField.number(bytes[start + 2..<start + 6]))
            sums.append((UInt16(one) << 8 | UInt16(two), sum))
        }
        return sums
    }

    /// How many rows have no id; and the first ids that several rows share, at most `count` and one more.
    static func doubledIDs(_ description: TableDescription, atMost count: Int) -> String {
        let id = "t.\(SQLText.name(description.remoteName(of: "id")))"
        return """
            SELECT \(id), count(*) FROM \(description.sqlName) AS t
            GROUP BY 1 HAVING count(*) > 1 OR \(id) IS NULL ORDER BY \(id) IS NOT NULL, 1 LIMIT \(count + 2)
            """
    }
}

extension String {
    fileprivate func ifEmpty(_ other: String) -> String { isEmpty ? other : self }
}
