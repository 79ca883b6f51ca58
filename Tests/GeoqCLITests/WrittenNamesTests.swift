import Geoq
import TestSupport
import Testing

@testable import GeoqCLI

/// Names of columns in options.
@Suite(.waits) struct WrittenNamesTests {
    @Test(
        arguments: [
            ("amenity, ele ,kind=type", [["amenity"], ["ele"], ["kind", "type"]]),
            (#""a,b"="c=d", "x=y""#, [["a,b", "c=d"], ["x=y"]]),
            (#"kind="say ""hi""","all""#, [["kind", "say \"hi\""], ["all"]]),
            ("kind=a=b,", [["kind", "a=b"], [""]]), (#"5" pipe,'x'"#, [[#"5" pipe"#], ["'x'"]]),
            ("\t\"a,b\"\n=\n\"c=d\" ,\n ele\t\n", [["a,b", "c=d"], ["ele"]]),
            ("=", [["", ""]]), ("", [[""]]), (#""""#, [[""]]), ("\"e\u{301}\"=n\u{303}", [["e\u{301}", "n\u{303}"]]),
        ])
    func `names are separated as they are written`(text: String, sides: [[String]]) {
        #expect(WrittenNames(text, isPaired: true)?.parts.map(\.sides) == sides)
    }

    @Test func `an equals sign belongs to a name where no pairs are wanted`() {
        #expect(WrittenNames(#"a=b,"c,d",,e"#)?.names == ["a=b", "c,d", "e"])
        #expect(WrittenNames(#"k="a,b"#)?.names == [#"k="a"#, "b"] && WrittenNames(#"k="a,b"#, isPaired: true) == nil)
    }

    @Test(arguments: [#""a"#, #""a"b"#, #"x,"a" b=c"#])
    func `a mark that ends no name is refused`(text: String) throws {
        #expect(WrittenNames(text, isPaired: true) == nil)
        for option in ["--keep", "--map", "--key"] {
            let run = try GeoqProcess(["sync", "host=/nowhere dbname=gis", "--table", "t", option, text], input: "")
            #expect(run.status == 64 && run.errors.contains("a mark in it is doubled"), "\(run)")
        }
    }

    @Test(arguments: ["a,,b", "a,", ",a", " , a", "a,\"\"", ""])
    func `a name that is missing between commas is refused`(text: String) throws {
        #expect(WrittenNames(text)?.hasGap == true)
        let near = ["near", "--lat", "1", "--lon", "1", "--km", "1", "--fields", text]
        for (words, option) in [(near, "--fields"), (["import", "x.csv", "--map", text], "--map")] {
            let run = try GeoqProcess(words, input: "")
            let isRefused = run.errors.contains("\(option) \(text) does not name columns")
            // A file's column may be called so.
            #expect(run.status == 64 && (isRefused || option == "--map" && text.contains("\"")), "\(run)")
        }
    }
}
