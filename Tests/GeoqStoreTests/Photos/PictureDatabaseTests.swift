import Foundation
import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Pictures that an older app kept as blobs.
@Suite struct PictureDatabaseTests {
    /// A column whose blobs may lie in files has 1 before a blob, and 2 before the name of a file.
    @Test func `blobs that Core Data keeps within and beside its database are found`() async throws {
        try await withFolder { folder in
            let path = folder + "/Birds.sqlite"
            let ids = (1...5).map { OutboxFixture.id($0) }
            let names = (1...2).map { _ in UUID().uuidString }
            let beside = folder + "/.Birds_SUPPORT/_EXTERNAL_DATA"
            try FileManager.default.createDirectory(atPath: beside, withIntermediateDirectories: true)
            let large = Data(repeating: 7, count: 5_000)
            try large.write(to: URL(filePath: "\(beside)/\(names[0])"))
            // Larger than a file's name.
            let preview = Data([1] + [UInt8](repeating: 8, count: 100))
            func reference(_ name: String, _ end: String = "") -> Data { Data("\u{2}\(name)\(end)".utf8) }
            let blobs: [Data] = [
                Data([1, 0xFF, 0xD8, 0xFF]), Data([0xFF, 0xD8, 0xFF]), reference(names[0], "\0"), reference(names[1]),
                reference("../../../../../../../../../../passwd"),
            ]
            try await DatabaseQueue(path: path).write { db in
                try db.execute(sql: "CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY, ZID TEXT, ZDATA BLOB, ZSMALL BLOB)")
                for (number, blob) in blobs.enumerated() {
                    try db.execute(
                        sql: "INSERT INTO ZPHOTO (ZID, ZDATA, ZSMALL) VALUES (?, ?, ?)",
                        arguments: [ids[number].description, blob, [2, 3].contains(number) ? preview : nil])
                }
            }
            let database = try PictureDatabase(path, for: Set(ids))
            let places = try ids.map { try #require(database.places[$0]) }
            #expect(places.map(\.column) == Array(repeating: "ZDATA", count: 5))
            #expect(places.map(\.file) == [nil, nil, "\(beside)/\(names[0])", "\(beside)/\(names[1])", nil])
            #expect(places[2].size == large.count, "It is larger than the preview.")
            for place in places[..<2] { #expect(try database.bytes(at: place) == [0xFF, 0xD8, 0xFF]) }
        }
    }
}
