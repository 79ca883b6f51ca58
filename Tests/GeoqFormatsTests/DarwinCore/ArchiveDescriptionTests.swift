import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("The meta.xml of a Darwin Core archive")
struct ArchiveDescriptionTests {
    @Test("Tables, separators, columns and defaults are read")
    func reads() throws {
        let description = try ArchiveDescription(
            xml: Array(
                #"""
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- invented -->
                <dwc:archive xmlns:dwc="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">
                  <dwc:core encoding="ISO-8859-1" fieldsTerminatedBy="\t" linesTerminatedBy="\n" fieldsEnclosedBy=""
                      ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Event">
                    <dwc:files><dwc:location> event.txt </dwc:location><dwc:location>more/event&amp;2.txt</dwc:location></dwc:files>
                    <dwc:id index="2"/>
                    <dwc:field index="0" term="http://rs.tdwg.org/dwc/terms/eventDate"/>
                    <dwc:field default="WGS84" term="http://rs.tdwg.org/dwc/terms/geodeticDatum"/>
                    <dwc:field index="4" default="NO" term="http://purl.org/dc/terms#countryCode"/>
                  </dwc:core>
                  <dwc:extension rowType="http://rs.tdwg.org/dwc/terms/Occurrence">
                    <dwc:files><dwc:location>occurrence.csv</dwc:location></dwc:files>
                    <dwc:coreid index="0"/>
                  </dwc:extension>
                </dwc:archive>
                """#.utf8), file: "meta.xml")
        var core = ArchiveDescription.Table(rowType: "Event")
        core.files = ["event.txt", "more/event&2.txt"]
        core.separator = UInt8(ascii: "\t")
        core.quote = nil
        core.headerLines = 1
        core.encoding = "iso-8859-1"
        core.idIndex = 2
        core.fields = [
            ArchiveDescription.Field(term: "eventDate", index: 0),
            ArchiveDescription.Field(term: "geodeticDatum", defaultValue: "WGS84"),
            ArchiveDescription.Field(term: "countryCode", index: 4, defaultValue: "NO"),
        ]
        #expect(description.core == core)
        #expect(core.columnNames == ["eventDate", "", "id", "", "countryCode"])
        #expect(core.hasFile(named: "event&2.txt"))
        #expect(!core.hasFile(named: "vent.txt"))

        // The defaults of the text guide.
        let plain = try #require(description.extensions.first)
        #expect(plain.rowType == "Occurrence")
        #expect(plain.separator == UInt8(ascii: ","))
        #expect(plain.quote == UInt8(ascii: "\""))
        #expect(plain.headerLines == 0)
        #expect(plain.encoding == "utf-8")
        #expect(plain.idIndex == 0)
    }

    @Test(
        "What cannot be an archive is refused",
        arguments: [
            ("", "not well-formed XML: line 1: no element"),
            ("<archive>\n<core", "not well-formed XML: line 2: a blank, / or > is expected in a tag"),
            ("<archive><core></archive></core>", "not well-formed XML: line 1: </archive> closes another element"),
            ("<archive/>", "it names no core table"),
            ("<html><core rowType='x'></core></html>", "not the description of an archive"),
            (
                "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><archive>&x;</archive>",
                "not well-formed XML: line 1: a document type (<!DOCTYPE …>), which geoq does not read; take it out of the file"
            ),
            ("<archive><core ignoreHeaderLines='-1'/></archive>", "ignoreHeaderLines=\"-1\" is not a number of lines"),
            ("<archive><core fieldsTerminatedBy=''/></archive>", "fieldsTerminatedBy is empty"),
            (
                "<archive><core fieldsTerminatedBy='||'/></archive>",
                "\"||\" is not one character that can separate or enclose fields"
            ),
            (
                "<archive><core fieldsEnclosedBy='«'/></archive>",
                "\"«\" is not one character that can separate or enclose fields"
            ),
            (
                "<archive><core><field index='99999999999999999999' term='a'/></core></archive>",
                "index=\"99999999999999999999\" is not the number of a column"
            ),
            (
                "<archive><core><field index='-1' term='a'/></core></archive>",
                "index=\"-1\" is not the number of a column"
            ),
            ("<archive><core><id index='4096'/></core></archive>", "index=\"4096\" is not the number of a column"),
            ("<archive><core><field index='1'/></core></archive>", "a field without a term"),
        ])
    func refuses(xml: String, message: String) {
        let problem = #expect(throws: FileProblem.self) {
            try ArchiveDescription(xml: Array(xml.utf8), file: "meta.xml")
        }
        #expect(problem?.file == "meta.xml")
        #expect(problem?.reason == message)
    }

    @Test("More than can be meant is refused")
    func bounds() {
        func message(_ xml: String) -> String? {
            do {
                _ = try ArchiveDescription(xml: Array(xml.utf8), file: "meta.xml")
                return nil
            } catch {
                return error.reason
            }
        }
        let field = "<field index='1' term='a'/>"
        #expect(message("<archive><core>" + String(repeating: field, count: 4096) + "</core></archive>") == nil)
        #expect(
            message("<archive><core>" + String(repeating: field, count: 4097) + "</core></archive>")
                == "more than 4096 fields")
        #expect(
            message("<archive><core/>" + String(repeating: "<extension/>", count: 65) + "</archive>")
                == "more than 64 tables")
        #expect(
            message("<archive><core>" + String(repeating: "<location>a</location>", count: 65) + "</core></archive>")
                == "more than 64 files for one table")
        #expect(
            message("<archive>" + String(repeating: " ", count: 1 << 20) + "</archive>") == "larger than 1048576 bytes")
        #expect(message("<archive>\0") == "not well-formed XML: line 1: the text ends before the element archive")
    }
}
