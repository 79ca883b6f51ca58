import Testing

@testable import Geoq

/// Coordinates with marks and letters.
@Suite struct MarkedDegreesTests {
    @Test(arguments: [
        "42°26'24\"N 76°30'W", "42\u{B0} 26\u{2032} 24\u{2033} N, 76\u{B0} 30\u{2032} W", "42.44N 76.5W",
        "42.44 n, 76.5 w", "N 42° 26.4' W 76° 30'", "W76.5 N42.44", "42:26:24N 76:30:00W", "42 26 24 N 76 30 W",
        "42,44°N; 76,5°W", "N42,44, W76,5", "42º26’24”N76º30’0”W", "42°26'24''N 76°30'0''W", " 42.44°\u{A0}N 76.5°W ",
    ])
    func `marks, letters and blanks are read in any common form`(text: String) throws {
        let read = try #require(MarkedDegrees(text))
        #expect(read.latitude == 42.44 && read.longitude == -76.5, "\(read)")
        #expect(MarkedDegrees.resembles(text))
    }

    @Test func `south is negative, and zero is no negative zero`() throws {
        let read = try #require(MarkedDegrees("0°S 151°12'E"))
        #expect(read.latitude.sign == .plus && read.longitude == 151.2)
        #expect(MarkedDegrees("33°52'S 151°12'E")?.latitude == -(33 * 60 + 52) / 60.0)
    }

    @Test(arguments: [
        "", "N", "42.44", "42.44 -76.5", "42.44,-76.5", "42.44N", "42.44N 76.5", "42.44N 76.5N", "-42.44N 76.5W",
        "42°60'N 76°W", "42°26'60\"N 76°W", "42.5°26'N 76°W", "42°24\"N 76°W", "42°26'24'N 76°W", "N42N W76",
        "42.44 North 76.5 West", "42.44N 76.5W 3", "E1", "Pond 42N 76W", "42°N76°W\u{0}",
        String(repeating: "9", count: 30) + "N 1W", String(repeating: "0", count: 20) + "42N 1W",
    ])
    func `any other text is no place`(text: String) {
        #expect(MarkedDegrees(text) == nil)
    }

    @Test func `a text of numbers resembles coordinates, a name and a key do not`() {
        for text in ["47,4 8,5", "47.4 8.5", "42°26'N", "42.44 -76.5", "42N 76"] {
            #expect(MarkedDegrees.resembles(text), "\(text)")
        }
        for text in ["Ithaca, NY", "12345", "L123, 4", "E1", "42.44", "", "42.4\u{300}4 -76.5"] {
            #expect(!MarkedDegrees.resembles(text), "\(text)")
        }
    }
}
