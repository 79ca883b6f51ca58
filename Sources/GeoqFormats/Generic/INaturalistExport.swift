import Geoq

/// An iNaturalist export, with the columns that its user chose.
///
/// geoq reads only the public place, never `private_latitude`. A row without a
/// public place is private. An obscured place lies at random in a cell of 0.2°
/// × 0.2°: its uncertainty is the public accuracy, or the cell's diagonal, and
/// never the accuracy of the true place.
struct INaturalistExport: TableFormat {
    static let name = "inaturalist"
    static let kind = ImportKind.observations
    static let title = "an iNaturalist export"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        head.header.has("latitude", "longitude")
            && head.header.column(
                "observed_on", "observed_on_string", "time_observed_at", "quality_grade", "coordinates_obscured",
                "positional_accuracy", "public_positional_accuracy", "num_identification_agreements",
                "iconic_taxon_name") != nil
    }

    let source: String? = "inaturalist"
    private let columns: BoundColumns
    private let speciesGuess, timeObserved, accuracy, publicAccuracy: Column?
    private let obscured, geoprivacy, taxonGeoprivacy: Column?
    private var maker = RecordMaker(Self.kind)
    private var timesOfOtherDays = 0

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        columns.column(.id, "id", "uuid")
        try columns.required(.lat, "latitude")
        try columns.required(.lon, "longitude")
        columns.column(.scientificName, "scientific_name")
        columns.column(.commonName, "common_name")
        speciesGuess = columns.column(named: "species_guess")
        columns.date(["observed_on"])
        timeObserved = columns.column(.time, "time_observed_at")
        accuracy = columns.column(.uncertainty, "positional_accuracy")
        publicAccuracy = columns.column(named: "public_positional_accuracy")
        columns.column(.place, "place_guess")
        columns.column(.license, "license")
        obscured = columns.column(named: "coordinates_obscured")
        geoprivacy = columns.column(named: "geoprivacy")
        taxonGeoprivacy = columns.column(named: "taxon_geoprivacy")
        self.columns = columns.fields.without(.time, .uncertainty)
        try columns.requireSpecies(or: speciesGuess, options: options)
    }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        guard let place = try row.coordinate(latitude: columns[.lat], longitude: columns[.lon]) else {
            return .skip(.noCoordinates)
        }
        guard var sighting = try maker.sighting(TableRow(row: row, columns: columns), at: place) else {
            return .skip(.absent)
        }
        if sighting.scientificName == nil { sighting.commonName = sighting.commonName ?? row.text(speciesGuess) }
        if let observed = try row.date(timeObserved) { setMoment(of: &sighting, observed) }
        let (sharp, open) = (try row.uncertainty(accuracy), try row.uncertainty(publicAccuracy))
        if let withheld = withheld(row) {
            sighting.withheld = withheld
            sighting.uncertaintyMeters = open ?? ObscuredCell.longestDiagonal
        } else {
            sighting.uncertaintyMeters = sharp ?? open
        }
        return .take(.observation(sighting))
    }

    /// The day stays as the observer wrote it. `time_observed_at` is often in
    /// UTC, where the day may be another: the day in UTC is given, too. A time of
    /// another day in any other zone is left out.
    private mutating func setMoment(of sighting: inout ObservationRecord, _ observed: DateField) {
        guard let day = sighting.date else {
            (sighting.date, sighting.time) = (observed.date, observed.time)
            return
        }
        guard let time = observed.time else { return }
        if TimeField.isInUTC(time) {
            (sighting.time, sighting.dayInUTC) = (time, observed.date.exactDay)
        } else if observed.date == day {
            sighting.time = time
        } else {
            timesOfOtherDays += 1
        }
    }

    /// Why the place is not exact, in the words of the export's columns.
    private func withheld(_ row: DelimitedRow) -> String? {
        let reasons = [("geoprivacy", geoprivacy), ("taxon_geoprivacy", taxonGeoprivacy)].compactMap { name, column in
            row.text(column).flatMap { $0 == "open" ? nil : "\(name)=\($0)" }
        }
        let isObscured = row.text(obscured).flatMap { Bool(word: $0) }
        guard isObscured == true || obscured == nil && !reasons.isEmpty else { return nil }
        return (["coordinates obscured"] + reasons).joined(separator: ", ")
    }

    var notes: [String] {
        switch timesOfOtherDays {
        case 0: []
        case 1: ["1 time was left out: it is of another day than observed_on"]
        default: ["\(timesOfOtherDays) times were left out: they are of another day than observed_on"]
        }
    }
}
