import Foundation
import TestSupport
import Testing

/// A store of the 34 006 places in `data/cities15000.csv`, with its index.
enum CityStore {
    static let table = Checkout.root.appending(path: "data/cities15000.csv").path

    /// - Parameter db: where the copy will be; its index is beside it.
    static func copy(to db: String) throws { try store.copy(to: db) }

    private static let store = SharedStore("cities") { db in
        let run = try GeoqProcess(["import", table, "--as", "hotspots", "--db", db])
        try #require(run.status == 0, "\(run.errors)")
    }
}
