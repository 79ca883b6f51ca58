import TestSupport
import Testing

@testable import Geoq

@Suite("Recognising formats")
struct RecognitionTests {
    private func problem(_ bytes: some Sequence<UInt8>, as kind: ImportKind = .hotspots) throws -> String? {
        try fileProblem(MemoryInput("f", bytes), as: kind)
    }

    @Test func `what is not data is refused with one sentence`() throws {
        #expect(try problem("".utf8) == "f: the file is empty")
        #expect(try problem(" \n\n".utf8) == "f: the file is empty")
        #expect(try problem("%PDF-1.7\n…".utf8) == "f: this is a PDF, not a data file")
        #expect(
            try problem("<!DOCTYPE html><html><body>Sign in".utf8)
                == "f: this is a web page (HTML), perhaps one that asks to sign in, and not the download")
        #expect(try problem([0x89, 0x50, 0x4E, 0x47, 0, 1, 2]) == "f: this is binary data, not text")
        #expect(try problem([0xFF, 0xFE, 0x61, 0]) == "f: this is UTF-16 text; save it as UTF-8")
        #expect(
            try problem([0x1F, 0x8B, 8, 0]) == "f: its gzip cannot be unpacked: it is damaged, or compressed twice")
        #expect(
            try problem("PK\u{3}\u{4}rest".utf8)
                == "f: this is a zip archive or an Excel workbook within another archive; unpack it first")
        #expect(
            try problem("lat,lon,name\r1,2,A\r".utf8)
                == "f: its lines end with CR alone; save it with LF or CR LF line ends")
        #expect(
            try problem("<?xml version='1.0'?><a/>".utf8)
                == "f: this is XML, which geoq reads only as the meta.xml of a Darwin Core archive")
    }

    @Test func `an Excel workbook is told from other archives`() throws {
        let book = MemoryInput(
            "b.xlsx", texts: [("[Content_Types].xml", "<Types/>"), ("xl/workbook.xml", "<workbook/>")])
        #expect(
            try fileProblem(book, as: .hotspots)
                == "b.xlsx: this is an Excel workbook; save the sheet as CSV and import that")
        #expect(try fileProblem(MemoryInput("d", members: []), as: .hotspots) == "d: there is nothing in it")
        let pictures = MemoryInput("d", members: [("a.png", [0x89, 0, 1]), ("b.png", [0x89, 0, 1])])
        #expect(
            try fileProblem(pictures, as: .hotspots)
                == "d: none of its 2 files is a table or another format that geoq reads")
    }

    @Test func `unknown columns are named, with the way out`() throws {
        #expect(
            try problem("Breite,Länge,Ort\n1,2,A\n".utf8)
                == "f: no known format: found the columns Breite, Länge, Ort and miss lat, lon and name; "
                + "name them with --map lat=…,lon=…,name=…")
        #expect(
            try problem("Breite,Länge,Ort\n1,2,A\n".utf8, as: .birds)
                == "f: no known format: found the columns Breite, Länge, Ort and miss common_name; "
                + "name them with --map common_name=…,scientific_name=…")
        #expect(
            try problem("lat,lon,other\n1,2,A\n".utf8)
                == "f: no column for name among lat, lon, other; name it with --map name=COLUMN")
        #expect(
            try problem("just a note\nto myself\n".utf8) == "f: this is not a table: its first line is \"just a note\"")
        let many = (0..<50).map { "c\($0)" }.joined(separator: ",")
        #expect(try problem("\(many)\n".utf8)?.contains("c11, … (50 columns)") == true)
    }

    @Test func `names of files do not matter`() throws {
        let run = try ImportRun(MemoryInput("notes.doc", text: "name\tlat\tlon\nMill\t1\t2\n"), as: .hotspots)
        #expect(run.sink.hotspots.count == 1)
    }

    @Test func `hidden files are no members, and several unknown tables are too many`() throws {
        let input = MemoryInput(
            "z.zip", texts: [("__MACOSX/._a.csv", "x"), (".DS_Store", "x"), ("a.csv", "name,lat,lon\nMill,1,2\n")])
        #expect(try ImportRun(input, as: .hotspots).sink.hotspots.count == 1)
        let two = MemoryInput("z.zip", texts: [("a.csv", "p,q\n1,2\n"), ("b.csv", "r,s\n1,2\n")])
        #expect(
            try fileProblem(two, as: .hotspots)
                == "z.zip: none of its tables (a.csv, b.csv) is in a known format; import one of them by itself with "
                + "--map"
        )
    }

    @Test func `a stream is opened once, so that standard input will do`() throws {
        let input = MemoryInput("-", text: "name,lat,lon\nMill,1,2\n")
        _ = try ImportRun(input, as: .hotspots)
        #expect(input.opened == ["-": 1])
    }
}
