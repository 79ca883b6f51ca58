import Geoq
import GeoqIndex

/// The deployments of a Camtrap DP, by id, and which of them have events.
struct CamtrapDeployments {
    /// Where and how precisely a camera stood, as text.
    struct Deployment {
        fileprivate var entry: [String?]

        var place: String? { entry[3] }

        /// - Throws: `FieldProblem` when the coordinates cannot be used.
        func coordinate() throws(FieldProblem) -> Coordinate? {
            try CoordinateFields.coordinate(
                latitude: JSONObject.Member("latitude", entry[0].map(JSONValue.string) ?? .null),
                longitude: JSONObject.Member("longitude", entry[1].map(JSONValue.string) ?? .null))
        }

        /// - Throws: `FieldProblem` when it is not a number.
        func uncertaintyMeters() throws(FieldProblem) -> Double? {
            guard let text = entry[2] else { return nil }
            return try UncertaintyField.meters(text)
        }
    }

    /// Sentences for the user.
    private(set) var notes: [String] = []
    /// How many lines of `deployments.csv` were read as latin-1.
    private(set) var latin1Lines = 0

    private let deployments: any KeyedSpool
    private let withEvents: any KeyedSpool

    /// Reads `deployments.csv`, and `observations.csv` a first time for the
    /// deployments with events.
    ///
    /// - Complexity: O(*n*) of their bytes; memory does not grow with them.
    init(_ package: CamtrapPackage, _ probe: ImportProbe) throws {
        (deployments, withEvents) = (try probe.makeSpool(), try probe.makeSpool())
        let counter = RefusalCounter()
        let table = try probe.openTable(package.deployments)
        let id = try table.required("deploymentID")
        let columns: [Column?] = [
            try table.required("latitude"), try table.required("longitude"),
            table.header.column("coordinateUncertainty"), table.header.column("locationName"),
        ]
        try table.forEachRow(into: counter) { row in
            guard let id = row.text(id) else { return }
            try deployments.put(id, columns.map { row.text($0) })
        }
        latin1Lines = table.latin1Lines
        if counter.count > 0 {
            let rows = counter.count == 1 ? "1 row" : "\(counter.count) rows"
            notes = ["\(rows) of the table of deployments could not be read"]
        }

        let observations = try probe.openTable(package.observations)
        let observed = try CamtrapColumns(observations)
        var last: String?
        try observations.forEachRow(into: RefusalCounter()) { row in
            guard row.text(observed.observationLevel) == "event", let id = row.text(observed.deploymentID), id != last
            else { return }
            try withEvents.put(id, [])
            last = id
        }
    }

    /// The deployment with an id; nil when the package has no such deployment.
    func deployment(_ id: String) throws -> Deployment? {
        guard let entry = try deployments.get(id), entry.count == 4 else { return nil }
        return Deployment(entry: entry)
    }

    /// Whether a deployment has observations of whole encounters.
    func hasEvents(_ id: String) throws -> Bool {
        try withEvents.get(id) != nil
    }
}
