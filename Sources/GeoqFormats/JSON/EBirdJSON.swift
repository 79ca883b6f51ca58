import Geoq
import GeoqIndex

/// Objects as eBird's API 2.0 gives them: hotspots and observations.
///
/// Names of people, which `detail=full` adds, are not read.
enum EBirdJSON {
    static let source = "ebird"

    /// What kind of record an object is; nil when it is not eBird's.
    static func kind(of object: JSONObject) -> ImportKind? {
        guard object.member("locId", "locID") != nil, object["type"] == nil else { return nil }
        if object["speciesCode"] != nil || object["subId"] != nil { return .observations }
        // eBird's details of one hotspot have `latitude` besides `lat`.
        guard object.member("lat", "latitude") != nil, object.member("lng", "longitude") != nil else { return nil }
        return .hotspots
    }

    /// A hotspot of `ref/hotspot/{region}` and the like, or of
    /// `ref/hotspot/info`.
    static func hotspot(_ object: JSONObject) throws -> HotspotRecord {
        guard let id = object.text("locId", "locID") else {
            throw FieldProblem(column: "locId", reason: "no locId")
        }
        guard let name = object.literal("locName", "name") else {
            throw FieldProblem(column: "locName", reason: "no locName")
        }
        let place = try requiredCoordinate(object)
        return HotspotRecord(
            identity: RecordIdentity(sourceID: id), name: name,
            locality: object.literal("subnational2Code", "subnational1Code", "countryCode"), coordinate: place)
    }

    /// A sighting of `data/obs`. Its id is checklist and species with a blank
    /// between, as in `S900000001 gretit1`: one checklist has each species once.
    static func observation(_ object: JSONObject) throws -> ObservationRecord {
        var identity = RecordIdentity()
        if let checklist = object.text("subId"), let species = object.text("speciesCode") {
            identity.sourceID = "\(checklist) \(species)"
        }
        var record = ObservationRecord(identity: identity, coordinate: try requiredCoordinate(object))
        record.scientificName = object.text("sciName")
        record.commonName = object.text("comName")
        // No howMany: present, not counted.
        record.count = try object.member("howMany")?.parsed(CountField.parse)
        if let observed = try object.member("obsDt")?.parsed({ text throws(FieldProblem) in try DateField.parse(text) })
        {
            (record.date, record.time) = (observed.date, observed.time)
        }
        record.place = object.literal("locName")
        return record
    }

    private static func requiredCoordinate(_ object: JSONObject) throws -> Coordinate {
        let place = try CoordinateFields.coordinate(
            latitude: object.member("lat", "latitude"), longitude: object.member("lng", "longitude"))
        guard let place else { throw CoordinateFields.missing }
        return place
    }
}
