import Foundation
import GeoqFiles
import GeoqStore
public import GeoqSupabase

/// A vault that is one file, which only its owner can read: for systems without
/// a keychain.
///
/// The file lies in a folder of its own, outside the store, because a store is
/// copied, mailed and backed up. Folder and file are made with the modes 0700
/// and 0600; looser ones are refused, and so are links. A change is written to
/// a second file, brought to the disk and renamed, so that a crash leaves the
/// old contents or the new ones. The bytes of what was replaced are overwritten
/// with zeros before their file goes.
///
/// Beside `NAME.json` lie `NAME.lock`, held while the vault is changed, and
/// `NAME.refresh`, held while tokens are renewed. They hold nothing.
public struct FileVault: SessionVault {
    /// The folder, as an absolute path.
    package let folder: String
    /// The file's name without its ending.
    package let name: String

    /// A vault larger than this is damaged.
    package static let maximumBytes = 65_536

    /// - Parameters:
    ///   - folder: Where the file lies; it is made when it is missing.
    ///   - name: Letters, digits, `-`, `_` and `.`; not hidden.
    package init(folder: String, name: String) {
        precondition(
            !name.isEmpty && !name.hasPrefix(".")
                && name.utf8.allSatisfy { $0.isVaultNameByte }, "A vault's name is a plain file name.")
        (self.folder, self.name) = (folder, name)
    }

    /// `geoq` in the folder that `XDG_STATE_HOME` names, else in
    /// `~/.local/state` (XDG Base Directory Specification).
    ///
    /// A folder that begins with no `/` is left out, as that specification says: another one would be meant in each
    /// working folder. Without `HOME`, the user database says where the user's home is.
    ///
    /// - Parameter environment: The process's own, as a rule.
    public static func standardFolder(for environment: [String: String]) -> String {
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let state = folder("XDG_STATE_HOME") ?? (folder("HOME") ?? NSHomeDirectory()) + "/.local/state"
        return state + "/geoq"
    }

    /// What the file holds; nil when there is none.
    ///
    /// - Throws: `VaultError`.
    /// - Complexity: O(bytes of the file), 64 KiB at most.
    public func contents() async throws -> VaultContents? {
        try await Self.work.run { try read(from: VaultFolder(existing: folder)) }
    }

    /// Changes the contents while no other process does.
    ///
    /// - Throws: `VaultError`, and what `change` throws.
    /// - Complexity: O(bytes of the file), 64 KiB at most.
    public func update(_ change: @escaping @Sendable (VaultContents?) throws -> VaultContents?) async throws
        -> VaultContents?
    {
        try await Self.work.run {
            let folder = try VaultFolder(making: folder)
            let lock = try folder.lock("\(name).lock")
            defer { lock.release() }
            guard let new = try change(read(from: folder)) else { return nil }
            try write(new, to: folder)
            return new
        }
    }

    /// Waits until no other process renews the session, then runs `body`.
    ///
    /// - Throws: `VaultError`, `CancellationError`, and what `body` throws.
    /// - Complexity: O(1) while no other process renews; else it asks for the lock
    ///   ten to two hundred times a second.
    public func whileRefreshing<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        var wait = Duration.milliseconds(5)
        while true {
            // Asked for again and again, so that no thread waits for another
            // process's request, and a cancelled task goes at once.
            if let lock = try await Self.work.run({ try VaultFolder(making: folder).lockIfFree("\(name).refresh") }) {
                defer { lock.release() }
                return try await body()
            }
            try await Task.sleep(for: wait)
            wait = min(wait * 2, .milliseconds(100))
        }
    }

    /// The project of the login in the file.
    ///
    /// - Parameter key: the project's, as the file has it.
    /// - Throws: `VaultError.damaged` for a key with which nobody can have logged in; `ProjectError` for a text that is
    ///   not the address of a project.
    package func project(at url: String, _ key: Secret?) throws -> SupabaseProject {
        guard let key else { throw VaultError.damaged(path: path) }
        do {
            return try SupabaseProject(url: url, key: key)
        } catch ProjectError.privilegedKey, ProjectError.userToken, ProjectError.unknownKey {
            throw VaultError.damaged(path: path)
        }
    }

    // MARK: The file

    private var path: String { "\(folder)/\(name).json" }

    private func read(from folder: VaultFolder?) throws(VaultError) -> VaultContents? {
        guard let bytes = try folder?.read("\(name).json", maximumBytes: Self.maximumBytes) else { return nil }
        guard let contents = VaultContents(bytes: bytes) else { throw .damaged(path: path) }
        return contents
    }

    private func write(_ contents: VaultContents, to folder: VaultFolder) throws(VaultError) {
        try folder.replace("\(name).json", with: contents.bytes)
    }

    /// Disks and locks are waited for there.
    static let work = WaitingWork("geoq.vault")
}

extension UInt8 {
    fileprivate var isVaultNameByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
