import Foundation
import Geoq
import GeoqFormats
import GeoqStore

/// Takes the areas of files into the store: `geoq areas add`, and `geoq import --as areas`.
struct AreaAddition {
    /// The name of the source; nil for what the file says, or its name.
    let source: String?
    /// Whether areas of the source that a file no longer has are removed.
    let replaces: Bool
    let quiet: Bool
    let storeOptions: StoreOptions

    /// - Parameters:
    ///   - files: all are read; with their places, for the list of sources: `place(of:)` for a path, and
    ///     for a table its server and its name.
    ///   - format: how they were read; nil for what the readers say.
    /// - Throws: `NotReplaced`, `FileProblem`, `StoreError`. Nothing is stored then.
    func run(_ files: [(file: AreaFile, place: String)], format: String? = nil) async throws {
        for (file, place) in files {
            if replaces, let reason = file.reasonNotToReplace { throw NotReplaced(file: place, reason: reason) }
            if file.areas.isEmpty { throw file.noAreas }
        }
        let store = try await storeOptions.openOrCreate()
        var sets: [AreaSet] = []
        for (file, place) in files {
            let formats = format ?? file.report.formats.map(\.rawValue).joined(separator: ", ")
            sets += file.sets(source).map {
                AreaSet(source: $0.source, areas: $0.areas, file: place, format: formats)
            }
        }
        let lost = try await LostRules(in: store)
        let reports = try await store.areas.add(sets, replaces: replaces)
        _ = try await store.snapshot(verifying: .touched)
        let silenced = try await lost.sentence()
        try store.discardIfNew()
        if quiet { return }
        for (set, report) in zip(sets, reports) {
            var parts = ["\(report.added) added", "\(report.changed) changed", "\(report.unchanged) unchanged"]
            if report.removed > 0 { parts.append("\(report.removed) removed") }
            let own = files.filter { $0.place == set.file }.map(\.file)
            // Of a file with areas of several sources the last line tells the rest.
            if let file = own.first, file.sets(source).last?.source == set.source { parts += file.remarks }
            Terminal.say("\(TerminalText.neutralized(set.source, limit: 200)): \(parts.joined(separator: ", "))")
            if let former = report.formerFile, report.changed + report.removed > 0 { say(former, set, report) }
        }
        if let silenced { Terminal.say(silenced) }
    }

    /// A path as it is in every folder: two files of one name, each read in its own folder, are two.
    static func place(of path: String) -> String {
        guard path != "-", !path.hasPrefix("/") else { return path }
        var path = Substring(path)
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        return "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    /// That areas of another file are not any more as they were.
    private func say(_ former: String, _ set: AreaSet, _ report: AreasReport) {
        // Earlier versions of geoq kept a path as it was written, and a table without its server.
        if set.file.hasSuffix("/" + former) || set.file.hasSuffix(" " + former) { return }
        let count = report.changed + report.removed
        Terminal.say(
            "\(count) area\(count == 1 ? "" : "s") of the source \(TerminalText.neutralized(set.source, limit: 200)) "
                + "\(count == 1 ? "was" : "were") read from \(TerminalText.neutralized(former, limit: 200)) before; "
                + "--source keeps areas of two files apart")
    }
}

extension AreaFile {
    /// The areas by their sources, each once and in the file's order.
    ///
    /// - Parameter source: of all of them; nil for what geoq's own export says, or else the
    ///   file's name.
    func sets(_ source: String?) -> [(source: String, areas: [NewArea])] {
        if let source { return [(source, areas)] }
        var sets: [(source: String, areas: [NewArea])] = []
        var places: [String: Int] = [:]
        for (area, own) in zip(areas, sources) {
            let name = own ?? self.name
            if let place = places[name] {
                sets[place].areas.append(area)
            } else {
                places[name] = sets.count
                sets.append((name, [area]))
            }
        }
        return sets
    }

    /// What there is to say of the file besides what became of its areas.
    fileprivate var remarks: [String] {
        let calling = haveKeys ? "table and key" : "file and number"
        return (isByGDAL ? ["read by GDAL"] : [])
            + (nameless > 0 ? ["\(nameless) without a name, called by \(calling)"] : [])
            + told + mended + overlapping + Self.skipped(report)
    }
}
