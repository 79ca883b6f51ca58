import Geoq
import GeoqStore
import GeoqSupabase
import Logging

extension PhotoRun {
    /// Compares all pictures of the project with their rows, and mends what geoq has
    /// stored: a device may be lost between an object and its row, and other
    /// programs delete one without the other.
    ///
    /// A check that cannot be made is made an hour later, and holds up nothing.
    ///
    /// - Returns: how many objects it has deleted.
    func check(_ user: FeatureID) async throws -> Int {
        try await PictureCache.prune(of: store)
        do {
            let report = try await PhotoCheck(store, pictures, user: user.description).run(
                mending: .own, age: Store.Photos.shortestPause, now: await pictures.client.sessions.serverNow())
            // An idle device shall not ask more than once in five minutes, on average.
            let pause = min(Store.Photos.longestPause, max(Store.Photos.shortestPause, 300 * Double(report.requests)))
            try await store.photos.noteCheck(next: now + pause)
            options.logger.info(
                "pictures compared",
                metadata: [
                    "orphans": "\(report.orphans.count)", "missing": "\(report.missing.count)",
                    "other versions": "\(report.otherVersions.count)", "deleted": "\(report.deleted)",
                    "sent again": "\(report.sentAgain)", "renamed": "\(report.renamed)",
                ])
            return report.deleted
        } catch let error as SyncError {
            options.logger.notice("pictures were not compared", metadata: ["reason": "\(error)"])
            try await store.photos.noteCheck(next: now + 3_600)
            return 0
        }
    }
}
