public import Foundation

/// Where files for tests are.
public enum Repository {
    /// The folder of the package.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL
}
