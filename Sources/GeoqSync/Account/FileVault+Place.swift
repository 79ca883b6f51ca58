public import GeoqStore

extension FileVault {
    /// The vault of a store's login at a project. Its name is the project's host
    /// and the store's identity, so that a store that is moved stays logged in,
    /// and two stores have two logins.
    ///
    /// - Parameters:
    ///   - origin: Of the project: `https://abc.supabase.co`.
    ///   - folder: Where logins lie, as `standardFolder` gives it.
    /// - Throws: `StoreError` when the store cannot be read.
    public init(of origin: String, for store: Store, in folder: String) async throws {
        let host = origin.split(separator: "/").last ?? ""
        let plain = host.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") ? $0 : "_" }
        // A name must not be hidden.
        let name = String(plain.drop { $0 == "." })
        self.init(folder: folder, name: "\(name)-\(try await store.account.identityOfStore())")
    }

    /// Removes the files of a login that has ended, and what a crash left of a new one. A process that waits for
    /// one of them goes on with a file of its own, and finds no login.
    ///
    /// - Throws: `VaultError`.
    /// - Complexity: O(1), four files.
    public func remove() async throws {
        try await Self.work.run {
            guard let folder = try VaultFolder(existing: folder) else { return }
            for suffix in ["json", "json.new", "refresh", "lock"] { try folder.remove("\(name).\(suffix)") }
        }
    }
}
