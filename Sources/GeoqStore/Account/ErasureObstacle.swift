/// What keeps an erasure of the user's rows from its end.
package enum ErasureObstacle: Hashable, Sendable {
    /// Another program reads the store, and keeps in its log what was removed.
    case log
    /// A file beside the store cannot be removed.
    case file(path: String, reason: String)
    /// Another program writes a picture into the folder.
    case pictureWriter(folder: String)
}
