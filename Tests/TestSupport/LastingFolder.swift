import Foundation
import Synchronization

/// A folder for what many tests of this process share and none changes. It is
/// removed when the process ends, even when it is killed.
public enum LastingFolder {
    public static let path: String = {
        let folder = TestFiles.parent.appending(path: "geoq-tests-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            reaper.withLock { $0 = try? Reaper("rm -rf '\(folder.path)'") }
        } catch {
            preconditionFailure("\(folder.path) cannot be made: \(error)")
        }
        return folder.path
    }()

    private static let reaper = Mutex<Reaper?>(nil)
}
