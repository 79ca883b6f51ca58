import Geoq

/// Aligned columns for people, two spaces apart.
struct TableEncoder: FeatureEncoder {
    private let layout: TableLayout
    private var columns: [TableColumn]
    /// Rows that wait for the widths; nil once the widths are fixed.
    private var waiting: [[Cell]]? = []
    private var waitingBytes = 0
    /// Which columns there is room for; nil before the widths are known.
    private var fit: TableFit?

    private static let waitingRowLimit = 10_000
    private static let waitingByteLimit = 4 * 1024 * 1024
    /// No cell of text is wider, in any terminal.
    private static let widestText = 256

    /// The titles of the columns for which the terminal has no room.
    var omitted: [String] { fit?.omitted.map { columns[$0].title } ?? [] }

    /// A text ready for the terminal.
    private struct Cell {
        var text: String
        var width: Int

        /// Without control characters; a long text is cut, and so is a pile of
        /// combining marks.
        init(_ text: String, alignment: TableColumn.Alignment) {
            let limit = TableEncoder.widestText
            var harmless = TerminalText.neutralized(text, limit: limit * 4)
            if alignment == .leading { harmless = TerminalText.cut(harmless, to: limit) }
            self.text = harmless
            width = TerminalText.width(harmless)
        }
    }

    init(layout: TableLayout) {
        self.layout = layout
        columns = layout.columns ?? []
    }

    mutating func append(_ feature: Feature, to bytes: inout [UInt8]) {
        if waiting?.isEmpty == true, layout.columns == nil { columns = TableEncoder.columns(of: feature) }
        let cells = columns.map { Cell($0.text(feature), alignment: $0.alignment) }
        guard waiting != nil else { return appendRow(cells, to: &bytes) }
        waiting?.append(cells)
        waitingBytes += cells.reduce(0) { $0 + $1.text.utf8.count }
        if waiting?.count == TableEncoder.waitingRowLimit || waitingBytes >= TableEncoder.waitingByteLimit {
            appendWaiting(to: &bytes)
        }
    }

    /// Without any row no header is written, either.
    mutating func appendEnd(to bytes: inout [UInt8]) {
        if waiting?.isEmpty == false { appendWaiting(to: &bytes) }
    }

    private mutating func appendWaiting(to bytes: inout [UInt8]) {
        let rows = waiting ?? []
        waiting = nil
        let header = columns.map { Cell($0.title, alignment: $0.alignment) }
        var widths = header.map(\.width)
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.width) }
        }
        fit = TableFit(columns, widths: widths, terminalWidth: layout.terminalWidth)
        if layout.isStyled { bytes.append(contentsOf: "\u{1B}[1m".utf8) }
        appendCells(header, to: &bytes)
        if layout.isStyled { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
        bytes.append(UInt8(ascii: "\n"))
        for row in rows { appendRow(row, to: &bytes) }
    }

    private func appendRow(_ cells: [Cell], to bytes: inout [UInt8]) {
        appendCells(cells, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    private func appendCells(_ cells: [Cell], to bytes: inout [UInt8]) {
        guard let fit else { preconditionFailure("Cells are written before their widths are known.") }
        for (number, line) in fit.lines.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: "\n")) }
            var padding = number > 0 ? TableFit.indent : 0
            for index in line { append(cells[index], at: index, fit.widths[index], &padding, to: &bytes) }
        }
    }

    private func append(
        _ cell: Cell, at index: Int, _ columnWidth: Int, _ padding: inout Int, to bytes: inout [UInt8]
    ) {
        var (text, width) = (cell.text, cell.width)
        if columns[index].mayBeCut, width > columnWidth {
            text = TerminalText.cut(text, to: max(1, columnWidth))
            width = TerminalText.width(text)
        }
        let isLeading = columns[index].alignment == .leading
        let room = max(0, columnWidth - width)
        // Spaces are written before the next cell, never at the end of a line.
        if !isLeading { padding += room }
        if !text.isEmpty {
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: padding))
            bytes.append(contentsOf: text.utf8)
            padding = 0
        }
        padding += TableFit.gap + (isLeading ? room : 0)
    }

    /// Id, name, place and the other fields; numbers to the right.
    private static func columns(of feature: Feature) -> [TableColumn] {
        let names = feature.fields.filter { $0.name == Feature.nameField }
        let others = feature.fields.filter { $0.name != Feature.nameField }
        func column(_ field: Feature.Field) -> TableColumn {
            TableColumn(field.name, field: field.name, alignment: field.value.isNumber ? .trailing : .leading)
        }
        return [.id("id", field: "id")] + names.map(column) + TableColumn.placeAndID.prefix(2) + others.map(column)
    }
}

extension FieldValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .real: true
        case .null, .bool, .text: false
        }
    }
}
