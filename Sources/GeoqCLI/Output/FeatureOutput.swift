import Geoq
import GeoqFormats

/// Writes features to standard output.
struct FeatureOutput {
    private let writer: FeatureWriter

    /// - Parameters:
    ///   - fields: the names for the header of CSV.
    ///   - columns: the columns of a table.
    init(_ format: OutputFormat, fields: [String], columns: [TableColumn]) {
        writer = FeatureWriter(format, fields: fields, table: .ofTerminal(columns), output: Terminal.write)
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
    /// Reports once which columns of a table are not shown.
    static func sayOmitted(_ titles: [String]) {
        guard !titles.isEmpty else { return }
        say("not shown, for want of room: \(titles.joined(separator: ", ")); -f csv has all")
    }
}
