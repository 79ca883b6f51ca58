/// Aligned columns for people, two spaces apart.
struct TableEncoder: FeatureEncoder {
    private let layout: TableLayout
    private var columns: [TableColumn]
    /// Rows that wait for the widths; nil once the widths are fixed.
    private var waiting: [[Cell]]? = []
    private var waitingBytes = 0
    private var widths: [Int] = []

    private static let waitingRowLimit = 10_000
    private static let waitingByteLimit = 4 * 1024 * 1024
    /// No cell of text is wider, in whatever terminal.
    private static let widestText = 256
    /// Texts are not cut below this, even if the row does not fit.
    private static let narrowestText = 8
    private static let gap = 2

    /// A text ready for the terminal.
    private struct Cell {
        var text: String
        var width: Int

        /// Neutralized; long texts are cut, and so is a heap of combining marks.
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

    /// Without any row there is no header, either.
    mutating func appendEnd(to bytes: inout [UInt8]) {
        if waiting?.isEmpty == false { appendWaiting(to: &bytes) }
    }

    private mutating func appendWaiting(to bytes: inout [UInt8]) {
        let rows = waiting ?? []
        waiting = nil
        let header = columns.map { Cell($0.title, alignment: $0.alignment) }
        widths = header.map(\.width)
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.width) }
        }
        fitWidths()
        if layout.isStyled { bytes.append(contentsOf: "\u{1B}[1m".utf8) }
        appendCells(header, to: &bytes)
        if layout.isStyled { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
        bytes.append(UInt8(ascii: "\n"))
        for row in rows { appendRow(row, to: &bytes) }
    }

    /// Takes from the widest texts until the row fits.
    private mutating func fitWidths() {
        guard let terminalWidth = layout.terminalWidth else { return }
        var excess = widths.reduce(0, +) + TableEncoder.gap * (columns.count - 1) - terminalWidth
        while excess > 0 {
            let candidates = columns.indices.filter {
                columns[$0].alignment == .leading && widths[$0] > TableEncoder.narrowestText
            }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
            excess -= 1
        }
    }

    private func appendRow(_ cells: [Cell], to bytes: inout [UInt8]) {
        appendCells(cells, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    private func appendCells(_ cells: [Cell], to bytes: inout [UInt8]) {
        var padding = 0
        for (index, cell) in cells.enumerated() {
            var (text, width) = (cell.text, cell.width)
            let isLeading = columns[index].alignment == .leading
            if isLeading, width > widths[index] {
                text = TerminalText.cut(text, to: max(1, widths[index]))
                width = TerminalText.width(text)
            }
            let room = max(0, widths[index] - width)
            // Spaces are written before what follows them, never at the end.
            if !isLeading { padding += room }
            if !text.isEmpty {
                bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: padding))
                bytes.append(contentsOf: text.utf8)
                padding = 0
            }
            padding += TableEncoder.gap + (isLeading ? room : 0)
        }
    }

    /// Id, name, place and the other fields; numbers to the right.
    private static func columns(of feature: Feature) -> [TableColumn] {
        let names = feature.fields.filter { $0.name == Feature.nameField }
        let others = feature.fields.filter { $0.name != Feature.nameField }
        func column(_ field: Feature.Field) -> TableColumn {
            TableColumn(field.name, field: field.name, alignment: field.value.isNumber ? .trailing : .leading)
        }
        return [TableColumn("id", field: "id")] + names.map(column)
            + ["lat", "lon"].map { TableColumn($0, field: $0, alignment: .trailing) } + others.map(column)
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
