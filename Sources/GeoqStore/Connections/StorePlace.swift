import Foundation

/// Where the file of a store is, whatever name leads to it.
///
/// SQLite keeps its log beside the file itself, and not beside a symbolic link to it. So what geoq looks for or keeps beside
/// the store (the log, the index, pictures, locks) is named after the file, too: under two names it would be there twice.
package enum StorePlace {
    /// Links that lead to links; more are a circle, which the system refuses.
    private static let mostLinks = 40

    /// The path of the file that a name leads to, also of one that is not there yet. Only the last part of a name is looked
    /// at: a link to a folder leads to all that is in it. A name that SQLite would take for something else than a file's
    /// (`file:…`, `:memory:`) is written so that it does not.
    ///
    /// - Complexity: O(links), one call of the system for each.
    package static func path(of name: String) -> String {
        var path = name
        for _ in 0..<mostLinks {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            let folder = (path as NSString).deletingLastPathComponent
            let isWhole = target.hasPrefix("/") || folder.isEmpty
            path = isWhole ? target : (folder as NSString).appendingPathComponent(target)
        }
        return path.hasPrefix(":") || path.lowercased().hasPrefix("file:") ? "./" + path : path
    }
}
