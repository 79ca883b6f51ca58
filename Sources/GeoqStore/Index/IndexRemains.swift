import Foundation

/// Files that killed writers of an index have left beside it.
enum IndexRemains {
    /// A younger file may belong to a writer on another machine.
    static let usualAge: TimeInterval = 3600

    /// Removes the temporary files of processes that have ended.
    ///
    /// - Parameters:
    ///   - path: of the index.
    ///   - age: how old a file must be, in seconds.
    /// - Complexity: O(entries of the folder).
    static func remove(of path: String, olderThan age: TimeInterval = usualAge) {
        let index = URL(filePath: path)
        let folder = index.deletingLastPathComponent()
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
        for file in files ?? [] {
            guard let writer = writer(of: file.lastPathComponent, for: index.lastPathComponent),
                kill(writer, 0) != 0, errno == ESRCH,
                let changed = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate,
                age <= 0 || changed.timeIntervalSinceNow < -age
            else { continue }
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// The process that wrote a temporary file, from the file's name
    /// (`IndexFile.write`); nil when the file does not belong to this index.
    private static func writer(of name: String, for index: String) -> Int32? {
        guard name.hasPrefix("\(index)."), name.hasSuffix(".tmp") else { return nil }
        let parts = name.dropFirst(index.count + 1).dropLast(4).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let process = Int32(parts[0]), process > 0, UInt32(parts[1]) != nil else { return nil }
        return process
    }
}
