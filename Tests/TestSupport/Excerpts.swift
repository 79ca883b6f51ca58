import Foundation

/// Small parts of the shared data, which every checkout has. No test is skipped
/// for want of them.
public enum Excerpts {
    /// `data/excerpts` of the package.
    public static let path = Repository.root.appending(path: "data/excerpts").path

    /// One file or folder in it, as an input.
    public static func input(_ path: String) throws -> FolderInput {
        try FolderInput(path: Excerpts.path + "/" + path)
    }
}
