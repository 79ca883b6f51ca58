import Geoq
import GeoqFormats

/// Features on their way to standard output.
struct FeatureOutput {
    private let writer: FeatureWriter

    /// - Parameters:
    ///   - fields: the names for the header of CSV.
    ///   - columns: what a table shows.
    init(_ format: OutputFormat, fields: [String], columns: [TableColumn]) {
        writer = FeatureWriter(format, fields: fields, table: .ofTerminal(columns), output: Terminal.write)
    }

    func write(_ feature: Feature) throws { try writer.write(feature) }

    /// Hands over what is ready.
    func flush() throws { try writer.flush() }

    /// Writes the end, and says which columns a terminal had no room for.
    func finish() throws {
        try writer.finish()
        Terminal.sayOmitted(writer.omittedColumns)
    }
}

extension TableLayout {
    /// A table on the terminal that standard output is, if it is one.
    static func ofTerminal(_ columns: [TableColumn]?) -> TableLayout {
        TableLayout(columns: columns, terminalWidth: Terminal.width, isStyled: Terminal.isStyled)
    }
}

extension Terminal {
    /// Says once which columns of a table are not shown.
    static func sayOmitted(_ titles: [String]) {
        guard !titles.isEmpty else { return }
        say("not shown, for want of room: \(titles.joined(separator: ", ")); -f csv has all")
    }
}
