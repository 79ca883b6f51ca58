import GRDB
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqIndex

/// Rows that say how likely a bird is at a hotspot: they name both.
extension Importer {
    func check(_ hotspot: HotspotReference, source: String?, file: String) throws {
        guard let source = settings.source ?? source ?? input.sourceName else { return }
        try hotspots.check(hotspot, source: source, file: file)
    }

    /// The row with the ids of its hotspot and bird; a bird that the row brings along is added
    /// when there is none of its scientific or its common name.
    ///
    /// - Throws: `FieldProblem` when there is no such hotspot or bird; `FileProblem`.
    func resolved(_ record: PresenceRecord, _ source: String) throws -> PresenceRecord {
        var record = record
        do {
            record.hotspot = .id(
                try hotspots.id(record.hotspot, source: source, file: input.name).description)
            record.bird = .id(try bird(of: record, source).description)
            return record
        } catch let error as ReferenceProblem {
            if error.lacksBird { report.withoutBird += 1 }
            throw FieldProblem(column: error.column, reason: error.reason)
        }
    }

    private func bird(of record: PresenceRecord, _ source: String) throws -> FeatureID {
        do {
            return try references.bird(record.bird, source)
        } catch let error as ReferenceProblem where error.lacksBird {
            guard let bird = record.newBird else { throw error }
            // A genus is renamed more often than a bird.
            if let name = bird.scientificName, let known = try references.bird(called: bird.commonName) {
                knownByCommonName.insert("\(bird.commonName) (\(name))")
                return known
            }
            let id = RecordUUID.derived(source: source, sourceID: "bird \(record.bird.text.foldedName)")
            _ = try write(.bird(bird), .none, id, source)
            references.added(bird, id)
            return id
        }
    }
}
