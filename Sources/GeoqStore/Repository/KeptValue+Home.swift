import GRDB
import Geoq
import GeoqIndex

extension CommunityObservation: KeptValue {
    static var table: MirrorTable { .communityObservation }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id") else { return nil }
        self.init(id: id)
        (owner, isOfSystem) = (row.id("owner_id"), row["source_type"] == "system")
        (bird, hotspot) = (row.id("bird_id"), row.id("hotspot_id"))
        (species, place, notes) = (row["species_text"], row["location_display_name"], row["notes"])
        observedAt = row["observed_at"]
        if let latitude = row["lat"] as Double?, let longitude = row["lon"] as Double? {
            coordinate = try? Coordinate(strictLatitude: latitude, longitude: longitude)
        }
    }

    var given: [ColumnValue] {
        [
            ColumnValue("bird_id", text: bird?.description), ColumnValue("hotspot_id", text: hotspot?.description),
            ColumnValue("species_text", text: species), ColumnValue("location_display_name", text: place),
            ColumnValue("lat", number: coordinate?.latitude), ColumnValue("lon", number: coordinate?.longitude),
            ColumnValue("observed_at", text: observedAt), ColumnValue("notes", text: notes),
        ]
    }

    var fixed: [FeatureID?] { [id, owner] }
}

extension WatchlistShare: KeptValue {
    static var table: MirrorTable { .watchlistShares }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id"), let list = row.id("watchlist_id"),
            let user = row.id("user_id")
        else { return nil }
        self.init(id: id, watchlist: list, user: user, canEdit: row["permission"] == "edit")
    }

    var given: [ColumnValue] {
        [ColumnValue("user_id", .text(user.description)), ColumnValue("permission", .text(canEdit ? "edit" : "view"))]
    }

    var fixed: [FeatureID?] { [id, watchlist, user] }
    var parent: FeatureID? { watchlist }
}

extension UserProfile: KeptValue {
    static var table: MirrorTable { .profile }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id") else { return nil }
        self.init(id: id, name: row["name"] ?? "", email: row["email"] ?? "")
        (gender, photo) = (row["gender"], row["profile_photo"])
    }

    var given: [ColumnValue] {
        [
            ColumnValue("name", .text(name)), ColumnValue("email", .text(email)), ColumnValue("gender", text: gender),
        ]
    }

    var fixed: [FeatureID?] { [id] }
}

extension IdentificationSession: KeptValue {
    static var table: MirrorTable { .identificationSession }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id") else { return nil }
        self.init(id: id)
        (owner, shapeID, sizeCategory) = (row.id("owner_id"), row["shape_id"], row["size_category"])
        (locationID, place) = (row["location_id"], row["location_display_name"])
        (observedAt, isCompleted) = (row["observed_at"], row.isTrue("is_completed"))
    }

    var given: [ColumnValue] {
        [
            ColumnValue("shape_id", text: shapeID),
            ColumnValue("size_category", sizeCategory.map { .integer(Int64($0)) } ?? .null),
            ColumnValue("location_id", text: locationID), ColumnValue("location_display_name", text: place),
            ColumnValue("observed_at", text: observedAt), ColumnValue("is_completed", .bool(isCompleted)),
        ]
    }

    var fixed: [FeatureID?] { [id, owner] }
}

extension IdentificationMark: KeptValue {
    static var table: MirrorTable { .identificationMark }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id"), let session = row.id("session_id") else {
            return nil
        }
        self.init(id: id, session: session, area: row["area"] ?? "", variant: row["variant"] ?? "")
    }

    var given: [ColumnValue] { [ColumnValue("area", .text(area)), ColumnValue("variant", .text(variant))] }
    var fixed: [FeatureID?] { [id, session] }
    var parent: FeatureID? { session }
}

extension IdentificationResult: KeptValue {
    static var table: MirrorTable { .identificationResult }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id"), let session = row.id("session_id") else {
            return nil
        }
        self.init(id: id, session: session, bird: row.id("bird_id"))
    }

    var given: [ColumnValue] { [ColumnValue("bird_id", text: bird?.description)] }
    var fixed: [FeatureID?] { [id, session] }
    var parent: FeatureID? { session }
}

extension IdentificationCandidate: KeptValue {
    static var table: MirrorTable { .identificationCandidate }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id"), let result = row.id("result_id"),
            let bird = row.id("bird_id")
        else { return nil }
        self.init(id: id, result: result, bird: bird, rank: row["rank"], confidence: row["confidence"])
    }

    var given: [ColumnValue] {
        [
            ColumnValue("bird_id", .text(bird.description)),
            ColumnValue("rank", rank.map { .integer(Int64($0)) } ?? .null),
            ColumnValue("confidence", confidence.map { .real($0) } ?? .null),
        ]
    }

    var fixed: [FeatureID?] { [id, result] }
    var parent: FeatureID? { result }
}
