import Geoq
import GeoqFormats
import HummingbirdCore
import NIOCore

/// The events that one listener reads, and how far it has read.
struct EventReader: Sendable {
    private let service: Service
    /// Only events about this list and events for all; nil for every event.
    private let watchlist: FeatureID?
    /// The number of the last event that was looked at.
    private var last: Int
    private var opening: [UInt8] = []

    /// How many events are handed over at a time.
    private static let batch = 64

    /// - Parameter lastID: the id of the event that the client heard last, as
    ///   it says.
    /// - Throws: 503 while there is no snapshot.
    init(_ service: Service, watchlist: FeatureID?, lastID: String?) throws {
        (self.service, self.watchlist) = (service, watchlist)
        let hub = service.hub
        last = hub.last
        let heard = lastID.flatMap { hub.number(of: $0) }
        if let heard, hub.events(after: heard, most: 1) != nil {
            last = heard
        } else if lastID != nil {
            opening = reset("the events after the last one that was heard are not kept any more")
        }
        opening += try snapshot()
    }

    /// Writes the new events; or a comment, when there are none and the client
    /// should know that the server is there.
    mutating func hear(_ wake: EventHub.Wake, _ writer: inout any ResponseBodyWriter) async throws {
        var bytes = opening
        opening = []
        while let batch = service.hub.events(after: last, most: Self.batch) ?? skipped(&bytes) {
            for event in batch where event.watchlist == nil || watchlist == nil || event.watchlist == watchlist {
                bytes += event.bytes
            }
            guard let newest = batch.last else { break }
            last = newest.number
            if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
            bytes = []
        }
        // The comment has the id, so that a client that hears of one list knows
        // where it is, too.
        if bytes.isEmpty, wake == .heartbeat { bytes = Array(": still here\nid: \(service.hub.id(last))\n\n".utf8) }
        if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
    }

    /// Continues with the present events, and tells the client that some are
    /// missing.
    private mutating func skipped(_ bytes: inout [UInt8]) -> ArraySlice<EventHub.Event>? {
        last = service.hub.last
        bytes += reset("events came faster than they were taken, and some are not kept any more")
        bytes += (try? snapshot()) ?? []
        return []
    }

    private func reset(_ reason: String) -> [UInt8] {
        EventHub.text("reset", ["reason": .string(reason)], id: nil)
    }

    private func snapshot() throws -> [UInt8] {
        EventHub.text("snapshot", Events.snapshot(try service.live.moment()), id: service.hub.id(last))
    }
}
