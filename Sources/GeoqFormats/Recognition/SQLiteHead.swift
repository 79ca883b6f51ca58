/// The first bytes of each database file of SQLite (https://www.sqlite.org/fileformat2.html, 1.3.1).
package enum SQLiteHead {
    package static let bytes = Array("SQLite format 3\0".utf8)

    /// Whether a file that begins so is a database.
    package static func begins(_ file: some Sequence<UInt8>) -> Bool { file.starts(with: bytes) }

    /// Whether a database that begins so says that it is a store of geoq, by the "application ID" of
    /// https://www.sqlite.org/fileformat.html#application_id.
    package static func isOfStore(_ file: some Sequence<UInt8>) -> Bool {
        file.dropFirst(68).prefix(4).elementsEqual("geoq".utf8)
    }
}
