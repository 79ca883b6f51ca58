package import Foundation

/// Where files for tests are.
package enum Checkout {
    /// The folder of the package.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL
}
