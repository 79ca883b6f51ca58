/// The setting `options` of a connection string: settings of the session, as `-c role=reader`, which may decide what is
/// read, and from which schema.
///
/// A store keeps those that cannot be secret. Of others it keeps a mark, so that no later sync goes on without them
/// in silence.
struct SessionOptions {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// A setting of no meaning to a server, which stands for options that are not kept.
    static let mark = "-c geoq.left_out=on"

    /// Whether they stand for others that were not kept.
    var isMark: Bool { text == Self.mark }

    /// Whether each of them is a setting of PostgreSQL's own, none of which holds a secret, or the name of a database
    /// for a pooler. Settings with a dot are an extension's or an application's, and may be a token.
    var canBeKept: Bool {
        var words = Self.words(of: text)[...]
        while let word = words.popFirst() {
            let setting: Substring
            if word == "-c" {
                guard let next = words.popFirst() else { return false }
                setting = next[...]
            } else if word.hasPrefix("-c") || word.hasPrefix("--") {
                setting = word.dropFirst(2)
            } else if Self.poolers.contains(where: { word.hasPrefix($0 + "=") }) {
                continue
            } else {
                return false
            }
            guard let sign = setting.firstIndex(of: "="), sign > setting.startIndex,
                setting[..<sign].utf8.allSatisfy(Self.isOfName)
            else { return false }
        }
        return true
    }

    /// What poolers take that serve many databases at one address: Neon's, and Supabase's.
    private static let poolers = ["endpoint", "project", "reference"]

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The words between blanks; a backslash takes the character behind it as it is (`pg_split_opts` in
    /// postinit.c, PostgreSQL 15).
    private static func words(of text: String) -> [String] {
        var (words, word, isEscaped) = ([String](), String.UnicodeScalarView(), false)
        for scalar in text.unicodeScalars {
            if isEscaped {
                word.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if " \t\n\r\u{B}\u{C}".unicodeScalars.contains(scalar) {
                if !word.isEmpty { words.append(String(word)) }
                word = String.UnicodeScalarView()
            } else {
                word.append(scalar)
            }
        }
        return word.isEmpty ? words : words + [String(word)]
    }
}
