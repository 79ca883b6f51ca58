import GRDB
import Geoq
import GeoqFormats

/// What the store has of the sources of an import, and the import's files do not.
extension Importer {
    /// Counts, or removes, the rows of the sources that the file no longer has.
    func settle() throws {
        // Of a file of which no row was taken the source is known as well.
        let isEmpty = registeredSources.isEmpty && report.rejected == 0
        let sources = isEmpty ? [emptySource].compactMap(\.self) : registeredSources.map(\.text)
        report.missing = try missing(of: sources)
        guard settings.replace, report.missing > 0 else { return }
        if isEmpty {
            // The file may have been cut off behind its header.
            report.notes.append("nothing was removed: no row was taken of what was read")
            return
        }
        if report.rejected > 0 {
            report.notes.append("nothing was removed: a row that was refused may be one that is missing")
            return
        }
        if report.files.contains(where: \.isDamaged) {
            report.notes.append("nothing was removed: a damaged file may have the rows that are missing")
            return
        }
        if let file = report.files.first(where: \.mayHaveHadRows) {
            report.notes.append(
                "nothing was removed: \(file.name) gave no rows, and may have had those that are missing; "
                    + "give the other files alone to remove them")
            return
        }
        // Children first. Children from other sources are removed with their
        // lists.
        for source in registeredSources.map(\.text) {
            let lists = settings.options.kind == .watchlists ? try tables[0].missingRows(of: source) : []
            for index in settled.reversed() {
                var rows = try tables[index].missingRows(of: source, at: hotspots.hotspots(ofFilesFrom: source))
                if settings.options.kind == .watchlists, index > 0 {
                    rows += try references.children(of: lists, in: tables[index].table.name, besides: source)
                } else if settings.options.kind == .birds {
                    rows = try references.unused(birds: rows)
                } else if settings.options.kind == .hotspots, !rows.isEmpty {
                    // A list of any length is one parameter.
                    let list = "[" + rows.map(String.init).joined(separator: ",") + "]"
                    removedPresence += try FilePresence.remove(
                        atHotspotsWhere: "fid IN (SELECT value FROM json_each(?1))", list, db)
                }
                try tables[index].remove(rows)
                report.removed += rows.count
            }
        }
        if removedPresence > 0 {
            let rows = removedPresence == 1 ? "1 row" : "\(removedPresence) rows"
            report.notes.append("with the hotspots that were removed went \(rows) of presence that files had of them")
        }
        report.missing = try missing(of: registeredSources.map(\.text))
        if report.missing > 0 {
            report.notes.append(
                "some of these stay: entries of watchlists, presence, sightings or identifications are of them")
        }
    }

    private func missing(of sources: [String]) throws -> Int {
        try settled.reduce(0) { count, index in
            try count + tables[index].missing(of: sources) { hotspots.hotspots(ofFilesFrom: $0) }
        }
    }

    /// The indexes of the tables whose rows the file is to have all of. It has birds only because its
    /// presence is of them.
    private var settled: Range<Int> { settings.options.kind == .presence ? 1..<2 : tables.indices }

    /// The sources that have rows of lists, when the store has an account.
    func unsentSources() throws -> [String] {
        guard settings.options.kind == .watchlists,
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_account WHERE state = 'active')") == true
        else { return [] }
        return try report.sources.filter { source in
            try tables.contains { table in
                try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM \(table.table.name) WHERE source = ?)", arguments: [source])
                    == true
            }
        }
    }
}

extension FileReport {
    /// Whether the file gave no rows, and is neither of another kind nor one of the documents that come with downloads:
    /// it may be a file of rows that is spoiled by now.
    fileprivate var mayHaveHadRows: Bool {
        if case .otherKind? = leftOut { return false }
        guard leftOut != nil || taken + refused + skipped == 0 else { return false }
        let base = (name.split(separator: "/").last ?? "").lowercased()
        return !Self.documents.contains { base.hasPrefix($0) } && !Self.endings.contains { base.hasSuffix($0) }
    }

    private static let documents = [
        "readme", "license", "licence", "copyright", "citation", "recommended_citation", "terms", "rights",
        "datapackage.json", "bcrcodes", "ibacodes", "usfwscodes",
    ]
    private static let endings = [
        "sampling.txt", ".pdf", ".md", ".html", ".doc", ".docx", ".xsd", ".css", ".png", ".jpg",
    ]
}
