/// Why a login or a logout was not done, or not finished. Where no case says more, nothing was changed.
public enum AccountError: Error, Hashable, Sendable {
    /// The store is of another user of the project.
    case anotherUser(userID: String, url: String)
    /// The store is of a user of another project.
    case anotherProject(url: String)
    /// Files were imported under the name that the account's rows would have.
    case importedAs(name: String)
    /// A login has begun and was not finished: what is made here is not sent before another one.
    case joining(url: String)
    /// A logout has begun and was not finished.
    case leaving(url: String)
    /// No user is logged in.
    case notLoggedIn
    /// Rows that were made here belong to lists of the account, by source; no
    /// project has them.
    case unsent([String: Int])
    /// Changes of this many rows were not sent to the project; this many drafts
    /// are on this device alone, which no push sends; and of this many conflicts
    /// what lost is kept on this device alone.
    case unsentChanges(rows: Int, drafts: Int, conflicts: Int)
    /// This many pictures are not at the project, and an export of changes has none.
    case unsentPictures(Int)
    /// This many rows are on the virtual list, which no project has, and an export of changes has none of them.
    case onVirtualList(Int)
    /// These texts, such as `title of watchlists/5f0e…`, are no UTF-8, and an export of changes would not have them.
    case unreadable([String])
    /// While a logout looked for what is unsent, or exported it, another program changed something.
    case changedMeanwhile
    /// The rows are removed, but another program that reads the store keeps
    /// what was removed in the store's log.
    case logInUse
    /// The rows are removed, but a file beside the store, which may have something of the user, is not.
    case fileStays(path: String, reason: String)
    /// The rows are removed, but pictures are not: another program writes one into their folder.
    case picturesInUse(folder: String)
}

extension AccountError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .anotherUser(let userID, let url): "this store is of another user of \(url) (\(userID))"
        case .anotherProject(let url): "this store is of a user of \(url)"
        case .importedAs(let name): "files were imported under the name \(name), which the account's rows would have"
        case .joining(let url): "a login at \(url) has begun and was not finished"
        case .leaving(let url): "a logout from \(url) has begun and was not finished"
        case .notLoggedIn: "no user is logged in"
        case .unsent(let rows):
            "rows that were made here belong to lists of this account, and would go with them: "
                + rows.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }.joined(separator: ", ")
        case .unsentChanges(let rows, let drafts, let conflicts):
            [
                rows > 0 ? "changes of \(rows) \(rows == 1 ? "row" : "rows") were not sent to the project" : nil,
                drafts > 0 ? "\(drafts) \(drafts == 1 ? "draft is" : "drafts are") in this store alone" : nil,
                conflicts > 0
                    ? "what lost in \(conflicts) open \(conflicts == 1 ? "conflict" : "conflicts") is in this store alone"
                    : nil,
            ].compactMap(\.self).joined(separator: ", ") + ", and would be lost"
        case .unsentPictures(let count):
            "\(count) \(count == 1 ? "picture is" : "pictures are") not at the project, and would be lost: an export has none"
        case .onVirtualList(let count):
            "\(count) \(count == 1 ? "row" : "rows") on the list 00000000-0000-0000-0000-000000000000, which no project "
                + "takes, \(count == 1 ? "is" : "are") in this store alone, and would be lost: an export of changes has none"
        case .unreadable(let texts):
            "\(texts.prefix(3).joined(separator: ", "))\(texts.count > 3 ? " and \(texts.count - 3) more" : "") "
                + "\(texts.count == 1 ? "has" : "have") bytes that are no text (UTF-8), and would be lost: "
                + "an export has U+FFFD in their place"
        case .changedMeanwhile: "another program has changed something of the account meanwhile, which would be lost"
        case .logInUse:
            "another program reads the store, and keeps in its log what was removed"
        case .fileStays(let path, let reason):
            "\(path), which may have something of the user, cannot be removed: \(reason)"
        case .picturesInUse(let folder):
            "another program writes a picture into \(folder), so the user's pictures are still there"
        }
    }
}
