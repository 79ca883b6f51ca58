import Foundation
import TestSupport
import Testing

/// A store of the 34 006 places in `data/cities15000.csv`, with its index. The
/// command imports it once for all tests; each takes a copy.
enum CityStore {
    static let table = Checkout.root.appending(path: "data/cities15000.csv").path

    /// - Parameter db: where the copy will be; its index is beside it.
    static func copy(to db: String) throws {
        let original = try made.get()
        for suffix in ["", ".index"] {
            try FileManager.default.copyItem(atPath: original + suffix, toPath: db + suffix)
        }
    }

    private static let made = Result {
        let path = LastingFolder.path + "/command-cities.sqlite"
        let run = try GeoqProcess(["import", table, "--as", "hotspots", "--db", path])
        try #require(run.status == 0, "\(run.errors)")
        // All of it in one file.
        let checkpoint = try Tool.sqlite3(path, "PRAGMA wal_checkpoint(TRUNCATE)")
        try #require(checkpoint.lines == ["0|0|0"], "\(checkpoint.errors)")
        return path
    }
}
