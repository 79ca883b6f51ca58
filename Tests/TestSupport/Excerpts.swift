import Foundation

/// Small parts of the shared data, which every checkout has. No test is skipped
/// for want of them.
package enum Excerpts {
    /// `data/excerpts` of the package.
    package static let path = Checkout.root.appending(path: "data/excerpts").path

    /// One file or folder in it, as an input.
    package static func input(_ path: String) throws -> FolderInput {
        try FolderInput(path: Excerpts.path + "/" + path)
    }
}
