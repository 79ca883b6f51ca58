import Geoq

/// The terms of Darwin Core and of GBIF's downloads that geoq uses
/// (https://dwc.tdwg.org/terms/). The raw value is the term's name.
enum DarwinCoreTerm: String, CaseIterable, Sendable {
    case gbifID, occurrenceID
    case decimalLatitude, decimalLongitude, coordinateUncertaintyInMeters
    case eventDate, eventTime, year, month, day
    case species, scientificName, scientificNameAuthorship, verbatimScientificName
    case genus, specificEpithet, vernacularName
    case individualCount, organismQuantity, organismQuantityType, occurrenceStatus
    case locality, license, informationWithheld

    /// The name in the form in which columns are compared.
    var columnName: ColumnName { ColumnName(rawValue) }
}
