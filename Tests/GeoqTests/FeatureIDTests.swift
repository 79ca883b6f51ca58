import Geoq
import GeoqIndex
import TestSupport
import Testing

@Suite struct FeatureIDTests {
    private static func strict(_ text: [UInt8]) -> FeatureID? {
        text.withUnsafeBufferPointer { FeatureID(lowercase: $0) }
    }

    @Test func `an id is read from its own text, and from no other`() {
        let seed: UInt64 = 301
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let id = FeatureID(key: ItemKey(high: generator.next(), low: generator.next()))
            let text = Array(id.description.utf8)
            var written: [UInt8] = [7]
            id.write(to: &written)
            #expect(written == [7] + text)
            #expect(Self.strict(text) == id && FeatureID(id.description) == id)
            #expect(Self.strict(Array(id.description.uppercased().utf8)) == nil)
            #expect(Self.strict(Array(text.dropLast())) == nil && Self.strict(text + [48]) == nil)
            let position = Int.random(in: 0..<36, using: &generator)
            for byte in UInt8.min...UInt8.max {
                var other = text
                other[position] = byte
                let read = Self.strict(other)
                // Every text that can be read is written back in lower case.
                #expect(read.map { Array($0.description.utf8) == other } ?? true)
                let isDigit = (48...57).contains(byte) || (97...102).contains(byte)
                let isHyphen = [8, 13, 18, 23].contains(position)
                #expect((read != nil) == (isHyphen ? byte == 45 : isDigit))
            }
        }
    }
}
