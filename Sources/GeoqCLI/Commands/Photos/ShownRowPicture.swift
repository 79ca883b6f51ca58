import Geoq
import GeoqFormats
import GeoqStore
import GeoqSupabase
import GeoqSync

/// The picture of a profile or a list as commands show it.
extension RowPicture {
    /// How it stands, in the words of `geoq photo profile`; nil when there is none.
    var state: String? {
        let isHere = fileBytes != nil
        return switch upload?.state {
        case .dead?: "refused"
        case .stored?: isHere ? "sent" : "there"
        case .local?, .prepared?, .sending?: isHere ? isOfAccount ? "waiting" : "here" : "missing"
        case .doomed?, nil: text == nil ? nil : object == nil ? "unknown" : "there"
        }
    }

    /// Writes what is known of it.
    func show(_ format: OutputFormat, of store: Store) async throws {
        let file = fileBytes == nil ? nil : upload.map { store.photos.path($0.photo) }
        try SummaryTable.write(
            [
                .init("state", .text(state ?? "none")),
                .init("bytes", fileBytes.map { .integer(Int64($0)) } ?? .null),
                .init("file", .optional(file)), .init("path", .optional(text)),
                .init("url", .optional(address(at: try await store.account.stored()?.url))),
                .init("attempts", .integer(Int64(upload?.attempts ?? 0))),
                .init("message", .optional(upload?.message)),
            ], format)
    }

    /// The address of the object that the row names.
    ///
    /// - Parameter project: its origin; nil for a guest.
    func address(at project: String?) -> String? {
        guard let project, let object else { return nil }
        return StorageCall.publicURL(
            object.path, in: StorageBucket(column.purpose), version: object.version, at: project)
    }

    /// Writes the picture into a file: the one that is here, or the project's, which
    /// is fetched once.
    ///
    /// - Throws: `PictureNowhere` when there is none; `SyncError`, `OutputError`.
    func write(to output: String, from store: Store) async throws {
        if let bytes = try await store.photos.bytes(of: self) { return try PhotoFile.write(bytes, to: output) }
        guard let object else { throw PictureNowhere(picture: self) }
        let account = AccountSync(network: try Networking.needed(closing: store), store: store)
        let bucket = StorageBucket(column.purpose)
        let key = PictureCache.Key(of: object, in: column)
        let bytes = try await PictureCache(of: store).picture(key, of: owner, in: store) {
            try await account.withAccount(endsOffline: true) { account in
                try await ProjectPictures(account.patient).download(object.path, from: bucket)
            }
        }
        try PhotoFile.write(bytes, to: output)
    }
}

/// The picture of a profile or a list cannot be written.
struct PictureNowhere: Error, CustomStringConvertible {
    let picture: RowPicture

    var description: String {
        if let text = picture.text { return "\(text) is not in the project's Storage" }
        if picture.upload == nil { return "there is no picture" }
        return picture.fileBytes == nil
            ? "the picture's file is not on this device any more; set it again"
            : "the project does not have the picture yet"
    }
}
