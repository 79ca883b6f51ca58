import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// What became of the file, in words.
extension AreaFile {
    /// What a reader of an answer should know of the file; nil when there is
    /// nothing to say.
    var sentence: String? {
        var parts: [String] = []
        if isByGDAL { parts.append("read by GDAL") }
        if areas.count > 1 { parts.append("\(areas.count) areas together") }
        parts += told
        parts += mended
        parts += Self.skipped(report)
        return parts.isEmpty ? nil : "\(TerminalText.neutralized(file, limit: 200)): \(parts.joined(separator: ", "))"
    }

    /// What the file itself says of edges and poles, in words.
    var told: [String] { sayings.sentences(among: areas.count) }

    /// That some areas have parts that overlap, in words. They hold the same places; edges inside of them
    /// count as edges.
    ///
    /// - Complexity: O(*n* log *n*).
    var overlapping: [String] {
        let count = areas.count { $0.area.hasOverlappingParts }
        if count == 0 { return [] }
        return [
            "\(count) with parts that overlap, or share a border whose vertices differ; their edges count inside of \(count == 1 ? "it" : "them")"
        ]
    }

    /// What was mended, in words.
    var mended: [String] {
        func counted(_ count: Int, _ one: String, _ more: String) -> String? {
            count == 0 ? nil : "\(count) \(count == 1 ? one : more)"
        }
        return [
            counted(mending.closed, "ring closed", "rings closed"),
            counted(mending.crossings, "crossing taken out", "crossings taken out"),
            counted(mending.flat, "ring without an area left out", "rings without an area left out"),
            counted(lost.count, "feature without an area left out", "features without an area left out")
                .map { "\($0) (\(Self.listed(lost, haveKeys ? "key" : "number")))" },
            counted(mending.strays, "hole outside of its polygon left out", "holes outside of their polygons left out"),
            counted(
                mending.regrouped, "polygon put together anew from its rings",
                "polygons put together anew from their rings"),
            counted(mending.turned, "ring that ran the wrong way turned", "rings that ran the wrong way turned"),
        ].compactMap { $0 }
    }

    /// "number 3"; "numbers 3, 17 and 4 more".
    private static func listed(_ names: [String], _ what: String) -> String {
        let most = 10
        let shown = names.prefix(most).map { TerminalText.neutralized($0, limit: 200) }.joined(separator: ", ")
        return "\(what)\(names.count == 1 ? "" : "s") \(shown)"
            + (names.count > most ? " and \(names.count - most) more" : "")
    }

    /// What was left out, in words.
    static func skipped(_ report: AreaReport) -> [String] {
        report.skipped.map { "\($0.value) skipped (\($0.key))" }.sorted()
            + leftOut(report.leftOut) + report.notes
    }

    /// Files that were not read, those with one reason together.
    private static func leftOut(_ members: [LeftOutMember]) -> [String] {
        let most = 3
        var (reasons, names): ([String], [String: [String]]) = ([], [:])
        for member in members {
            if names[member.reason] == nil { reasons.append(member.reason) }
            names[member.reason, default: []].append(member.name)
        }
        return reasons.map { reason in
            let all = names[reason] ?? []
            let more = all.count > most ? " and \(all.count - most) more" : ""
            return "\(all.prefix(most).joined(separator: ", "))\(more) left out (\(reason))"
        }
    }
}
