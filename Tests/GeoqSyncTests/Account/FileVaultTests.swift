import Foundation
import GeoqFiles
import GeoqSupabase
import Synchronization
import TestSupport
import Testing

@testable import GeoqSync

/// A login in a file that only its owner can read.
@Suite(.waits) struct FileVaultTests {
    private let place = Place()
    private var folder: String { place.path + "/state/geoq" }
    private var vault: FileVault { FileVault(folder: folder, name: "abc") }

    private static func contents(_ generation: UInt64, token: String = "a") -> VaultContents {
        VaultContents(
            state: .active(
                Session(
                    userID: "a0000000-0000-4000-8000-00000000000a", email: "ä@example.org", accessToken: Secret(token),
                    refreshToken: Secret("r-\(token)"), expiresAt: 1_800_000_000.25)), generation: generation,
            clockOffset: -86_400.5, key: Secret("sb_publishable_k"))
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    /// Another thread may be starting a program, which has copies of all
    /// descriptors until it runs.
    @Test func `a lock that is given up is free, even while a program is being started`() throws {
        let vault = try VaultFolder(making: folder)
        let lock = try #require(try vault.lockIfFree("abc.refresh"))
        #expect(try vault.lockIfFree("abc.refresh") == nil)
        let copies = CopiedDescriptors(of: folder + "/abc.refresh")
        #expect(copies.count == 1)
        lock.release()
        let again = try vault.lockIfFree("abc.refresh")
        #expect(again != nil)
        again?.release()
        withExtendedLifetime(copies) {}
    }

    @Test func `a reader sees the next login, never what is written over an old one`() throws {
        let folder = try VaultFolder(making: folder)
        try folder.replace("abc.json", with: Self.contents(1).bytes)
        var count = 0
        let bytes = try folder.read("abc.json", maximumBytes: FileVault.maximumBytes) {
            count += 1
            // Two other programs write while this one reads.
            guard count < 3 else { return }
            #expect(throws: Never.self) { try folder.replace("abc.json", with: Self.contents(2).bytes) }
        }
        #expect(bytes == Self.contents(2).bytes && count == 3)
        let path = self.folder + "/abc.json"
        #expect(try folder.read("abc.json", maximumBytes: FileVault.maximumBytes) { unlink(path) } == nil)
    }

    @Test func `the folder of logins is below a home that is named whole, else below the user's own`() {
        let own = NSHomeDirectory() + "/.local/state/geoq"
        let folders: [([String: String], String)] = [
            (["HOME": "/home/ann"], "/home/ann/.local/state/geoq"), ([:], own), (["HOME": ""], own),
            (["HOME": "ann"], own), (["HOME": "/home/ann", "XDG_STATE_HOME": "/state"], "/state/geoq"),
            (["HOME": "/home/ann", "XDG_STATE_HOME": "state"], "/home/ann/.local/state/geoq"),
        ]
        for (environment, folder) in folders {
            #expect(FileVault.standardFolder(for: environment) == folder, "\(environment)")
        }
    }

    @Test func `what is kept comes back, and only its owner may read it`() async throws {
        #expect(try await vault.contents() == nil)
        #expect(!FileManager.default.fileExists(atPath: folder), "A look makes no folder.")
        for contents in [
            Self.contents(1),
            VaultContents(state: .ended(userID: "u", email: nil, reason: "session_expired"), generation: 2),
            VaultContents(state: .out, generation: .max, clockOffset: 3),
        ] {
            #expect(try await vault.update { _ in contents } == contents)
            #expect(try await vault.contents() == contents)
        }
        #expect(try mode(folder) == 0o700)
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
            #expect(try mode("\(folder)/\(file)") == 0o600, "\(file)")
        }
    }

