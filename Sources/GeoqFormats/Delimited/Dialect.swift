import Geoq

/// How a text table is written: which byte separates its fields, and whether
/// `"` encloses fields.
struct Dialect: Hashable, Sendable {
    /// The byte between two fields.
    var separator: UInt8

    /// True when a field may stand in `"`, with `""` for one quote, and may
    /// then hold separators and line ends (RFC 4180). False when `"` is a
    /// character like any other.
    var quotes: Bool

    /// Whether the first line is `sep=;`, which tells Excel the separator and
    /// is no record.
    var hasSeparatorLine = false

    /// Comma, with quotes.
    static let csv = Dialect(separator: UInt8(ascii: ","), quotes: true)

    /// Semicolon, with quotes: the CSV of spreadsheets where the comma is the
    /// decimal mark.
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
    /// The separator is the one that occurs most often in the first line,
    /// outside of quotes; when two are equal, tab wins over comma, comma over
    /// semicolon, semicolon over bar. A first line `sep=` and one of them
    /// decides. In tables with commas, semicolons or bars, quotes enclose
    /// fields. In tables with tabs they do not, because in the downloads that
    /// use tabs a `"` is an ordinary character; only when the file's very first
    /// byte is a `"` and the first field ends with one, as R writes a header,
    /// do they. (A spreadsheet quotes single fields of a tab-separated file and
    /// not its header: such a field keeps its quotes.)
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
            // A tab inside of quotes: either quotes are ordinary characters, or
            // the file has commas.
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

    /// The separator that a first line `sep=;` names, with or without quotes;
    /// nil for any other line.
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
