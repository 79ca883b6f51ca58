import Foundation

/// Gives a new folder to `body` and removes it afterwards, even when `body`
/// throws.
package func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
}

private func makeFolder() throws -> String {
    let folder = TestFiles.parent.appending(path: "geoq-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    return folder.path
}
