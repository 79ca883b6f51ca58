import Foundation

/// The folder of real data files beside the package, which a checkout may not
/// have. A test that needs all of them is skipped without it; `Excerpts` are
/// always there.
package enum SharedData {
    /// `../shared/data`, seen from the package's root.
    package static let path: String = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.deletingLastPathComponent().appendingPathComponent("shared/data").path
    }()

    /// Whether the folder is there.
    package static var isPresent: Bool {
        FileManager.default.fileExists(atPath: path + "/SHA256SUMS")
    }

    /// One file or folder in it, as an input.
    package static func input(_ path: String, only members: [String]? = nil) throws -> FolderInput {
        try FolderInput(path: SharedData.path + "/" + path, only: members)
    }
}
