import Geoq
package import GeoqFormats

/// Keeps all records that a reader gives, for a test to look at.
package final class CollectingSink: ImportSink {
    package private(set) var records: [ImportRecord] = []
    /// The line of each record.
    package private(set) var lines: [Int] = []
    package private(set) var problems: [RowProblem] = []
    /// The text of each refused row.
    package private(set) var refused: [String] = []
    package private(set) var skipped: [SkipReason: Int] = [:]

    package init() {}

    package func take(_ record: ImportRecord, line: Int) {
        records.append(record)
        lines.append(line)
    }

    package func refuse(_ problem: RowProblem, raw: [UInt8]) {
        problems.append(problem)
        refused.append(String(decoding: raw, as: UTF8.self))
    }

    package func skip(_ reason: SkipReason) {
        skipped[reason, default: 0] += 1
    }

    package var hotspots: [HotspotRecord] {
        records.compactMap { if case .hotspot(let record) = $0 { record } else { nil } }
    }

    package var observations: [ObservationRecord] {
        records.compactMap { if case .observation(let record) = $0 { record } else { nil } }
    }

    package var birds: [BirdRecord] {
        records.compactMap { if case .bird(let record) = $0 { record } else { nil } }
    }

    /// The messages for a user, a line for each refused row.
    package var messages: [String] {
        problems.map(\.description)
    }
}
