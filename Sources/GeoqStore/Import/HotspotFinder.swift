import GRDB
import Geoq
import GeoqFormats
import GeoqIndex

/// Finds the hotspots that rows of files name.
struct HotspotFinder {
    private let db: Database
    private let hasHotspot: PreparedStatement
    /// What was found last: rows of one hotspot mostly follow each other.
    private var last: (reference: HotspotReference, source: ByteText, id: FeatureID)?
    /// The hotspots that whole files are of, by the source of their rows.
    private var hotspotsOfFiles: [ByteText: Set<FeatureID>] = [:]
    /// The hotspots that were checked: a file may have no row behind it, or be left out.
    private var checkedHotspots: [ByteText: Set<FeatureID>] = [:]
    /// The sources of rows that name their hotspots themselves.
    private var sourcesOfTables: Set<ByteText> = []
    /// All sources that hotspots may be of; nil until one is first looked up by a source's id. Those that
    /// come with the import itself have no hotspots.
    private var sources: [ByteText]?
    /// The hotspots by what they are called; nil until one is first looked up by it.
    private var named: [ByteText: Named]?

    /// The hotspot of a name, and how many have it.
    private struct Named {
        let id: FeatureID
        var count = 1
    }

    init(_ db: Database) throws {
        self.db = db
        hasHotspot = try PreparedStatement(db, "SELECT 1 FROM hotspot WHERE id = ?1 AND deleted_at IS NULL")
    }

    /// The hotspot by its UUID; by the id that a source gave it, this source's first; or by its
    /// name, behind which its locality may stand, as `NameFolding` writes them.
    ///
    /// - Throws: `ReferenceProblem` when there is none, or more than one; `FileProblem` when the
    ///   whole file is of it; what reading the store throws.
    /// - Complexity: O(sources · log *n*) for an id of an imported hotspot; for names O(*n*) once.
    mutating func id(_ reference: HotspotReference, source: String, file: String) throws -> FeatureID {
        if let last, last.reference == reference, ByteText(last.reference.text) == ByteText(reference.text),
            last.source == ByteText(source)
        {
            return last.id
        }
        let id = try only(reference, source, file: file)
        last = (reference, ByteText(source), id)
        if case .ofFile = reference {
            hotspotsOfFiles[ByteText(source), default: []].insert(id)
        } else {
            sourcesOfTables.insert(ByteText(source))
        }
        return id
    }

    /// Checks that there is such a hotspot, and only one.
    ///
    /// - Throws: as `id(_:source:file:)`.
    mutating func check(_ reference: HotspotReference, source: String, file: String) throws {
        let id = try only(reference, source, file: file)
        checkedHotspots[ByteText(source), default: []].insert(id)
    }

    private mutating func only(_ reference: HotspotReference, _ source: String, file: String) throws -> FeatureID {
        let found = try find(reference, source)
        guard let id = found.id, found.count == 1 else {
            let text = String(reference.text.prefix(100))
            switch reference {
            case .ofFile: throw FileProblem(file: file, .unknownHotspot(text, count: found.count))
            case .id where found.count == 0:
                throw ReferenceProblem(
                    column: "hotspot_id", reason: "no hotspot \(text); import the hotspots first")
            case .name where found.count == 0:
                throw ReferenceProblem(
                    column: "hotspot", reason: "no hotspot is called \(text); import the hotspots first")
            case .id:
                throw ReferenceProblem(
                    column: "hotspot_id",
                    reason: "\(found.count) hotspots of several files have the id \(text); name one by its UUID")
            case .name:
                throw ReferenceProblem(
                    column: "hotspot", reason: "\(found.count) hotspots are called \(text); name one by its id")
            }
        }
        return id
    }

    /// The hotspots of which the files have all presence of a source: a bar chart tells of one
    /// hotspot, and nothing of the others of its source.
    ///
    /// - Returns: nil when the files have all rows of the source, as tables that name hotspots do;
    ///   while no row was taken, the hotspots that were checked.
    func hotspots(ofFilesFrom source: String) -> Set<FeatureID>? {
        sourcesOfTables.contains(ByteText(source))
            ? nil : hotspotsOfFiles[ByteText(source)] ?? checkedHotspots[ByteText(source)]
    }

    private mutating func find(
        _ reference: HotspotReference, _ source: String
    ) throws -> (id: FeatureID?, count: Int) {
        let text = reference.text
        var isID = true
        if case .name = reference { isID = false }
        if isID {
            let own = [FeatureID(text), RecordUUID.derived(source: source, sourceID: text)].compactMap(\.self)
            for id in own where try has(id) { return (id, 1) }
            let known = try sources ?? String.fetchAll(db, sql: "SELECT name FROM geoq_source").map(ByteText.init)
            sources = known
            let others = try known.filter { $0 != ByteText(source) }
                .map { RecordUUID.derived(source: $0.text, sourceID: text) }
                .filter { try has($0) }
            if let id = others.first { return (id, others.count) }
        }
        if named == nil { named = try Self.named(db) }
        var keys = [Self.key(sourceID: text)]
        if case .name = reference { keys = [] }
        if case .id = reference {} else { keys.append(text.foldedName) }
        for key in keys {
            if let known = named?[ByteText(key)] { return (known.id, known.count) }
        }
        return (nil, 0)
    }

    private func has(_ id: FeatureID) throws -> Bool {
        hasHotspot.bind(1, id.description)
        return try hasHotspot.firstRow() == 1
    }

    /// No folded name begins with a NUL.
    private static func key(sourceID: String) -> String { "\0\(sourceID)" }

    /// The hotspots that are not deleted, by their sources' ids, their names, and their names with
    /// their localities.
    private static func named(_ db: Database) throws -> [ByteText: Named] {
        var named: [ByteText: Named] = [:]
        func add(_ text: String, _ id: FeatureID) {
            let key = ByteText(text)
            if named[key, default: Named(id: id)].id == id {
                named[key] = named[key] ?? Named(id: id)
            } else {
                named[key]?.count += 1
            }
        }
        let rows = try PreparedStatement(
            db, "SELECT id, source_id, name, locality FROM hotspot WHERE deleted_at IS NULL ORDER BY id")
        while try rows.step() {
            guard let id = FeatureID(rows.text(0)) else { continue }
            if !rows.isNull(1) { add(key(sourceID: rows.text(1)), id) }
            guard !rows.isNull(2) else { continue }
            let name = rows.text(2).foldedName
            if !name.isEmpty { add(name, id) }
            if !rows.isNull(3), !rows.text(3).foldedName.isEmpty { add("\(name) \(rows.text(3).foldedName)", id) }
        }
        return named
    }
}
