import Geoq
import GeoqFormats

/// Writes features to standard output.
struct FeatureOutput {
    private let writer: FeatureWriter

    /// - Parameters:
    ///   - fields: the names for the header of CSV.
    ///   - columns: the columns of a table.
    init(_ format: OutputFormat, fields: [String], columns: [TableColumn]) {
        writer = FeatureWriter(
            format, fields: fields, table: .ofTerminal(columns), output: Terminal.output(for: format))
    }

    func write(_ feature: Feature) throws { try writer.write(feature) }

    /// Hands over the finished bytes.
    func flush() throws { try writer.flush() }

    /// Writes the end, and reports the columns for which a terminal had no
    /// room.
    func finish() throws {
        try writer.finish()
        Terminal.sayOmitted(writer.omittedColumns)
    }
}

extension TableLayout {
    /// The layout of a table: for a terminal, if standard output is one.
    static func ofTerminal(_ columns: [TableColumn]?) -> TableLayout {
        TableLayout(columns: columns, terminalWidth: Terminal.width, isStyled: Terminal.isStyled)
    }
}

extension Terminal {
    /// Where results of a format go.
    ///
    /// CSV has texts as they are, and a program gets them so. On a terminal what it would obey
    /// is left out, as in a table; JSON has none of it.
    static func output(for format: OutputFormat) -> @Sendable ([UInt8]) throws -> Void {
        guard format == .csv, isOutput else { return { bytes in try Terminal.write(bytes) } }
        return { bytes in
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
                TerminalText.neutralized(String(decoding: line, as: UTF8.self))
            }
            try Terminal.write(lines.joined(separator: "\n"))
        }
    }

    /// Reports once which columns of a table are not shown.
    static func sayOmitted(_ titles: [String]) {
        guard !titles.isEmpty else { return }
        say("not shown, for want of room: \(titles.joined(separator: ", ")); -f csv has all")
    }
}
