import Geoq

/// A text as one word of a command that a person copies into a shell.
enum ShellWord {
    /// The text between quotation marks. One with characters that a terminal would not show as they are is
    /// written as `$'…'`, which bash, ksh and zsh read.
    static func quoted(_ text: String) -> String {
        guard TerminalText.neutralized(text) != text else {
            return "'\(text.replacingScalars("'", with: "'\\''"))'"
        }
        var word = "$'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\": word += "\\\(scalar)"
            case "\n": word += "\\n"
            case "\t": word += "\\t"
            default:
                let isShown = TerminalText.neutralized(String(scalar)) == String(scalar)
                word += isShown ? String(scalar) : escaped(scalar)
            }
        }
        return word + "'"
    }

    /// A character by its number, of eight digits: a digit behind it is no part of it.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        "\\U" + HexDigits.text(scalar.value)
    }
}
