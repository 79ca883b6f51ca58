public import Foundation

/// Where files for tests are.
public enum Repository {
    /// The folder of the package.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    /// Whether a file or folder is in `../shared`, which a clone need not have.
    public static func hasShared(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: "../shared/\(path)").path)
    }

    /// A file or folder of `../shared`.
    public static func shared(_ path: String) -> URL {
        root.appending(path: "../shared/\(path)").standardizedFileURL
    }
}
