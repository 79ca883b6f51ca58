import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("Records of delimited text")
struct DelimitedReaderTests {
    /// What a reader found: each record's line, and its fields or its problem.
    ///
    /// - Parameter width: how many fields a record must have, as in a table.
    private func read(
        _ bytes: some Sequence<UInt8>, _ dialect: Dialect = .csv, limits: DelimitedReader.Limits = .init(),
        longestPiece: Int = 3, width: Int? = nil
    ) throws -> [String] {
        let input = MemoryInput("t", bytes, longestPiece: longestPiece, seed: 7)
        let reader = DelimitedReader(try input.open("t"), dialect: dialect, limits: limits)
        var records: [String] = []
        while try reader.next() {
            records.append(record(of: reader, width: width))
        }
        return records
    }

    private func record(of reader: DelimitedReader, width: Int?, behind lines: Int = 0) -> String {
        if let width, reader.problem == nil, reader.fieldCount != width { _ = reader.endAtFirstLine() }
        let text = reader.problem.map { "! \($0.reason)" } ?? reader.texts.joined(separator: "|")
        return "\(lines + reader.line): \(text)"
    }

    /// The same, each record by a reader that knows nothing of the records before.
    private func readAfresh(_ bytes: [UInt8], limits: DelimitedReader.Limits, width: Int?) throws -> [String] {
        var (rest, lines, records) = (bytes[...], 0, [String]())
        while true {
            let reader = DelimitedReader(try MemoryInput("t", rest).open("t"), dialect: .csv, limits: limits)
            guard try reader.next() else { return records }
            records.append(record(of: reader, width: width, behind: lines))
            let count = reader.line - 1 + reader.lineCount
            for _ in 0..<count { rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst() }
            lines += count
        }
    }

    /// How many bytes a reader looks at, for each byte of a text.
    private func looks(_ text: String, limits: DelimitedReader.Limits = .init(), width: Int? = nil) throws -> Int {
        let reader = DelimitedReader(try MemoryInput("t", text: text).open("t"), dialect: .csv, limits: limits)
        var looks = 0
        while try reader.next() {
            looks += reader.scanner.offset
            _ = record(of: reader, width: width)
        }
        return looks / text.utf8.count
    }

    private func small(record: Int, fields: Int = 9) -> DelimitedReader.Limits {
        var limits = DelimitedReader.Limits()
        (limits.recordBytes, limits.fields, limits.blockBytes) = (record, fields, 8)
        return limits
    }

    @Test func `lines end with LF or CR LF, and the last one with nothing`() throws {
        #expect(try read("a,b\nc,d\r\ne,f".utf8) == ["1: a|b", "2: c|d", "3: e|f"])
        #expect(try read("a,b\r\n\"c\",\"d\"\r\n".utf8) == ["1: a|b", "2: c|d"])
        #expect(try read("".utf8).isEmpty)
        #expect(try read("\n\r\n\n".utf8).isEmpty)
    }

    @Test func `empty lines are passed over and counted`() throws {
        #expect(try read("\n\na\n\n\nb\n".utf8) == ["3: a", "6: b"])
    }

    @Test func `a byte order mark is dropped, also when it comes in pieces`() throws {
        #expect(try read([0xEF, 0xBB, 0xBF] + Array("a,b\n".utf8), longestPiece: 1) == ["1: a|b"])
    }

