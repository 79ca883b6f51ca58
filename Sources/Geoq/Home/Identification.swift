/// One attempt to identify a bird: what was seen, and where.
///
/// A session names the shape by its id, as the birds of the store have it, and the
/// field marks by words, such as those of `IdentificationMark.seeds`. Neither list
/// is ever sent.
public struct IdentificationSession: Hashable, Sendable, Identifiable {
    /// The session's id.
    public let id: FeatureID
    /// The user whose session it is; nil for a guest's.
    public package(set) var owner: FeatureID?
    /// The shape of the body, such as `duck-like`.
    public var shapeID: String?
    /// The size, by the application's own numbers; nil when none was chosen.
    public var sizeCategory: Int?
    /// The id of the place in the application's own list; nil when none was chosen.
    public var locationID: String?
    /// Where it was, in words.
    public var place: String?
    /// When the bird was seen: ISO 8601 in UTC. Where a day alone is given, the store
    /// keeps its noon in UTC.
    public var observedAt: String?
    /// Whether the user has come to an end. Only such sessions are history.
    public var isCompleted: Bool
    package var sync = RowSync()

    /// A new session, with a random id.
    public init(shapeID: String? = nil, place: String? = nil, observedAt: String? = nil, isCompleted: Bool = false) {
        self.init(id: .random())
        (self.shapeID, self.place, self.observedAt, self.isCompleted) = (shapeID, place, observedAt, isCompleted)
    }

    /// A session of a store, without values.
    package init(id: FeatureID) { (self.id, isCompleted) = (id, false) }
}

/// A field mark that the user has chosen, such as `breast`: `streaked`.
public struct IdentificationMark: Hashable, Sendable, Identifiable {
    /// The mark's id.
    public let id: FeatureID
    /// The session in which it was chosen.
    public let session: FeatureID
    /// The part of the body.
    public var area: String
    /// How that part looks.
    public var variant: String
    package var sync = RowSync()

    /// A new mark, with a random id.
    public init(_ area: String, _ variant: String, in session: FeatureID) {
        self.init(id: .random(), session: session, area: area, variant: variant)
    }

    package init(id: FeatureID, session: FeatureID, area: String, variant: String) {
        (self.id, self.session, self.area, self.variant) = (id, session, area, variant)
    }
}

/// What came out of a session.
public struct IdentificationResult: Hashable, Sendable, Identifiable {
    /// The result's id.
    public let id: FeatureID
    /// The session that it came out of.
    public let session: FeatureID
    /// The bird that the user decided on; nil while undecided.
    public var bird: FeatureID?
    package var sync = RowSync()

    /// A new result, with a random id.
    public init(of session: FeatureID, bird: FeatureID? = nil) {
        self.init(id: .random(), session: session, bird: bird)
    }

    package init(id: FeatureID, session: FeatureID, bird: FeatureID?) {
        (self.id, self.session, self.bird) = (id, session, bird)
    }
}

/// A bird that may be meant.
public struct IdentificationCandidate: Hashable, Sendable, Identifiable {
    /// The candidate's id.
    public let id: FeatureID
    /// The result that it belongs to.
    public let result: FeatureID
    /// The bird that may be meant.
    public var bird: FeatureID
    /// Its place among the candidates, as the application counts; nil when the row does
    /// not say it. One that is added or changed has to say it.
    public var rank: Int?
    /// How sure it is, 0…1; nil when the row does not say it. One that is added or
    /// changed has to say it.
    public var confidence: Double?
    package var sync = RowSync()

    /// A new candidate, with a random id.
    public init(_ bird: FeatureID, of result: FeatureID, rank: Int?, confidence: Double?) {
        self.init(id: .random(), result: result, bird: bird, rank: rank, confidence: confidence)
    }

    package init(id: FeatureID, result: FeatureID, bird: FeatureID, rank: Int?, confidence: Double?) {
        (self.id, self.result, self.bird, self.rank, self.confidence) = (id, result, bird, rank, confidence)
    }
}
