import Geoq
import GeoqFormats
import TestSupport

/// A listener to `/events`, over a connection of its own.
final class EventListener {
    struct Event {
        let name: String
        let data: JSONValue
        let id: String?
    }

    private let raw: RawHTTP
    private var rest = ""
    private(set) var events: [Event] = []
    /// The head that the server sent before the first event.
    private(set) var head = ""
    private var fields: [String: String] = [:]

    init(port: Int, query: String = "", lastID: String? = nil) async throws {
        raw = try RawHTTP(port: port)
        let header = lastID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        await raw.send("GET /events\(query) HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n")
    }

    deinit {
        raw.close()
    }

    /// Listens until a condition on the events holds, or the server ends the
    /// stream.
    func hear(until isSo: ([Event]) -> Bool) async throws {
        while !isSo(events), let more = await raw.receive() {
            rest += more
            if head.isEmpty, let end = rest.firstRange(of: "\r\n\r\n") {
                head = String(rest[..<end.lowerBound])
                rest = String(rest[end.upperBound...])
            }
            while !head.isEmpty, let end = rest.firstIndex(where: \.isNewline) {
                try take(String(rest[..<end]))
                rest = String(rest[rest.index(after: end)...])
            }
        }
    }

    /// A line of an event, without the lines of the chunks around it.
    private func take(_ line: String) throws {
        if let colon = line.firstRange(of: ": "), colon.lowerBound > line.startIndex {
            fields[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
        } else if line.isEmpty, let name = fields["event"] {
            let data = try JSONValue(parsing: fields["data"] ?? "null")
            events.append(Event(name: name, data: data, id: fields["id"]))
            fields = [:]
        }
    }

    func named(_ name: String) -> [Event] { events.filter { $0.name == name } }
}
