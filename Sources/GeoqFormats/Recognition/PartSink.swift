import Geoq

/// Counts the rows of one of several files, and holds its refused rows back
/// until a row is taken: a file without any good row is left out as a whole.
final class PartSink: ImportSink {
    private let sink: any ImportSink
    private let sourceName: String
    private(set) var report: FileReport
    private var heldBack: [(problem: RowProblem, raw: [UInt8])] = []
    private var begun: (format: String, source: String?)?
    /// Whether rows are handed on at once.
    private var isHandingOn = false

    /// How many refused rows are held back at most.
    private static let mostHeldBack = 1_000
    private static let mostBytesHeldBack = 1 << 20
    private var bytesHeldBack = 0

    /// - Parameter sourceName: the source when the format has none.
    init(_ sink: any ImportSink, file: String, sourceName: String) {
        (self.sink, self.sourceName, report) = (sink, sourceName, FileReport(name: file))
    }

    /// Whether anything of the file has been handed on.
    var hasHandedOn: Bool { isHandingOn || report.skipped > 0 }

    /// Why nothing of the file was read: its first refused row; nil when a row
    /// was read, or the file has none.
    var reasonForNothing: String? {
        guard !hasHandedOn, let first = heldBack.first?.problem else { return nil }
        if report.refused == 1 { return "its one row cannot be read: \(first.reason)" }
        return "none of its \(report.refused) rows can be read; the first: \(first.reason)"
    }

    func begin(format: String, source: String?) {
        if isHandingOn {
            sink.begin(format: format, source: source ?? sourceName)
        } else {
            begun = (format, source ?? sourceName)
        }
    }

    func check(_ hotspot: HotspotReference, source: String?, file: String) throws {
        try sink.check(hotspot, source: source ?? sourceName, file: file)
    }

    func take(_ record: ImportRecord, line: Int) throws {
        if !isHandingOn { try handOn() }
        try sink.take(record, line: line)
        report.taken += 1
    }

    func refuse(_ problem: RowProblem, raw: [UInt8]) throws {
        report.refused += 1
        if !hasHandedOn, heldBack.count < PartSink.mostHeldBack, bytesHeldBack < PartSink.mostBytesHeldBack {
            bytesHeldBack += raw.count
            heldBack.append((problem, raw))
            return
        }
        if !isHandingOn { try handOn() }
        try sink.refuse(problem, raw: raw)
    }

    func skip(_ reason: SkipReason) {
        report.skipped += 1
        sink.skip(reason)
    }

    /// Hands on the refused rows that were held back, unless no row of the file
    /// could be read.
    func finish(format: String) throws {
        report.format = format
        if hasHandedOn, !isHandingOn { try handOn() }
    }

    private func handOn() throws {
        isHandingOn = true
        if let begun { sink.begin(format: begun.format, source: begun.source) }
        let rows = heldBack
        heldBack = []
        for row in rows { try sink.refuse(row.problem, raw: row.raw) }
    }
}
