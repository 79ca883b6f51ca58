import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("The little XML that a meta.xml needs")
struct XMLReaderTests {
    @Test("Elements, attributes, text and references")
    func reads() throws {
        let pieces = try read(
            """
            \u{FEFF}<?xml version="1.0"?>\n<!-- <no> -->\n<a x = '1"' y="&lt;&#9;&#x1F426;&amp;\t&quot;">t&gt;é<b:c/><![CDATA[<&>]]></a >\n<!-- end -->
            """)
        #expect(
            pieces == [
                .start(name: "a", attributes: ["x": "1\"", "y": "<\t🐦& \""]), .text("t>é"),
                .start(name: "b:c", attributes: [:]), .end(name: "b:c"), .text("<&>"), .end(name: "a"),
            ])
    }

    @Test(
        "What is not well-formed is refused, with the line",
        arguments: [
            ("", 1, "no element"),
            ("\n\n", 3, "no element"),
            ("x<a/>", 1, "text outside of the first element"),
            ("<a/>x", 1, "text outside of the first element"),
            ("<a/><![CDATA[x]]>", 1, "text outside of the first element"),
            ("<a/><b/>", 1, "more than one element at the top"),
            ("<a>\n<b></a></b>", 2, "</a> closes another element"),
            ("</a>", 1, "</a> closes another element"),
            ("<a>", 1, "the text ends before the element a"),
            ("<a", 1, "a blank, / or > is expected in a tag"),
            ("<a/", 1, "a blank, / or > is expected in a tag"),
            ("< a/>", 1, "a name is expected"),
            ("<1/>", 1, "a name is expected"),
            ("<a x/>", 1, "= is expected after the name of an attribute"),
            ("<a x=1/>", 1, "a value in quotes is expected"),
            ("<a x='1/>", 1, "the value of an attribute does not end"),
            ("<a x='<'/>", 1, "< in the value of an attribute"),
            ("<a x=''y=''/>", 1, "a blank, / or > is expected in a tag"),
            ("<a x='' x=''/>", 1, "the attribute x comes twice"),
            ("<a>&nbsp;</a>", 1, "&nbsp; stands for nothing"),
            ("<a>&#0;</a>", 1, "&#0; stands for nothing"),
            ("<a>&#xD800;</a>", 1, "&#xD800; stands for nothing"),
            ("<a>&#99999999999;</a>", 1, "&#99999999999; stands for nothing"),
            ("<a>&amp</a>", 1, "an & without a ; behind it"),
            ("<a><!-- </a>", 1, "a comment that does not end"),
            ("<a><![CDATA[</a>", 1, "a CDATA section that does not end"),
            ("<?xml <a/>", 1, "an instruction that does not end"),
            (
                "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", 1,
                "a document type (<!DOCTYPE …>), which geoq does not read; take it out of the file"
            ),
        ])
    func refuses(text: String, line: Int, reason: String) {
        #expect(throws: XMLReader.Problem(line: line, reason: reason)) { try read(text) }
    }

    @Test("Depth and attributes are bounded")
    func bounds() throws {
        let deep = String(repeating: "<a>", count: 64) + String(repeating: "</a>", count: 64)
        #expect(try read(deep).count == 128)
        #expect(throws: XMLReader.Problem(line: 1, reason: "nested more than 64 deep")) {
            try read(String(repeating: "<a>", count: 100_000))
        }
        #expect(throws: XMLReader.Problem(line: 1, reason: "nested more than 64 deep")) {
            try read("<a>" + deep + "</a>")
        }
        let many = "<a " + (0..<65).map { "a\($0)=''" }.joined(separator: " ") + "/>"
        #expect(throws: XMLReader.Problem(line: 1, reason: "more than 64 attributes")) { try read(many) }
    }

    private func read(_ text: String) throws -> [XMLReader.Piece] {
        var reader = XMLReader(Array(text.utf8))
        var pieces: [XMLReader.Piece] = []
        while let piece = try reader.next() { pieces.append(piece) }
        return pieces
    }
}