    @Test func `an update that gives nothing changes nothing`() async throws {
        _ = try await vault.update { _ in Self.contents(1) }
        #expect(try await vault.update { _ in nil } == nil)
        #expect(try await vault.contents() == Self.contents(1))
        struct Refusal: Error {}
        await #expect(throws: Refusal.self) { try await vault.update { _ in throw Refusal() } }
        #expect(try await vault.contents() == Self.contents(1))
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o666, 0o644])
    func `a file that others may read is refused (F33)`(mode: Int) async throws {
        _ = try await vault.update { _ in Self.contents(1) }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(folder)/abc.json")
        await #expect(throws: VaultError.loose(path: "\(folder)/abc.json")) { try await vault.contents() }
        await #expect(throws: VaultError.loose(path: "\(folder)/abc.json")) { try await vault.update { $0 } }
    }

    @Test func `a folder that others may enter is refused (F33)`() async throws {
        _ = try await vault.update { _ in Self.contents(1) }
        try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: folder)
        await #expect(throws: VaultError.loose(path: folder)) { try await vault.contents() }
        await #expect(throws: VaultError.loose(path: folder)) { try await vault.update { _ in Self.contents(2) } }
    }

    @Test func `links and other kinds of files are refused (F33)`() async throws {
        _ = try await vault.update { _ in Self.contents(1) }
        let file = "\(folder)/abc.json"
        try FileManager.default.moveItem(atPath: file, toPath: "\(folder)/elsewhere")
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "\(folder)/elsewhere")
        await #expect(throws: VaultError.notAFile(path: file)) { try await vault.contents() }
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(
            atPath: file, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        await #expect(throws: VaultError.notAFile(path: file)) { try await vault.contents() }
        try FileManager.default.removeItem(atPath: file)
        #expect(mkfifo(file, 0o600) == 0)
        await #expect(throws: VaultError.notAFile(path: file)) { try await vault.contents() }
        let linked = place.path + "/linked"
        try FileManager.default.createSymbolicLink(atPath: linked, withDestinationPath: folder)
        await #expect(throws: VaultError.notAFile(path: linked)) {
            try await FileVault(folder: linked, name: "abc").contents()
        }
    }

    @Test func `every part of a file, and every damaged byte, is a login or is called damaged (F33)`() async throws {
        _ = try await vault.update { _ in Self.contents(1) }
        let file = "\(folder)/abc.json"
        let whole = try Data(contentsOf: URL(filePath: file))
        func put(_ data: Data) throws {
            let handle = try FileHandle(forWritingTo: URL(filePath: file))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: data)
            try handle.close()
        }
        for length in 0..<(whole.count - 1) {
            try put(whole.prefix(length))
            await #expect(throws: VaultError.damaged(path: file), "\(length)") { try await vault.contents() }
        }
        try put(Data(repeating: 0x20, count: FileVault.maximumBytes + 1))
        await #expect(throws: VaultError.damaged(path: file)) { try await vault.contents() }
        // The vault never replaces what it cannot read.
        await #expect(throws: VaultError.damaged(path: file)) { try await vault.update { _ in Self.contents(2) } }
    }

    @Test func `what a crash left is not taken for the vault (F33)`() async throws {
        _ = try await vault.update { _ in Self.contents(1) }
        try Data("half".utf8).write(to: URL(filePath: "\(folder)/abc.json.new"))
        #expect(try await vault.contents() == Self.contents(1))
        _ = try await vault.update { _ in Self.contents(2) }
        #expect(try await vault.contents() == Self.contents(2))
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/abc.json.new"))
    }

    @Test(arguments: [false, true])
    func `a logout removes what a crash left of a login (F33)`(isFirst: Bool) async throws {
        _ = try await vault.update { _ in Self.contents(1) }
        if isFirst { try FileManager.default.removeItem(atPath: "\(folder)/abc.json") }
        try Data("open-sesame".utf8).write(to: URL(filePath: "\(folder)/abc.json.new"))
        let left = try FileHandle(forReadingFrom: URL(filePath: "\(folder)/abc.json.new"))
        try await vault.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        let bytes = try #require(try left.readToEnd())
        #expect(bytes.count == 11 && bytes.allSatisfy { $0 == 0 })
    }

    @Test func `the bytes of a token that was replaced are overwritten`() async throws {
        _ = try await vault.update { _ in Self.contents(1, token: "open-sesame") }
        let old = try FileHandle(forReadingFrom: URL(filePath: "\(folder)/abc.json"))
        _ = try await vault.update { _ in VaultContents(state: .out, generation: 2) }
        let bytes = try #require(try old.readToEnd())
        #expect(!bytes.isEmpty && bytes.allSatisfy { $0 == 0 })
    }

    @Test func `changes of many tasks come one after the other`() async throws {
        _ = try await vault.update { _ in Self.contents(0) }
        let folder = folder
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    _ = try await FileVault(folder: folder, name: "abc").update { kept in
                        Self.contents(kept!.generation + 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await vault.contents()?.generation == 100)
    }

    @Test func `one refresh runs at a time, and a change does not wait for it`() async throws {
        let running = Running()
        let vault = vault
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await vault.whileRefreshing {
                        running.count.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                        _ = try await vault.update { kept in Self.contents((kept?.generation ?? 0) + 1) }
                        running.count.withLock { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(running.count.withLock { $0.most } == 1)
        #expect(try await vault.contents()?.generation == 20)
    }

    @Test func `a task that waits for a refresh can be cancelled`() async throws {
        let other = vault
        try await vault.whileRefreshing {
            let waiting = Task { try await other.whileRefreshing {} }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
    }

    private final class Running: Sendable {
        let count = Mutex((now: 0, most: 0))
    }

    /// A folder that goes with the test.
    private final class Place: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "geoq-vault-\(UUID().uuidString)").path

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }
}
