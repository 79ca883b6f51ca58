/// How many bytes all files of an archive give together: many of them may be of the same few bytes of it.
package final class UnpackedBytes {
    private let archive: String
    private let most: Int
    /// Of the archive in which this one lies.
    private let outer: UnpackedBytes?
    private var count = 0

    /// - Parameters:
    ///   - archive: its name in messages.
    ///   - size: its length in bytes.
    ///   - unquestioned: up to this many bytes nothing is checked.
    ///   - outer: counts the bytes too, of an archive in another one.
    init(of archive: String, size: Int, unquestioned: Int, outer: UnpackedBytes?) {
        (self.archive, most) = (archive, unquestioned + BoundedStream.mostForOne * size)
        self.outer = outer
    }

    /// Counts bytes that a file gave; those that are unpacked once more count again.
    ///
    /// - Throws: `InputError.unreadable` when they are too many.
    func add(_ bytes: Int) throws {
        try outer?.add(bytes)
        count += bytes
        guard count > most else { return }
        throw InputError.unreadable(
            archive,
            reason: "its files together become more than \(BoundedStream.mostForOne) times as long as it is; unpack it "
                + "first if that is right")
    }
}
