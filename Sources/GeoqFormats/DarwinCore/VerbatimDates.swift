import Geoq

/// The rows of a GBIF download whose dates are known only to the month or year.
///
/// GBIF fills such dates up with 1 in `occurrence.txt`; in `verbatim.txt`, which
/// has the publisher's text of the same rows, month or day are empty. Only
/// those rows are remembered.
struct VerbatimDates {
    /// How many rows could not be read.
    private(set) var unreadableRows = 0
    /// How many lines were read as latin-1.
    private(set) var latin1Lines = 0

    private let spool: any KeyedSpool

    /// Reads `verbatim.txt`.
    ///
    /// - Complexity: O(*n*) of its bytes; memory does not grow with it.
    init(_ table: ArchiveTable, _ probe: ImportProbe) throws {
        spool = try probe.makeSpool()
        let counter = RefusalCounter()
        for member in table.members {
            let (rows, terms) = try table.open(member, probe)
            try rows.forEachRow(into: counter) { row in
                // Without a year, the publisher gave the date in one field.
                guard let id = row.text(terms.id), terms.text(.year, in: row) != nil else { return }
                if terms.text(.month, in: row) == nil {
                    try spool.put(id, [ObservedDate.Precision.year.rawValue])
                } else if terms.text(.day, in: row) == nil {
                    try spool.put(id, [ObservedDate.Precision.month.rawValue])
                }
            }
            latin1Lines += rows.latin1Lines
        }
        unreadableRows = counter.count
    }

    /// The most that is known about the precision of a row's date.
    func finestPrecision(of id: String?) throws -> ObservedDate.Precision {
        guard let id, let entry = try spool.get(id)?.first, let text = entry else { return .day }
        return ObservedDate.Precision(rawValue: text) ?? .day
    }

    /// Sentences for the user.
    var notes: [String] {
        switch unreadableRows {
        case 0: []
        case 1: ["1 row of verbatim.txt could not be read; its date may look sharper than it is"]
        default:
            ["\(unreadableRows) rows of verbatim.txt could not be read; their dates may look sharper than they are"]
        }
    }
}

/// Counts the rows of a side table that cannot be read. They do not become
/// records, so they are not refused records.
final class RefusalCounter: ImportSink {
    private(set) var count = 0

    func take(_ record: ImportRecord, line: Int) {}
    func refuse(_ problem: RowProblem, raw: [UInt8]) { count += 1 }
    func skip(_ reason: SkipReason) {}
}
