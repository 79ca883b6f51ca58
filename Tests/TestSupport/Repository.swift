package import Foundation

/// Where files for tests are.
package enum Repository {
    /// The folder of the package.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL
}
