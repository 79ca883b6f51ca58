import Foundation
import TestSupport
import Testing

@testable import GeoqStore

/// Locks of files end when they are given up, whatever other threads do.
@Suite struct LockTests {
    /// Another thread may start a program in the midst: until that runs, it has
    /// copies of all descriptors.
    @Test func `a lock that is given up is free, even while a program is being started`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/store.sqlite")
            let takes: [(path: String, take: () throws -> AnyObject)] = [
                (store.path + ".sync", { try MirrorLock(of: store) }),
                (store.path + ".agent", { try AgentLock(of: store) }),
            ]
            for (path, take) in takes {
                var lock: AnyObject? = try take()
                #expect(throws: StoreError.self) { _ = try take() }
                let copies = CopiedDescriptors(of: path)
                #expect(copies.count == 1 && lock != nil)
                lock = nil
                #expect(throws: Never.self) { _ = try take() }
                withExtendedLifetime(copies) {}
            }
        }
    }

    @Test func `pictures may be swept as soon as a writer is done`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/store.sqlite")
            let files = PhotoFiles(of: store)
            var writer: FolderHold? = try files.holdForWriting()
            #expect(files.holdForSweep() == nil)
            let copies = CopiedDescriptors(of: files.folder)
            #expect(copies.count == 1 && writer != nil)
            writer = nil
            #expect(files.holdForSweep() != nil)
            withExtendedLifetime(copies) {}
        }
    }
}
