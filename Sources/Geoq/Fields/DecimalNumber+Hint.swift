extension DecimalNumber {
    /// What helps to write a text that is not a number as one: degrees with
    /// marks or letters, and decimal commas; nil for other texts.
    ///
    /// - Complexity: O(length of the text).
    package static func hint(for text: String) -> String? {
        if isAngle(text) { return "write degrees as a plain number, south and west with a minus: -76.5" }
        return text.contains(",") ? "write decimals with a point" : nil
    }

    /// Whether a text is degrees such as `42°26'24"N`, `42.44 N`, `42:26:24` or
    /// `−76.5` with a minus of typesetters.
    private static func isAngle(_ text: String) -> Bool {
        let marks: Set<Character> = ["°", "º", "˚", "'", "′", "’", "\"", "″", "”", ":", "−", "N", "S", "E", "W"]
        let others: Set<Character> = [".", ",", "+", "-", " ", "\u{A0}"]
        var (hasDigit, hasMark) = (false, false)
        for character in text {
            if "0"..."9" ~= character {
                hasDigit = true
            } else if marks.contains(character) {
                hasMark = true
            } else if !others.contains(character) {
                return false
            }
        }
        return hasDigit && hasMark
    }
}
