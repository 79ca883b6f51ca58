import Testing

@testable import Geoq

/// Bytes as hexadecimal digits, and texts as parts of addresses.
@Suite struct HexDigitsTests {
    @Test func `digits give the bytes that they came of`() {
        let all = Array(UInt8.min...UInt8.max)
        let digits = HexDigits.text(all)
        #expect(digits.hasPrefix("000102") && digits.hasSuffix("fdfeff"))
        #expect(HexDigits.bytes(digits.utf8) == all)
        #expect(HexDigits.bytes(digits.uppercased().utf8) == all)
        #expect(HexDigits.bytes("".utf8) == [])
        #expect(HexDigits.text(UInt16(0xA)) == "000a")
        #expect(HexDigits.text(UInt32(0)) == "00000000")
        #expect(HexDigits.text(UInt64.max) == "ffffffffffffffff")
    }

    @Test(arguments: ["0", "+f", "-1", "0x", "fg", "f f", "ff0"])
    func `any other text gives none`(text: String) {
        #expect(HexDigits.bytes(text.utf8) == nil)
    }

    @Test func `an encoded text is the text again`() {
        let text = "Az09-._~ ,:()*/?&=+%é\u{301}\n"
        #expect(PercentCoding.encoded(text) == "Az09-._~%20,%3A%28%29%2A%2F%3F%26%3D%2B%25%C3%A9%CC%81%0A")
        #expect(PercentCoding.encoded(text, keeping: "*,():").hasPrefix("Az09-._~%20,:()*%2F"))
        #expect(PercentCoding.decoded(PercentCoding.encoded(text), plusIsBlank: true) == text)
        for wrong in ["%", "%4", "%+f", "%zz", "%00", "%FF"] {
            #expect(PercentCoding.decoded(wrong, plusIsBlank: false) == nil, "\(wrong)")
        }
    }
}
