import Testing

@testable import Geoq

/// Texts between quotation marks, as SQL and shells read them.
@Suite struct QuotedTextTests {
    @Test(arguments: [
        ("", #""""#), ("name", #""name""#), (#"a"b"#, #""a""b""#), ("it's", #""it's""#),
        // Swift takes a mark with an accent behind it for one character, SQL does not.
        ("a\"\u{301}b", "\"a\"\"\u{301}b\""), ("\u{301}\"\"\u{20DD}", "\"\u{301}\"\"\"\"\u{20DD}\""),
        ("\"\r\n", "\"\"\"\r\n\""),
    ])
    func `each mark inside is doubled`(text: String, quoted: String) {
        #expect(Array(text.quoted(by: "\"").utf8) == Array(quoted.utf8))
    }

    @Test func `a part is replaced wherever its scalars are`() {
        #expect("\\\u{301}'".replacingScalars("\\", with: "\\\\") == "\\\\\u{301}'")
        #expect("of \"\u{301}word\"".replacingScalars("\u{301}word", with: "…") == "of \"…\"")
        #expect("none".replacingScalars("'", with: "''") == "none")
    }
}
