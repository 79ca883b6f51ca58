import Geoq

/// How a text table is written: what separates its fields, and whether quotes
/// quote.
struct Dialect: Hashable, Sendable {
    /// The byte between two fields.
    var separator: UInt8

    /// True when a field may stand in `"`, with `""` for one quote, and may
    /// then hold separators and line ends (RFC 4180). False when `"` is a
    /// letter like any other.
    var quotes: Bool

    /// Whether the first line is `sep=;`, which tells Excel the separator, and no
    /// record.
    var hasSeparatorLine = false

    /// Comma, with quotes.
    static let csv = Dialect(separator: UInt8(ascii: ","), quotes: true)

    /// Semicolon, with quotes: the CSV of spreadsheets where the comma is the
    /// decimal point.
    static let semicolons = Dialect(separator: UInt8(ascii: ";"), quotes: true)

    /// Vertical bar, with quotes: what databases write.
    static let bars = Dialect(separator: UInt8(ascii: "|"), quotes: true)

    /// Tab, without quotes: eBird's and GBIF's downloads.
    static let tabs = Dialect(separator: UInt8(ascii: "\t"), quotes: false)

    /// Tab, with quotes: as R's `write.table` writes.
    static let quotedTabs = Dialect(separator: UInt8(ascii: "\t"), quotes: true)
}

extension Dialect {
    /// The dialect of a table that begins with these bytes.
    ///
    /// The separator is the one that stands most often in the first line,
    /// outside of quotes; tab before comma before semicolon before bar when they
    /// are equal. A first line `sep=` and one of them decides. Commas, semicolons
    /// and bars come with quotes. Tabs come without,
    /// because in the downloads that use tabs a `"` is a letter; only when the
    /// file's very first byte is a `"` and the first field ends with one, as R
    /// writes a header, do quotes quote. (A spreadsheet quotes single fields of
    /// a tab-separated file and not its header: such a field keeps its quotes.)
    ///
    /// - Complexity: O(length of the first line).
    init(firstLineOf bytes: [UInt8]) {
        var counts = (tab: 0, comma: 0, semicolon: 0, bar: 0)
        var isQuoted = false
        var tabInFirstQuotes = false
        let quote = UInt8(ascii: "\"")
        let start = bytes.starts(with: TextEncoding.byteOrderMark) ? TextEncoding.byteOrderMark.count : 0
        if let separator = Dialect.separatorLine(bytes[start...]) {
            self.init(separator: separator, quotes: true, hasSeparatorLine: true)
            return
        }
        for byte in bytes[start...] {
            if byte == quote { isQuoted.toggle() }
            if byte == UInt8(ascii: "\n"), !isQuoted { break }
            // A tab inside of quotes: the quotes are letters, or it is a comma file.
            if isQuoted, byte == UInt8(ascii: "\t") { tabInFirstQuotes = true }
            if isQuoted { continue }
            switch byte {
            case UInt8(ascii: "\t"): counts.tab += 1
            case UInt8(ascii: ","): counts.comma += 1
            case UInt8(ascii: ";"): counts.semicolon += 1
            case UInt8(ascii: "|"): counts.bar += 1
            default: break
            }
        }
        if counts.tab > 0 || tabInFirstQuotes, counts.tab >= max(counts.comma, counts.semicolon, counts.bar) {
            self = start < bytes.count && bytes[start] == quote && !tabInFirstQuotes ? .quotedTabs : .tabs
        } else {
            let most = max(counts.comma, counts.semicolon, counts.bar)
            self = counts.comma == most ? .csv : counts.semicolon == most ? .semicolons : .bars
        }
    }

    /// The separator that a first line `sep=;` names, in quotes or not; nil when
    /// the line is another.
    private static func separatorLine(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        let quote = UInt8(ascii: "\"")
        var line = bytes.prefix(16).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard line.count < bytes.prefix(16).count else { return nil }
        if line.first == quote, line.last == quote { line = line.dropFirst().dropLast() }
        guard line.count == 5, line.prefix(4).elementsEqual("sep=".utf8), let separator = line.last,
            ",;|\t".utf8.contains(separator)
        else { return nil }
        return separator
    }
}
