/// Damages inputs at random, for tests that a reader survives anything.
package struct Mutation {
    /// Bytes that matter to readers of text, and some that should not be there.
    private static let marks =
        Array("\"\"\",;\t\n\r\\/{}[]<>:.-+ eE0159NAX'".utf8) + [0, 0x80, 0xC3, 0xE9, 0xEF, 0xFF, 0x1E]

    /// Makes one to four changes: bytes replaced, put in, taken out, doubled,
    /// or the end cut off.
    package static func damage(_ seed: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let position = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, position + Int.random(in: 1...24, using: &generator))
            let mark = marks[Int.random(in: 0..<marks.count, using: &generator)]
            switch Int.random(in: 0..<7, using: &generator) {
            case 0, 1: if position < bytes.count { bytes[position] = mark }
            case 2: bytes.insert(mark, at: position)
            case 3: bytes.removeSubrange(position..<end)
            case 4: bytes.insert(contentsOf: bytes[position..<end], at: position)
            case 5: if position < bytes.count { bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
            default: if position > 0 { bytes.removeSubrange(position...) }
            }
        }
        return bytes
    }
}