    @Test func `quotes hold separators, doubled quotes and line ends`() throws {
        let text = "1,\"Mill Pond, north\",\"say \"\"so\"\"\"\n2,\"two\nlines\",x\n3,,\n"
        #expect(
            try read(text.utf8) == ["1: 1|Mill Pond, north|say \"so\"", "2: 2|two\nlines|x", "4: 3||"])
    }

    @Test func `a quote within a field is a letter`() throws {
        #expect(try read("Mill \"Old\" Pond,1\n".utf8) == ["1: Mill \"Old\" Pond|1"])
    }

    @Test func `without quoting a quote is a letter at the start, too`() throws {
        #expect(try read("\"Old\" Pond\t\"\n\"x\t1\n".utf8, .tabs) == ["1: \"Old\" Pond|\"", "2: \"x|1"])
    }

    @Test func `a quote that is never closed costs its own line only`() throws {
        let text = "a,b\n\"open,1\nc,2\nd,3\n"
        #expect(
            try read(text.utf8) == ["1: a|b", "2: ! a quote is opened and never closed", "3: c|2", "4: d|3"])
    }

    @Test func `text behind a closing quote costs its own line only`() throws {
        let text = "\"Mill \"Old\" Pond\",1\r\nb,2\n"
        #expect(try read(text.utf8) == ["1: ! text after a closing quote", "2: b|2"])
        let later = "\"first\nsecond\" x,1\nb,2\n"
        #expect(try read(later.utf8) == ["1: ! text after a closing quote", "2: second\" x|1", "3: b|2"])
    }

    @Test func `lines that each leave a quote open are read in linear time`() throws {
        let open = String(repeating: "a\",\"\n", count: 4000)
        #expect(try looks(open) <= 2)
        #expect(try looks(open + "a\"b\n") <= 2)
        // Records that are too long or too wide say less of the next ones.
        #expect(try looks(open, limits: small(record: 4096)) <= 20)
        #expect(try looks(open + "a\"\n", width: 3) <= 20)
        let records = try read((open + "a\"b\n").utf8)
        #expect(records.count == 4001 && records.last == "4001: a\"b")
        #expect(records.dropLast().allSatisfy { $0.hasSuffix(": ! text after a closing quote") })
    }

    @Test func `what a record is does not hang on the wrong quotes before it`() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("wrong quotes: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let pieces = ["a", ",", "\"", "\"\"", "\n", "a\",\"\n", "\"a\n", "a\"\r\n", "é"]
        let limits = small(record: 1000, fields: 4096)
        for _ in 0..<2000 {
            // So few that all records may be read again.
            let count = Int.random(in: 0..<16, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let width = Bool.random(using: &generator) ? nil : Int.random(in: 1...4, using: &generator)
            let afresh = try readAfresh(Array(text.utf8), limits: limits, width: width)
            #expect(try read(text.utf8, limits: limits, width: width) == afresh, "seed \(seed): \(text)")
        }
    }

    @Test func `the raw text of a refused record is its first line`() throws {
        let input = MemoryInput("t", text: "\"open,1\r\nc,2\n", longestPiece: 2)
        let reader = DelimitedReader(try input.open("t"), dialect: .csv)
        #expect(try reader.next())
        #expect(String(decoding: reader.raw, as: UTF8.self) == "\"open,1")
    }

    @Test func `a line longer than the limit is refused, and memory stays bounded`() throws {
        let long = String(repeating: "x", count: 10_000)
        let text = "a,b\n\(long),1\nc,d\n"
        let limits = small(record: 64)
        #expect(
            try read(text.utf8, limits: limits) == ["1: a|b", "2: ! a line of more than 64 bytes", "3: c|d"])
        #expect(try read(long.utf8, limits: limits) == ["1: ! a line of more than 64 bytes"])
        let reader = DelimitedReader(
            try MemoryInput("t", text: text, longestPiece: 5).open("t"), dialect: .csv, limits: limits)
        while try reader.next() {
            #expect(reader.bufferedCapacity <= 64 + 2 * 8 + 4096)
        }
    }

    @Test func `an open quote longer than the limit costs its first line only`() throws {
        let text = "\"open\n" + String(repeating: "more\n", count: 100)
        let records = try read(text.utf8, limits: small(record: 64))
        #expect(records.first == "1: ! a quote is opened and never closed")
        #expect(records.count == 101 && records.last == "101: more")
    }

    @Test func `more fields than the limit are refused`() throws {
        let text = "a,b\n" + String(repeating: ",", count: 9) + "\nc\n"
        #expect(try read(text.utf8, limits: small(record: 64)) == ["1: a|b", "2: ! more than 9 fields", "3: c"])
    }

    @Test func `a line that is not UTF-8 is latin-1, its neighbours are not`() throws {
        let latin1: [UInt8] = Array("caf".utf8) + [0xE9] + Array(",1\n".utf8)
        let bytes = Array("é,0\n".utf8) + latin1 + Array("ü,2\n".utf8)
        #expect(try read(bytes) == ["1: é|0", "2: café|1", "3: ü|2"])
        // Within one record, too.
        let inQuotes = Array("\"é\n".utf8) + [0xE9] + Array("\nü\",1\n".utf8)
        #expect(try read(inQuotes) == ["1: é\né\nü|1"])
        let reader = DelimitedReader(try MemoryInput("t", bytes).open("t"), dialect: .csv)
        while try reader.next() {}
        #expect(reader.latin1Lines == 1)
    }

    @Test func `latin-1 has the quotes and dashes of Windows`() throws {
        let marks: [UInt8] = [0x92, 0x73, 0x20, 0x96, 0x20, 0x80, 0x81, 0x9F, 0xA0, 0xFF]
        let records = try read(Array("Bird".utf8) + marks + Array(",1\n".utf8))
        #expect(records == ["1: Bird’s – €\u{81}Ÿ\u{A0}ÿ|1"])
    }

    @Test(arguments: [
        ("é€😀", true), ("", true), ("plain", true),
    ])
    func `well-formed text is UTF-8`(text: String, expected: Bool) {
        #expect(Array(text.utf8).withUnsafeBufferPointer(TextEncoding.isUTF8) == expected)
    }

    @Test(
        arguments: [
            [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xE2, 0x82], [0xC3], [0xC3, 0x28], [0xFF],
        ] as [[UInt8]])
    func `ill-formed bytes are not`(bytes: [UInt8]) {
        #expect(!bytes.withUnsafeBufferPointer(TextEncoding.isUTF8))
    }

    @Test func `however the stream is cut, the records are the same`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("ab,,\"\"\"\n\n\r\té".utf8)
        for _ in 0..<400 {
            let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            let whole = try read(bytes, longestPiece: 1000)
            #expect(
                try read(bytes, limits: small(record: 1000, fields: 4096), longestPiece: 1) == whole, "seed \(seed)")
        }
    }

    @Test func `the separator is the one that stands most often outside of quotes`() {
        #expect(Dialect(firstLineOf: Array("a,b,c\n1;2;3;4;5\n".utf8)) == .csv)
        #expect(Dialect(firstLineOf: Array("a;b;\"c,d,e,f\"\n".utf8)) == .semicolons)
        #expect(Dialect(firstLineOf: Array("AGE\tSEX, ROUGHLY\tC\n".utf8)) == .tabs)
        #expect(Dialect(firstLineOf: Array("\"A\"\t\"B\"\n".utf8)) == .quotedTabs)
        #expect(Dialect(firstLineOf: [0xEF, 0xBB, 0xBF] + Array("\"A\"\t\"B\"\n".utf8)) == .quotedTabs)
        #expect(Dialect(firstLineOf: Array("alone\n".utf8)) == .csv)
    }
}
