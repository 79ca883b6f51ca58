import Foundation
import TestSupport
import Testing

/// `geoq import -`: the bytes may be plain or as they were downloaded.
@Suite(.waits) struct StandardInputTests {
    private static let rows = "id,name,lat,lon\n1,Pond,1,2\n2,Marsh,3,4\n"

    @Test func `plain, gzip and zip bytes are the same import`() async throws {
        try await withFolder { folder in
            let plain = Data(Self.rows.utf8)
            let gzip = try Packed.bytes(plain, python: "gzip.compress(sys.stdin.buffer.read())")
            #expect(gzip.starts(with: [0x1F, 0x8B]))
            let zip = try Packed.bytes(
                plain,
                python: """
                    (lambda b: (lambda z: (z.writestr('places.csv', sys.stdin.buffer.read()), z.close(), b.getvalue())[2])\
                    (zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED)))(io.BytesIO())
                    """)
            #expect(zip.starts(with: Data("PK".utf8)))
            var exports: Set<String> = []
            for (name, bytes) in [("plain", plain), ("gzip", gzip), ("zip", zip)] {
                let db = "\(folder)/\(name).sqlite"
                let arguments = ["import", "-", "--as", "hotspots", "--db", db, "--source", "mine"]
                let run = try GeoqProcess(arguments, bytes: bytes)
                #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
                #expect(run.errors.contains("2 added, 0 changed, 0 unchanged, 0 rejected"), "\(name): \(run.errors)")
                let again = try GeoqProcess(arguments, bytes: bytes)
                #expect(again.errors.contains("2 unchanged, 0 rejected; nothing has changed"))
                exports.insert(try GeoqProcess(["export", "hotspots", "-f", "csv", "--db", db]).output)
            }
            #expect(exports.count == 1)
            #expect(exports.first?.contains(",Marsh,3,4,") == true)
        }
    }

    @Test func `bytes that cannot be read are refused, and nothing is stored`() async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            let arguments = ["import", "-", "--as", "hotspots", "--db", db]
            let gzip = try Packed.bytes(
                Data(String(repeating: Self.rows, count: 2000).utf8), python: "gzip.compress(sys.stdin.buffer.read())")
            for (bytes, words) in [
                (Data(), "the file is empty"), (Data([0, 1, 2, 3, 0, 255]), "binary data"),
                (gzip.dropLast(20), "standard input is damaged or cut short: truncated gzip input"),
                (Data("Pond\n".utf8), "this is not a table"),
            ] {
                let run = try GeoqProcess(arguments, bytes: bytes)
                #expect(run.status == 65)
                #expect(run.errors.hasPrefix("geoq: ") && run.errors.contains(words), "\(run.errors)")
                #expect(run.errors.split(separator: "\n").count == 1)
                #expect(!FileManager.default.fileExists(atPath: db), "no empty store is left")
            }
        }
    }
}
