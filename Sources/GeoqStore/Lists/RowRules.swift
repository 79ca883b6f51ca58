import Geoq
import GeoqFormats
import GeoqIndex

/// What a server demands of a row that a user writes: the checks of
/// `geoq server-sql schema`. A row that fails them would wait and then die.
enum RowRules {
    /// Columns that no person sets.
    static let own: Set<String> = [
        "owner_id", "watchlist_id", "observed_count", "species_count", "session_id", "result_id", "source_type",
        "watchlist_entry_id", "storage_url", "is_uploaded", "uploaded_at",
    ]

    /// Columns that say when a bird was seen. A day without a time becomes the noon of that
    /// day at the row's place, so that the sighting counts on that day there.
    private static let seen: Set<String> = ["observation_date", "observed_at"]

    /// Whether one day or moment is surely before another. Texts of other forms than `yyyy-mm-dd…`, such as that of a year
    /// after 9999, and times of one day that are not written alike, are left to the server.
    private static func isBefore(_ first: String, _ second: String) -> Bool {
        guard let day = Day(iso: first.prefix(10)), let other = Day(iso: second.prefix(10)) else { return false }
        return day < other || day == other && first.utf8.count == second.utf8.count && first < second
    }

    /// A value of a column as the store keeps it.
    ///
    /// - Parameter place: of the row; nil when it has none.
    /// - Throws: `StoreError.invalidValue`.
    static func stored(
        _ value: ColumnValue, of table: MirrorTable, at place: Coordinate? = nil
    ) throws -> FieldValue {
        guard !own.contains(value.name), let column = table.travelingColumns.first(where: { $0.name == value.name })
        else { throw invalid(value.name, "\(table) has no such column that a person sets") }
        if value.value == .null { return .null }
        if case .text(let text) = value.value {
            try WrittenText.check(text, of: value.name)
            if let problem = ImportRecord.problem(ofName: text, in: value.name) { throw invalid(value.name, problem) }
        }
        // SQLite keeps a NaN as no value.
        if case .real(let number) = value.value, !number.isFinite { throw invalid(value.name, "it is no number") }
        switch (column.kind, value.value) {
        case (.text, .text), (.id, .text), (.integer, .integer), (.bool, .bool), (.real, .real), (.real, .integer):
            return column.stored(value.value)
        case (.date, .text(let text)):
            guard text.count == 10, Day(iso: text) != nil else {
                throw invalid(column.name, "\"\(text)\" is no day; a day is yyyy-mm-dd")
            }
            return value.value
        case (.timestamp, .text(let text)):
            guard isMoment(text) else {
                throw invalid(
                    column.name, "\"\(text)\" is no moment; a moment is a day (yyyy-mm-dd) or yyyy-mm-ddThh:mm:ssZ")
            }
            guard text.count == 10, let day = Day(iso: text) else { return value.value }
            return .text(seen.contains(column.name) ? EntryMoment.noon(of: day, at: place) : text + "T00:00:00Z")
        default: throw invalid(column.name, "it holds \(column.kind.rawValue)")
        }
    }

    /// Checks a whole row.
    ///
    /// - Throws: `StoreError.invalidValue`.
    static func check(_ values: [FieldValue], of table: MirrorTable) throws {
        let columns = table.travelingColumns
        for (column, value) in zip(columns, values) where column.kind == .integer {
            if case .integer(let number) = value { try checkInteger(number, of: column.name) }
        }
        let names = columns.map(\.name)
        func value(_ name: String) -> FieldValue {
            names.firstIndex(of: name).map { values[$0] } ?? .null
        }
        func number(_ name: String) -> Double? { if case .real(let number) = value(name) { number } else { nil } }
        func text(_ name: String) -> String? { if case .text(let text) = value(name) { text } else { nil } }
        for (latitude, longitude) in [("lat", "lon"), ("location_rule_lat", "location_rule_lon")] {
            let (north, east) = (number(latitude), number(longitude))
            guard (north == nil) == (east == nil) else { throw invalid(latitude, "a place has both degrees") }
            if let north, !(-90...90).contains(north) { throw invalid(latitude, "\(north) is not from -90 to 90") }
            if let east, !(-180...180).contains(east) { throw invalid(longitude, "\(east) is not from -180 to 180") }
        }
        if let radius = number("location_rule_radius_km"), !(radius > 0 && radius.isFinite) {
            throw invalid("location_rule_radius_km", "\(radius) is not above 0")
        }
        let ranges = [
            ("start_date", "end_date"), ("date_rule_start_date", "date_rule_end_date"),
            ("to_observe_start_date", "to_observe_end_date"),
        ]
        for (first, last) in ranges {
            if let start = text(first), let end = text(last), isBefore(end, start) {
                throw invalid(last, "the last day, \(end), is before the first, \(start)")
            }
        }
        switch table {
        case .watchlistEntries:
            if value("bird_id") == .null { throw invalid("bird_id", "an entry names a bird") }
        case .watchlistRules:
            guard text("rule_type")?.isEmpty == false else { throw invalid("rule_type", "a rule has a kind") }
            if let parameters = text("parameters_json"), (try? JSONValue(parsing: parameters)) == nil {
                throw invalid("parameters_json", "it is no JSON")
            }
        case .watchlistShares:
            guard text("user_id").flatMap({ FeatureID($0) }) != nil else {
                throw invalid("user_id", "a user is named by the id, a UUID")
            }
            guard ["view", "edit"].contains(text("permission")) else {
                throw invalid("permission", "it is view or edit")
            }
        case .profile:
            for name in ["name", "email"] where text(name)?.allSatisfy(\.isWhitespace) != false {
                throw invalid(name, "a profile has one")
            }
        case .identificationMark:
            for name in ["area", "variant"] where text(name)?.isEmpty != false {
                throw invalid(name, "a mark has an area and a variant")
            }
        case .identificationCandidate:
            if value("bird_id") == .null { throw invalid("bird_id", "a candidate names a bird") }
            if value("rank") == .null { throw invalid("rank", "a candidate has a rank") }
            guard let confidence = number("confidence"), (0...1).contains(confidence) else {
                throw invalid("confidence", "it is a number from 0 to 1")
            }
        default: break
        }
    }

    /// A server's integers have 32 bits.
    ///
    /// - Throws: `StoreError.invalidValue`.
    static func checkInteger(_ number: Int64, of column: String) throws {
        if Int32(exactly: number) == nil {
            throw invalid(column, "\(number) is not from \(Int32.min) to \(Int32.max)")
        }
    }

    private static func isMoment(_ text: String) -> Bool {
        guard Day(iso: text.prefix(10)) != nil else { return false }
        if text.utf8.count == 10 { return true }
        return Array(text.utf8.dropFirst(10)).withUnsafeBufferPointer { time in
            var reader = DigitReader(time)
            guard reader.skip(UInt8(ascii: "T")), ClockTime(&reader) != nil, reader.skip(UInt8(ascii: "Z")) else {
                return false
            }
            return reader.isAtEnd
        }
    }

    private static func invalid(_ column: String, _ reason: String) -> StoreError {
        .invalidValue(column: column, reason: reason)
    }
}
