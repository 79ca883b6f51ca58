import Geoq
public import GeoqFormats

/// Keeps all records that a reader gives, for a test to look at.
public final class CollectingSink: ImportSink {
    public private(set) var records: [ImportRecord] = []
    /// The line of each record.
    public private(set) var lines: [Int] = []
    public private(set) var problems: [RowProblem] = []
    /// The text of each refused row.
    public private(set) var refused: [String] = []
    public private(set) var skipped: [SkipReason: Int] = [:]

    public init() {}

    public func take(_ record: ImportRecord, line: Int) {
        records.append(record)
        lines.append(line)
    }

    public func refuse(_ problem: RowProblem, raw: [UInt8]) {
        problems.append(problem)
        refused.append(String(decoding: raw, as: UTF8.self))
    }

    public func skip(_ reason: SkipReason) {
        skipped[reason, default: 0] += 1
    }

    public var hotspots: [HotspotRecord] {
        records.compactMap { if case .hotspot(let record) = $0 { record } else { nil } }
    }

    public var observations: [ObservationRecord] {
        records.compactMap { if case .observation(let record) = $0 { record } else { nil } }
    }

    public var birds: [BirdRecord] {
        records.compactMap { if case .bird(let record) = $0 { record } else { nil } }
    }

    /// The messages for a user, a line for each refused row.
    public var messages: [String] {
        problems.map(\.description)
    }
}
