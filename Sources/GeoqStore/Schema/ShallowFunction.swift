import GRDB
import Geoq

/// The SQL function by which kept values are read of a row whose JSON nests deeper than SQLite reads (1,000 or 2,000
/// levels, by its version): SQLite calls the whole object no JSON, and each of its members would be lost. PostgreSQL
/// keeps some thousand levels.
enum ShallowFunction {
    static let name = "geoq_shallow"

    /// The SQL function of `shallow(of:)`; null for a text that is not a JSON object.
    static let function = DatabaseFunction(name, argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).flatMap { shallow(of: $0) }
    }

    /// A JSON object whose arrays and objects are texts of their JSON, without blanks; all else stands as it was.
    ///
    /// Only what is needed to find where members end is checked.
    ///
    /// - Returns: nil for a text that is no object.
    /// - Complexity: O(length), in constant depth of the stack.
    static func shallow(of object: String) -> String? {
        var scanner = Scanner(bytes: Array(object.utf8))
        var members: [String] = []
        guard scanner.take("{") else { return nil }
        while !scanner.take("}") {
            guard members.isEmpty || scanner.take(","), let name = scanner.string(), scanner.take(":"),
                let value = scanner.value()
            else { return nil }
            members.append("\(name):\(value)")
        }
        return scanner.isAtEnd ? "{\(members.joined(separator: ","))}" : nil
    }

    private struct Scanner {
        let bytes: [UInt8]
        private var place = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        private mutating func skipBlanks() {
            while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
        }

        private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

        var isAtEnd: Bool {
            mutating get {
                skipBlanks()
                return place == bytes.count
            }
        }

        /// Whether this character is next, which is then behind.
        mutating func take(_ character: Unicode.Scalar) -> Bool {
            skipBlanks()
            guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
            place += 1
            return true
        }

        /// The next string with its quotation marks and escapes; nil when there is none.
        mutating func string() -> String? {
            skipBlanks()
            let start = place
            return skipString() ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
        }

        private mutating func skipString() -> Bool {
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return false }
            place += 1
            while place < bytes.count {
                switch bytes[place] {
                case UInt8(ascii: "\""):
                    place += 1
                    return true
                case UInt8(ascii: "\\"): place += 2
                default: place += 1
                }
            }
            return false
        }

        /// The next value, of an array or an object its JSON as a string; nil when there is none.
        mutating func value() -> String? {
            skipBlanks()
            guard place < bytes.count else { return nil }
            switch bytes[place] {
            case UInt8(ascii: "\""): return string()
            case UInt8(ascii: "["), UInt8(ascii: "{"): return nested().map { JSONValue.string($0).text }
            default:
                let start = place
                while place < bytes.count, !Self.isBlank(bytes[place]), bytes[place] != UInt8(ascii: ","),
                    bytes[place] != UInt8(ascii: "}")
                {
                    place += 1
                }
                return start == place ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
            }
        }

        /// The array or object that begins here, without blanks.
        private mutating func nested() -> String? {
            var (text, depth): ([UInt8], Int) = ([], 0)
            while place < bytes.count {
                let byte = bytes[place]
                switch byte {
                case UInt8(ascii: "\""):
                    let start = place
                    guard skipString() else { return nil }
                    text += bytes[start..<place]
                    continue
                case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
                default: break
                }
                place += 1
                if !Self.isBlank(byte) { text.append(byte) }
                if depth == 0 { return String(decoding: text, as: UTF8.self) }
            }
            return nil
        }
    }
}
