extension String {
    /// The text between marks, each mark in it doubled, as names of SQL are written.
    ///
    /// - Complexity: O(length of the text).
    package func quoted(by mark: String) -> String {
        mark + replacingScalars(mark, with: mark + mark) + mark
    }

    /// The text with another one in the place of each occurrence of a part.
    ///
    /// It compares Unicode scalars, as SQL, CSV and shells read a text. `replacing` compares characters, and
    /// passes over a quotation mark with an accent behind it: these two are another character.
    ///
    /// - Parameter part: not empty.
    /// - Complexity: O(length of the text).
    package func replacingScalars(_ part: String, with other: String) -> String {
        String(unicodeScalars.replacing(part.unicodeScalars, with: other.unicodeScalars))
    }
}
