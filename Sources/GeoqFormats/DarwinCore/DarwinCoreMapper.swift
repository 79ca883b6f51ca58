import Geoq
import GeoqIndex

/// Makes sightings of rows of Darwin Core terms: of single files and of
/// archives, in any tables.
struct DarwinCoreMapper {
    /// How many event times could not be read and were left out.
    private(set) var unreadableTimes = 0

    /// The record that a row becomes.
    ///
    /// - Parameters:
    ///   - id: The row's id where it has no term of its own for it: the core's
    ///     id of an archive. - finestPrecision: The most that another table
    ///     knows about the precision of the date: GBIF fills a date that is
    ///     known only to its month or year up with 1, and only `verbatim.txt`
    ///     has the month or day empty. Only a single day that is the first of a
    ///     month (of a year) is taken back to the month (the year).
    ///   - dates: Reads the dates.
    ///   - value: The text of a term; nil when it is empty, `NA`, or missing.
    /// - Throws: `FieldProblem`, its `column` being the term; `UnclearDates`.
    mutating func outcome(
        id: String? = nil, finestPrecision: ObservedDate.Precision = .day,
        dates: DateReading = DateReading(.yearFirst), value: (DarwinCoreTerm) -> String?
    ) throws -> RowOutcome {
        let status = value(.occurrenceStatus)?.lowercased()
        if status == "absent" { return .skip(.absent) }
        let count = try DarwinCoreMapper.count(value)
        // Without a status, a count of 0 is an absence.
        if count == 0, status == nil { return .skip(.absent) }

        let coordinate = try CoordinateFields.coordinate(
            latitude: DarwinCoreMapper.number(.decimalLatitude, value),
            longitude: DarwinCoreMapper.number(.decimalLongitude, value))
        guard let coordinate else { return .skip(.noCoordinates) }

        let sourceID = value(.gbifID) ?? value(.occurrenceID) ?? id
        var observation = ObservationRecord(identity: RecordIdentity(sourceID: sourceID), coordinate: coordinate)
        observation.scientificName = DarwinCoreMapper.scientificName(value)
        observation.commonName = value(.vernacularName)
        observation.count = count
        (observation.date, observation.time, observation.endTime) = try moment(finestPrecision, dates, value)
        observation.uncertaintyMeters = try DarwinCoreMapper.parsed(
            .coordinateUncertaintyInMeters, value, UncertaintyField.meters)
        observation.place = value(.locality)
        observation.license = value(.license)
        observation.withheld = value(.informationWithheld)
        return .take(.observation(observation))
    }

    /// Sentences for the user, once all rows are read.
    var notes: [String] {
        switch unreadableTimes {
        case 0: []
        case 1: ["1 event time could not be read and was left out"]
        default: ["\(unreadableTimes) event times could not be read and were left out"]
        }
    }
}

// MARK: - Terms

extension DarwinCoreMapper {
    /// The name without its author: `species`, which is empty above species
    /// rank; else `scientificName`; else the genus and epithet; else what the
    /// publisher wrote. GBIF's "incertae sedis" is no name.
    static func scientificName(_ value: (DarwinCoreTerm) -> String?) -> String? {
        if let species = value(.species) { return species }
        if let name = value(.scientificName), name != "incertae sedis" {
            return ScientificName.withoutAuthor(name, author: value(.scientificNameAuthorship))
        }
        if let genus = value(.genus) { return value(.specificEpithet).map { "\(genus) \($0)" } ?? genus }
        return value(.verbatimScientificName).flatMap { ScientificName.withoutAuthor($0) }
    }

    /// `individualCount`, else a quantity of individuals.
    private static func count(_ value: (DarwinCoreTerm) -> String?) throws -> Int? {
        if value(.individualCount) != nil { return try parsed(.individualCount, value, CountField.parse) }
        guard value(.organismQuantityType)?.lowercased() == "individuals" else { return nil }
        return try parsed(.organismQuantity, value, CountField.parse)
    }

    private static func number(
        _ term: DarwinCoreTerm, _ value: (DarwinCoreTerm) -> String?
    ) throws(FieldProblem) -> Double? {
        guard var text = value(term) else { return nil }
        if text.withUTF8({ MissingValue.matchesNumber($0.trimmed) }) { return nil }
        if let number = DecimalNumber.parse(text) { return number }
        throw FieldProblem(
            column: term.rawValue, value: text,
            reason: "\(term.rawValue) \(FieldProblem.quoted(text)) is not a number",
            hint: DecimalNumber.hint(for: text))
    }

    /// `eventDate`, else `year`, `month` and `day`; the time behind the date,
    /// else `eventTime`.
    private mutating func moment(
        _ finest: ObservedDate.Precision, _ dates: DateReading, _ value: (DarwinCoreTerm) -> String?
    ) throws -> (ObservedDate?, String?, String?) {
        var (time, endTime): (String?, String?)
        var date: ObservedDate?
        if let field = try DarwinCoreMapper.date(value, dates) {
            endTime = field.endTime
            date = field.date.coarsened(to: finest)
            // GBIF writes a date without a time as midnight, without a zone.
            time = field.time.flatMap { TimeField.isBareMidnight($0) ? nil : $0 }
        } else {
            date = try DateField.date(year: value(.year), month: value(.month), day: value(.day))
        }
        if time == nil, let text = value(.eventTime) {
            // Of `10:05:00/11:25:00`, the start.
            time = text.split(separator: "/", maxSplits: 1).first.flatMap { TimeField.parse(String($0)) }
            if time == nil { unreadableTimes += 1 }
        }
        return (date, time, endTime)
    }

    private static func date(_ value: (DarwinCoreTerm) -> String?, _ dates: DateReading) throws -> DateField? {
        try parsed(.eventDate, value, dates.date)
    }

    private static func parsed<Value>(
        _ term: DarwinCoreTerm, _ value: (DarwinCoreTerm) -> String?,
        _ parse: (String) throws -> Value?
    ) throws -> Value? {
        try value(term).flatMap { text in try FieldProblem.inColumn(term.rawValue) { try parse(text) } }
    }
}

extension ObservedDate {
    /// The month or year of a day that was filled up with 1.
    fileprivate func coarsened(to finest: Precision) -> ObservedDate {
        guard finest != .day, let (year, month, day) = exactDay?.components, day == 1 else { return self }
        if finest == .month { return ObservedDate(year: year, month: month) ?? self }
        return month == 1 ? ObservedDate(year: year) ?? self : self
    }
}
