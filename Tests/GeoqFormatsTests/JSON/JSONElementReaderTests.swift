import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("The values of a JSON file come one by one")
struct JSONElementReaderTests {
    @Test(
        "Each layout is found out, and each value has its line",
        arguments: [
            ("[]", []),
            (" [ ] \n", []),
            (
                "[1,\n \"x\" , [2,\n3]\n,{\"a\":\"}\"},true]\n",
                ["1:1", "2:\"x\"", "2:[2,3]", "4:{\"a\":\"}\"}", "4:true"]
            ),
            ("\u{FEFF}{\"a\":1}", ["1:{\"a\":1}"]),
            ("\n{\"a\":1}\r\n\r\n{\"a\":[2]}\n", ["2:{\"a\":1}", "4:{\"a\":[2]}"]),
            ("{\"a\":\n1}\n", ["1:{\"a\":1}"]),
            ("{}", ["1:{}"]),
            ("{}\n{}", ["1:{}", "2:{}"]),
            ("\u{1E}{\"a\":1}\n\u{1E}{\n\"a\":2}\n\u{1E}\u{1E}\n\u{1E}3", ["1:{\"a\":1}", "2:{\"a\":2}", "5:3"]),
            (#"{"type":"FeatureCollection","features":[]}"#, []),
            (#"{"type":"FeatureCollection","features":[{"id":1},{"id":2}]}"#, [#"1:{"id":1}"#, #"1:{"id":2}"#]),
            (
                "{\"features\" :\n[ {\"id\":1}\n,{\"id\":2} ], \"x\":{\"y\":[1]}, \"type\" : \"FeatureCollection\"\n}\n",
                [#"2:{"id":1}"#, #"3:{"id":2}"#]
            ),
            (
                #"{"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"type":"FeatureCollection","features":[1]}"#,
                ["1:1"]
            ),
            (#"{"type":"FeatureCollection","crs":null,"features":[1]}"#, ["1:1"]),
            (#"{"type":"FeatureCollection","crs":"EPSG:4326","features":[1]}"#, ["1:1"]),
            (#"{"type":"Feature","features":[1]}"#, [#"1:{"type":"Feature","features":[1]}"#]),
        ])
    func finds(text: String, elements: [String]) throws {
        for chunk in [1, 2, 3, 7, 100_000] {
            #expect(try read(text, chunk: chunk) == elements, "chunks of \(chunk)")
        }
    }

    @Test(
        "The members around features may be longer together than a value",
        arguments: [
            #"{"name":"Mill Pond","type":"FeatureCollection","features":[{"id":1}]}"#,
            #"{"features":[{"id":1}],"name":"Mill Pond","type":"FeatureCollection"}"#,
        ])
    func longMembers(text: String) throws {
        for limit in 20...80 {
            var reader = JSONElementReader(ChunkStream(text), file: "x", maximumBytes: limit)
            var values: [String] = []
            while let element = try reader.next() {
                if case .value(let value, _) = element { values.append(value.text) }
            }
            #expect(values == [#"{"id":1}"#], "at most \(limit) bytes")
        }
    }

    @Test(
        "A bad value is refused and the next one is read",
        arguments: [
            (
                "[{\"a\":tru},{\"a\":1}]",
                ["1:not JSON at character 6: no JSON value begins like this", "1:{\"a\":1}"]
            ),
            (
                "[1,\n{\"a\":1,\n\"b\":x}]",
                ["1:1", "2:not JSON at line 3, character 5: no JSON value begins like this"]
            ),
            (
                "{\"a\":1}\n{\"a\":\n{\"a\":3}",
                ["1:{\"a\":1}", "2:not JSON at character 6: the text ends where a value is expected", "3:{\"a\":3}"]
            ),
            (
                "{\"a\" 1}\n{\"a\":2}",
                ["1:not JSON at character 6: a colon is expected after a member's name", "2:{\"a\":2}"]
            ),
            (
                "{\"a\":1} {\"a\":2}\n{\"a\":3}",
                ["1:not JSON at character 9: more text after the end of the value", "2:{\"a\":3}"]
            ),
            (
                "{\"a\":\n{\"a\":2}\n{\"a\":3}\n",
                [
                    "1:not JSON at character 6: the text ends where a value is expected", "2:{\"a\":2}",
                    "3:{\"a\":3}",
                ]
            ),
            ("{\"a\":1", ["1:not JSON at character 7: a comma or } is expected after a member"]),
            (
                "\u{1E}{\"a\":\n\u{1E}{\"a\":2}\n",
                ["1:not JSON at character 6: the text ends where a value is expected", "2:{\"a\":2}"]
            ),
        ])
    func goesOn(text: String, elements: [String]) throws {
        for chunk in [1, 3, 100_000] {
            #expect(try read(text, chunk: chunk) == elements, "chunks of \(chunk)")
        }
    }

    @Test(
        "A file whose structure is damaged is refused",
        arguments: [
            ("", "it is empty"),
            (" \n", "it is empty"),
            ("name,lat,lon\n", "not JSON: an array, an object, or one object a line is expected"),
            ("[1", "line 1, after object 1: the file ends inside its array: it is cut short"),
            ("[1,\n[2", "line 2, after object 1: the file ends inside a value: it is cut short"),
            ("[1,", "line 1, after object 1: the file ends inside a value: it is cut short"),
            ("[1,]", "line 1, after object 1: a value is expected after the comma"),
            ("[1 2]", "line 1, after object 1: a comma or ] is expected after an element"),
            ("[1}", "line 1, after object 1: a comma or ] is expected after an element"),
            ("[{\"a\":[1}]", "line 1: } closes a ["),
            ("[[}]", "line 1: } closes a ["),
            ("[{]", "line 1: ] closes a {"),
            ("[1]\n[2]", "line 2: more text after the end of the array"),
            ("{\"a\":\n1}\n{\"a\":2}", "line 3: more text after the end of the object; write one object a line"),
            ("{\n\"a\" 1}", "line 2: a colon is expected after a name"),
            ("{\n\"a\":1 \"b\":2}", "line 2: a comma or } is expected after a member"),
            ("{\n\"a\":,\"b\":2}", "line 2: a value is expected after the colon"),
            ("{\n1:2}", "line 2: a member's name in quotes is expected"),
            ("{\n\"a\":1", "line 2: the file ends inside its object: it is cut short"),
            ("{\"features\":[1]}", "an object with features, but not of type FeatureCollection"),
            ("{\"features\":[1],\"type\":\"Feature\"}", "an object with features, but not of type FeatureCollection"),
            ("{\"type\":\"FeatureCollection\"}", "a FeatureCollection without an array of features"),
            ("{\"type\":\"FeatureCollection\",\"features\":null}", "a FeatureCollection without an array of features"),
            ("{\"type\":\"FeatureCollection\",\"features\":[1],\"features\":[]}", "it has two members \"features\""),
            (
                "{\"type\":\"FeatureCollection\",\"features\":[1]",
                "line 1: the file ends inside its object: it is cut short"
            ),
            (
                #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:3857"}},"features":[]}"#,
                "its coordinates are in EPSG:3857; convert it to EPSG:4326 first"
            ),
            (
                #"{"type":"FeatureCollection","features":[],"crs":{"type":"name","properties":{"name":"EPSG:14326"}}}"#,
                "its coordinates are in EPSG:14326; convert it to EPSG:4326 first"
            ),
            (
                #"{"type":"FeatureCollection","features":[],"crs":{"type":"link"}}"#,
                #"its coordinates are in {"type":"link"}; convert it to EPSG:4326 first"#
            ),
        ])
    func refuses(text: String, message: String) {
        for chunk in [1, 100_000] {
            #expect(throws: FileProblem(file: "x.json", reason: message)) { try read(text, chunk: chunk) }
        }
    }

    @Test("A value longer than the limit is refused, and memory stays bounded")
    func boundsLength() throws {
        let long = "\"" + String(repeating: "x", count: 300_000) + "\""
        let refusal = "longer than 1000 bytes"
        for chunk in [999, 100_000] {
            #expect(try read("[1,\(long),2]", chunk: chunk, limit: 1000) == ["1:1", "1:\(refusal)", "1:2"])
            #expect(
                try read("{\"a\":1}\n{\"a\":\(long)}\n{\"a\":2}", chunk: chunk, limit: 1000)
                    == ["1:{\"a\":1}", "2:\(refusal)", "3:{\"a\":2}"])
            #expect(
                try read("{\"a\":\(long)}\n{\"a\":2}", chunk: chunk, limit: 1000) == ["1:\(refusal)", "2:{\"a\":2}"])
            #expect(try read("{\"a\":\n\(long)}", chunk: chunk, limit: 1000) == ["1:\(refusal)"])
            #expect(
                try read("\u{1E}\(long)\n\u{1E}{\"a\":2}", chunk: chunk, limit: 1000) == [
                    "1:\(refusal)", "2:{\"a\":2}",
                ])
            #expect(
                try read(
                    "{\"x\":\(long),\"type\":\"FeatureCollection\",\"y\":\(long),\"features\":[1],\"z\":\(long)}",
                    chunk: chunk, limit: 1000) == ["1:1"])
        }
    }

    @Test("An endless value keeps no more than the limit")
    func endless() throws {
        let stream = RepeatingStream(front: Array("[\"".utf8), unit: Array("abcdefgh".utf8), repeats: 2_000_000)
        let window = StreamWindow(stream, maximumKept: 1 << 16)
        window.keep()
        while try window.consume({ ($0.count, 0) }) {}
        #expect(window.position == 2 + 16_000_000)
        #expect(window.capacity <= 1 << 19)
    }

    @Test("The text of a refused value can be had")
    func rawText() throws {
        var reader = JSONElementReader(ChunkStream("[1, {\"a\":x} ,2]"), file: "x.json")
        _ = try reader.next()
        _ = try reader.next()
        #expect(reader.rawBytes == Array("{\"a\":x}".utf8))
        var long = JSONElementReader(ChunkStream("[\"abcdefghij\"]", chunk: 1), file: "x.json", maximumBytes: 4)
        _ = try long.next()
        #expect(long.rawBytes == Array("\"abc".utf8))
    }

    private func read(
        _ text: String, chunk: Int = 100_000, limit: Int = JSONElementReader.maximumBytes
    ) throws -> [String] {
        var reader = JSONElementReader(
            ChunkStream(text, chunk: chunk), file: "x.json", maximumBytes: limit)
        var elements: [String] = []
        while let element = try reader.next() {
            switch element {
            case .value(let value, let line): elements.append("\(line):\(value.text)")
            case .refused(let reason, let line): elements.append("\(line):\(reason)")
            }
        }
        return elements
    }
}

/// Gives a text in small pieces.
final class ChunkStream: ByteStream {
    private var rest: ArraySlice<UInt8>
    private let chunk: Int

    init(_ bytes: [UInt8], chunk: Int = 100_000) {
        (rest, self.chunk) = (bytes[...], chunk)
    }

    convenience init(_ text: String, chunk: Int = 100_000) {
        self.init(Array(text.utf8), chunk: chunk)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = rest.prefix(min(chunk, buffer.count))
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}

/// Gives a front, and then the same bytes again and again.
final class RepeatingStream: ByteStream {
    private var front: [UInt8]
    private let unit: [UInt8]
    private var repeats: Int

    init(front: [UInt8], unit: [UInt8], repeats: Int) {
        (self.front, self.unit, self.repeats) = (front, unit, repeats)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while buffer.count - count >= max(front.count, unit.count), repeats > 0 || !front.isEmpty {
            let piece = front.isEmpty ? unit : front
            if front.isEmpty { repeats -= 1 }
            front = []
            UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(from: piece)
            count += piece.count
        }
        return count
    }
}
