import TestSupport
import Testing

@testable import GeoqPostgres
@testable import GeoqSync

/// The reader of COPY's binary form: rows in pieces of any size, and bytes that
/// are no such form.
@Suite(.waits) struct BinaryCopyReaderTests {
    /// Two rows: a text and NULL; an empty text and four bytes.
    private static let stream: [UInt8] =
        Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        + [0, 2, 0, 0, 0, 3] + Array("owl".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]
        + [0, 2, 0, 0, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4] + [0xFF, 0xFF]

    private static func rows(_ bytes: [UInt8], piece: Int) throws -> (rows: [[[UInt8]?]], isComplete: Bool) {
        var reader = BinaryCopyReader(fieldCount: 2, longestField: 100)
        var row = CopyRow()
        var rows: [[[UInt8]?]] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try reader.append(bytes[start..<min(start + piece, bytes.count)])
            while try reader.next(&row) { rows.append((0..<row.count).map { row[$0].map(Array.init) }) }
        }
        return (rows, reader.isComplete)
    }

    @Test(arguments: [1, 2, 3, 7, 11, 19, 1000]) func `rows come whole from pieces of any size`(piece: Int) throws {
        let (rows, isComplete) = try Self.rows(Self.stream, piece: piece)
        #expect(rows == [[Array("owl".utf8), nil], [[], [1, 2, 3, 4]]])
        #expect(isComplete)
    }

    @Test func `a stream that is cut anywhere is not complete`() throws {
        for length in 0..<Self.stream.count {
            let (rows, isComplete) = try Self.rows(Array(Self.stream.prefix(length)), piece: 5)
            #expect(!isComplete && rows.count <= 2)
        }
    }

    @Test(arguments: [1, 5, 64, 1000]) func `a field that is too long is passed over, and its row told`(piece: Int)
        throws
    {
        let long = Array(repeating: UInt8(7), count: 300)
        var bytes = Array(Self.stream.prefix(19)) + [0, 2, 0, 0, 1, 0x2C] + long + [0, 0, 0, 1, 9]
        bytes += [0, 2, 0, 0, 0, 1, 8] + [0, 0, 1, 0x2C] + long + [0xFF, 0xFF]
        var reader = BinaryCopyReader(fieldCount: 2, longestField: 100)
        var (row, found) = (CopyRow(), [[Int?]]())
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try reader.append(bytes[start..<min(start + piece, bytes.count)])
            while try reader.next(&row) {
                found.append([row[0]?.count, row.omittedLength(0), row[1]?.count, row.omittedLength(1)])
            }
        }
        #expect(found == [[nil, 300, 1, nil], [1, nil, nil, 300]])
        #expect(reader.isComplete && reader.rowCount == 2)
    }

    @Test func `what is no binary COPY is refused`() throws {
        func refused(_ change: (inout [UInt8]) -> Void) -> String? {
            var bytes = Self.stream
            change(&bytes)
            do {
                _ = try Self.rows(bytes, piece: 4)
                return nil
            } catch { return "\(error)" }
        }
        #expect(refused { $0[0] = 0 } == "byte 0: no binary COPY")
        #expect(refused { $0[11] = 1 } == "byte 15: unknown flags of COPY: 16777216")
        #expect(refused { $0[20] = 3 }?.contains("3 fields instead of 2") == true)
        #expect(refused { $0[21] = 0xFE }?.contains("a field of -") == true)
        #expect(refused { $0.append(0) }?.contains("bytes after the end") == true)
    }

    @Test(arguments: [1 as UInt64, 2, 3, 4]) func `damaged streams throw or end, and nothing else`(seed: UInt64) throws
    {
        var generator = SeededGenerator(seed: seed)
        var read = 0
        for _ in 0..<5_000 {
            let bytes = Mutation.damage(Self.stream, using: &generator)
            let piece = Int.random(in: 1...40, using: &generator)
            if let (rows, _) = try? Self.rows(bytes, piece: piece) {
                read += 1
                #expect(rows.count <= 4, "seed \(seed)")
            }
        }
        #expect(read > 0, "Some damage is of values alone.")
    }
}
