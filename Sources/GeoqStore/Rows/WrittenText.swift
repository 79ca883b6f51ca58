/// The check of a text that a program gives to be kept.
enum WrittenText {
    /// Refuses a text with the character U+0000: SQLite's functions end a text there, and
    /// PostgreSQL takes none.
    ///
    /// - Parameter column: what the text is, for the message.
    /// - Throws: `StoreError.invalidValue`.
    static func check(_ text: String?, of column: String) throws {
        guard text?.utf8.contains(0) == true else { return }
        throw StoreError.invalidValue(
            column: column, reason: "it has the character U+0000, which no text may have; take it out")
    }
}
