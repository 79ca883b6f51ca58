import Geoq

/// The events of an archive, by id, with the values that occurrences take from
/// them.
///
/// An event may leave out the place or the date that its parent gives. An event
/// whose only geometry is a line has no place of its own, and gives none.
struct ArchiveEvents {
    /// The terms that occurrences take from events.
    enum Term: Int, CaseIterable {
        case decimalLatitude, decimalLongitude, coordinateUncertaintyInMeters
        case eventDate, year, month, day, eventTime
        case locality, license, informationWithheld
    }

    /// An event, completed from its parents.
    struct Event {
        fileprivate(set) var values: [String?]
        /// Whether the event, or a parent, is a line.
        fileprivate(set) var isLine: Bool

        var hasPlace: Bool {
            values[Term.decimalLatitude.rawValue] != nil || values[Term.decimalLongitude.rawValue] != nil
        }

        fileprivate var hasDate: Bool {
            values[Term.eventDate.rawValue] != nil || values[Term.year.rawValue] != nil
        }

        /// The value of a term; nil when it is empty, or events do not have the
        /// term.
        func text(_ term: DarwinCoreTerm) -> String? {
            Term(term).flatMap { values[$0.rawValue] }
        }

        /// Takes missing values from a parent. Place, date and other values are
        /// each taken as a whole, so that no latitude is joined to another
        /// event's longitude.
        fileprivate mutating func inherit(from parent: Event) {
            let (hadPlace, hadDate) = (hasPlace, hasDate)
            for term in Term.allCases where values[term.rawValue] == nil {
                switch term {
                case .decimalLatitude, .decimalLongitude, .coordinateUncertaintyInMeters:
                    if !hadPlace { values[term.rawValue] = parent.values[term.rawValue] }
                case .eventDate, .year, .month, .day, .eventTime:
                    if !hadDate { values[term.rawValue] = parent.values[term.rawValue] }
                default: values[term.rawValue] = parent.values[term.rawValue]
                }
            }
            isLine = isLine || parent.isLine
        }
    }

    /// How many rows could not be read.
    private(set) var unreadableRows = 0
    /// How many lines were read as latin-1.
    private(set) var latin1Lines = 0
    /// Columns that geoq does not use.
    private(set) var unusedColumns: [String] = []

    private let spool: any KeyedSpool
    private var last: (id: String, event: Event)?

    /// How many parents are followed. A longer chain can only be a ring.
    private static let maximumParents = 8

    /// Reads the events.
    ///
    /// - Complexity: O(*n*) of the table's bytes; memory does not grow with it.
    init(_ table: ArchiveTable, _ probe: ImportProbe) throws {
        spool = try probe.makeSpool()
        let counter = RefusalCounter()
        let used = Set(Term.allCases.map { $0.term.rawValue } + ["eventID", "parentEventID", "footprintWKT"])
        for member in table.members {
            let (rows, terms) = try table.open(member, probe)
            unusedColumns = terms.unused(except: used)
            try rows.forEachRow(into: counter) { row in
                var entry = Term.allCases.map { terms.text($0.term, in: row) }
                entry.append(terms.text("parentEventID", in: row))
                entry.append(terms.text("footprintWKT", in: row).flatMap { WKT.isLine($0) ? "line" : nil })
                let (id, eventID) = (row.text(terms.id), terms.text("eventID", in: row))
                if let id { try spool.put(id, entry) }
                if let eventID, eventID != id { try spool.put(eventID, entry) }
            }
            latin1Lines += rows.latin1Lines
        }
        unreadableRows = counter.count
    }

    /// The event with an id; nil when the table has no such event.
    mutating func event(_ id: String) throws -> Event? {
        if let last, last.id == id { return last.event }
        guard let (found, parentID) = try entry(id) else { return nil }
        var event = found
        var next = parentID
        for _ in 0..<ArchiveEvents.maximumParents where !event.hasPlace || !event.hasDate {
            guard let parentID = next, let (parent, grandparentID) = try entry(parentID) else { break }
            event.inherit(from: parent)
            next = grandparentID
        }
        last = (id, event)
        return event
    }

    private func entry(_ id: String) throws -> (event: Event, parentID: String?)? {
        guard let entry = try spool.get(id), entry.count == Term.allCases.count + 2 else { return nil }
        let event = Event(values: Array(entry.dropLast(2)), isLine: entry[entry.count - 1] != nil)
        return (event, entry[entry.count - 2])
    }
}

extension ArchiveEvents.Term {
    /// The same in Darwin Core.
    var term: DarwinCoreTerm {
        switch self {
        case .decimalLatitude: .decimalLatitude
        case .decimalLongitude: .decimalLongitude
        case .coordinateUncertaintyInMeters: .coordinateUncertaintyInMeters
        case .eventDate: .eventDate
        case .year: .year
        case .month: .month
        case .day: .day
        case .eventTime: .eventTime
        case .locality: .locality
        case .license: .license
        case .informationWithheld: .informationWithheld
        }
    }

    fileprivate init?(_ term: DarwinCoreTerm) {
        guard let own = Self.allCases.first(where: { $0.term == term }) else { return nil }
        self = own
    }
}
