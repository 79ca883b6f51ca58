import Foundation
import Geoq
import GeoqStore
import GeoqSupabase
import GeoqSync

// `cached-picture STORE` makes a store. `cached-picture STORE ENTRY TIMES` asks for the
// picture of the entry's only photo, which has to be in the store's cache on the disk,
// each time with an empty memory, and writes a line: the median of the seconds, the
// longest of nineteen in twenty, and the bytes of the picture.

/// A network and a vault that have nothing: a picture that is not kept is an error.
struct Nothing: Transport, SessionVault {
    func answer(to request: TransportRequest) async throws -> TransportAnswer { throw TransportFailure.notReached }
    func contents() async throws -> VaultContents? { nil }
    func update(
        _ change: @escaping @Sendable (VaultContents?) throws -> VaultContents?
    ) async throws -> VaultContents? { try change(nil) }
    func whileRefreshing<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await body()
    }
    func remove() async throws {}
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 1 || words.count == 3, let times = Int(words.count == 3 ? words[2] : "1"), times > 0 else {
    FileHandle.standardError.write(Data("usage: cached-picture STORE [ENTRY TIMES]\n".utf8))
    exit(64)
}
let store = try Store(path: words[0])
if words.count == 3 {
    guard let entry = FeatureID(words[1]) else { exit(64) }
    var photo: EntryPhoto?
    for try await moment in Repository(store).photos(of: entry) {
        photo = moment.rows.first
        break
    }
    guard let photo else {
        FileHandle.standardError.write(Data("the entry has no photo\n".utf8))
        exit(65)
    }
    let project = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
    var seconds: [Double] = []
    var size = 0
    for _ in 0..<times {
        let account = Account(project, store: store, transport: Nothing(), vault: Nothing())
        let start = ContinuousClock.now
        size = try await account.picture(of: photo)?.count ?? 0
        seconds.append((ContinuousClock.now - start) / .seconds(1))
    }
    seconds.sort()
    print(seconds[times / 2], seconds[min(times - 1, times * 19 / 20)], size)
}
