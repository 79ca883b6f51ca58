import Foundation
import TestSupport
import Testing

/// Files that `geoq photo add` is given and cannot use.
@Suite(.waits) struct PhotoFileTests {
    @Test func `why a file cannot be added as a photo is said exactly`() async throws {
        try await withFolder { folder in
            let store = folder + "/a.sqlite"
            #expect(try GeoqProcess(["list", "add", "Owls", "--db", store]).status == 0)
            let empty = folder + "/empty.jpg"
            try Data().write(to: URL(filePath: empty))
            let long = folder + "/" + String(repeating: "a", count: 500) + ".jpg"
            let files: [(file: String, status: Int32, words: String)] = [
                (empty, 65, "empty.jpg: it is empty"), (folder, 65, "it is a folder"),
                (long, 74, "cannot be read: File name too long"), (folder + "/none.jpg", 66, "no file at"),
                (empty + "/a.jpg", 66, "no file at"), ("", 66, "the name of a file is empty"),
            ]
            for (file, status, words) in files {
                let add = try GeoqProcess([
                    "photo", "add", "8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b", file, "--db", store,
                ])
                #expect(add.status == status && add.errors.contains(words), "\(file.suffix(20)): \(add.errors)")
            }
        }
    }
}
