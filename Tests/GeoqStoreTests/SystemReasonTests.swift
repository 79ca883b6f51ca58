import Foundation
import GeoqFiles
import TestSupport
import Testing

@Suite struct SystemReasonTests {
    @Test func `a file that Foundation cannot write or read is told in the system's words`() async throws {
        try await withFolder { folder in
            try Data().write(to: URL(filePath: folder + "/file"))
            let attempts: [(reason: String, attempt: () throws -> Void)] = [
                (
                    "Not a directory",
                    {
                        try FileManager.default.createDirectory(
                            atPath: folder + "/file/below", withIntermediateDirectories: true)
                    }
                ),
                ("No such file or directory", { try Data().write(to: URL(filePath: folder + "/none/file")) }),
                (
                    "No such file or directory",
                    { _ = try FileManager.default.contentsOfDirectory(atPath: folder + "/none") }
                ),
            ]
            for (reason, attempt) in attempts {
                do {
                    try attempt()
                    Issue.record("\(reason) is expected")
                } catch {
                    #expect(error.systemReason == reason)
                }
            }
        }
    }
}
