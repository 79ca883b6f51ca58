import ArgumentParser
import Geoq
import GeoqIndex
import GeoqStore
import Synchronization

/// `geoq explain export`: how much an export writes, and what it costs. Every row of the layer is
/// read, and the place of each is asked of the area: no index is used.
struct ExportExplanation {
    private let command: ExportCommand

    init(_ arguments: [String]) throws {
        command = try ExportCommand.parse(arguments)
    }

    func run() async throws {
        let clock = ContinuousClock()
        let started = clock.now
        let store = try await command.storeOptions.open()
        let inside = try await command.area.chosen(in: store)
        let opened = clock.now
        let bytes = Mutex(0)
        let records = try await command.write(of: store, inside: inside) { piece in bytes.withLock { $0 += piece.count }
        }
        var record: [Feature.Field] = [
            .init("records", .integer(Int64(records))), .init("bytes", .integer(Int64(bytes.withLock { $0 }))),
            .init("open_us", .integer(ExplainCommand.microseconds(opened - started))),
            .init("first_us", .integer(ExplainCommand.microseconds(clock.now - opened))),
        ]
        if let layer = command.layer {
            let rows = try await store.snapshot(verifying: .touched).count(of: layer)
            record.insert(.init("items", .integer(Int64(rows))), at: 0)
        }
        if let inside { record += ExplainCommand.fields(of: inside) }
        try SummaryTable.write(record, SummaryOutputOptions.standardFormat) {
            Self.words[$0] ?? ExplainCommand.words[$0]
        }
    }

    private static let words = [
        "records": "records written", "bytes": "bytes of them", "open_us": "opening the store and the area, µs",
        "first_us": "reading and writing, µs",
    ]
}
