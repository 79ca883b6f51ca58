extension String {
    /// The text with the difference between upper and lower case taken away,
    /// for `CASEI`.
    ///
    /// OGC 21-065r2, requirement `case-insensitive-comparison/casei-function`,
    /// asks for Unicode's full case folding. This is the lower case of the
    /// upper case of each scalar, which is the same for all but a few letters
    /// (the Turkish dotless ı also folds to i; Cherokee folds to lower case).
    /// `ß` and `SS` fold to `ss`, the three sigmas to `σ`.
    ///
    /// - Complexity: O(scalars).
    var caseFolded: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            for upper in scalar.properties.uppercaseMapping.unicodeScalars {
                folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(folded)
    }
}
