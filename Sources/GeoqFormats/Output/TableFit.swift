import Geoq

/// Which columns of a table a terminal has room for, how wide each is, and on
/// which line of a row it stands.
///
/// The following steps are taken in order, until a row fits. Columns that leave
/// first (ids) are left out; long texts are cut, the widest first; columns that
/// leave last are left out; texts are cut to a few letters. Then the remaining
/// columns stand on several lines a row. Distances, dates and other numbers are
/// never cut.
struct TableFit {
    /// The columns that stay, as the lines of a row, by their position.
    private(set) var lines: [[Int]]
    /// By the position of the column; columns that were left out have a width,
    /// too.
    private(set) var widths: [Int]
    /// The columns that were left out, in order.
    private(set) var omitted: [Int] = []

    /// Spaces between two columns.
    static let gap = 2
    /// Spaces before the further lines of a row.
    static let indent = 2
    /// A text cut to this many columns can still be read.
    private static let readableText = 16
    /// Texts are not cut below this.
    private static let narrowestText = 8

    private let columns: [TableColumn]

    /// - Parameters:
    ///   - widths: the width that the title and the cells of each column need.
    ///   - terminalWidth: nil when there is no width to fit.
    init(_ columns: [TableColumn], widths: [Int], terminalWidth: Int?) {
        (self.columns, self.widths) = (columns, widths)
        lines = [Array(columns.indices)]
        guard let terminalWidth else { return }
        leave(in: terminalWidth) { if case .leavesFirst(let rank) = $0 { rank } else { nil } }
        cut(to: Self.readableText, in: terminalWidth)
        leave(in: terminalWidth) { if case .leavesLast(let rank) = $0 { rank } else { nil } }
        cut(to: Self.narrowestText, in: terminalWidth)
        if excess(in: terminalWidth) > 0 { wrap(in: terminalWidth) }
        omitted.sort()
    }

    private func excess(in terminalWidth: Int) -> Int {
        lines[0].reduce(0) { $0 + widths[$1] } + Self.gap * (lines[0].count - 1) - terminalWidth
    }

    /// Leaves out the columns of one rank after the other.
    private mutating func leave(in terminalWidth: Int, _ rank: (TableColumn.Yield) -> Int?) {
        let ranks = Set(columns.compactMap { rank($0.yields) })
        for next in ranks.sorted() where excess(in: terminalWidth) > 0 {
            let leaving = lines[0].filter { rank(columns[$0].yields) == next }
            guard leaving.count < lines[0].count else { return }
            omitted += leaving
            lines[0].removeAll(where: leaving.contains)
        }
    }

    /// Cuts the widest texts.
    private mutating func cut(to narrowest: Int, in terminalWidth: Int) {
        var excess = excess(in: terminalWidth)
        while excess > 0 {
            let candidates = lines[0].filter { columns[$0].mayBeCut && widths[$0] > narrowest }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
            excess -= 1
        }
    }

    /// Moves columns that do not fit on one line to further lines.
    private mutating func wrap(in terminalWidth: Int) {
        var wrapped: [[Int]] = []
        var used = 0
        for index in lines[0] {
            let width = widths[index] + (used > 0 ? Self.gap : 0)
            if wrapped.isEmpty || used + width > terminalWidth {
                used = (wrapped.isEmpty ? 0 : Self.indent) + widths[index]
                wrapped.append([index])
            } else {
                used += width
                wrapped[wrapped.count - 1].append(index)
            }
        }
        lines = wrapped
    }
}

extension TableColumn {
    /// Whether its texts may be cut.
    var mayBeCut: Bool { alignment == .leading && yields != .never }
}
