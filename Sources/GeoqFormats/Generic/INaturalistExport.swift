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

    /// The diagonal of 0.2° × 0.2° at the equator, where it is longest, in
    /// meters.
    static let cellDiagonalMeters = 31_400.0

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        head.header.has("latitude", "longitude")
            && head.header.column(
                "observed_on", "observed_on_string", "time_observed_at", "quality_grade", "coordinates_obscured",
                "positional_accuracy", "public_positional_accuracy", "num_identification_agreements",
                "iconic_taxon_name") != nil
    }

    let source: String? = "inaturalist"
    private let id, latitude, longitude, scientificName, commonName, speciesGuess: Column?
    private let timeObserved, accuracy, publicAccuracy, place, license: Column?
    private let obscured, geoprivacy, taxonGeoprivacy: Column?
    private let date: DateColumns
    private var timesOfOtherDays = 0

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        id = columns.column(.id, "id", "uuid")
        latitude = try columns.required(.lat, "latitude")
        longitude = try columns.required(.lon, "longitude")
        scientificName = columns.column(.scientificName, "scientific_name")
        commonName = columns.column(.commonName, "common_name")
        speciesGuess = columns.column(named: "species_guess")
        date = DateColumns(columns.column(.date, "observed_on"), &columns)
        timeObserved = columns.column(.time, "time_observed_at")
        accuracy = columns.column(.uncertainty, "positional_accuracy")
        publicAccuracy = columns.column(named: "public_positional_accuracy")
        place = columns.column(.place, "place_guess")
        license = columns.column(.license, "license")
        obscured = columns.column(named: "coordinates_obscured")
        geoprivacy = columns.column(named: "geoprivacy")
        taxonGeoprivacy = columns.column(named: "taxon_geoprivacy")
        try columns.requireSpecies(scientificName, commonName, speciesGuess, options: options)
    }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        guard let coordinate = try row.coordinate(latitude: latitude, longitude: longitude) else {
            return .skip(.noCoordinates)
        }
        var observation = ObservationRecord(
            identity: RecordIdentity(sourceID: row.text(id)), coordinate: coordinate)
        observation.scientificName = row.text(scientificName)
        observation.commonName =
            row.text(commonName) ?? (observation.scientificName == nil ? row.text(speciesGuess) : nil)
        (observation.date, observation.time, observation.dayInUTC) = try moment(row)
        observation.place = row.text(place)
        observation.license = row.text(license)
        let (sharp, open) = (try row.uncertainty(accuracy), try row.uncertainty(publicAccuracy))
        if let withheld = withheld(row) {
            observation.withheld = withheld
            observation.uncertaintyMeters = open ?? INaturalistExport.cellDiagonalMeters
        } else {
            observation.uncertaintyMeters = sharp ?? open
        }
        return .take(.observation(observation))
    }

    /// The day as the observer wrote it, and the time. `time_observed_at` is
    /// often in UTC, where the day may be another: the day in UTC is given,
    /// too. A time of another day in any other zone is left out.
    private mutating func moment(_ row: DelimitedRow) throws -> (ObservedDate?, String?, Day?) {
        let observed = try row.date(timeObserved)
        guard let day = try date.date(row) else { return (observed?.date, observed?.time, nil) }
        guard let observed, let time = observed.time else { return (day.date, day.time, nil) }
        if TimeField.isInUTC(time) { return (day.date, time, observed.date.exactDay) }
        if observed.date == day.date { return (day.date, time, nil) }
        timesOfOtherDays += 1
        return (day.date, day.time, nil)
    }

    /// Why the place is not exact, in the words of the export's columns.
    private func withheld(_ row: DelimitedRow) -> String? {
        let reasons = [("geoprivacy", geoprivacy), ("taxon_geoprivacy", taxonGeoprivacy)].compactMap { name, column in
            row.text(column).flatMap { $0 == "open" ? nil : "\(name)=\($0)" }
        }
        let isObscured = ["true", "t", "1", "yes"].contains(row.text(obscured)?.lowercased() ?? "")
        guard isObscured || obscured == nil && !reasons.isEmpty else { return nil }
        return (["coordinates obscured"] + reasons).joined(separator: ", ")
    }

    var notes: [String] {
        timesOfOtherDays == 0
            ? [] : ["\(timesOfOtherDays) times were left out: they are of another day than observed_on"]
    }
}
