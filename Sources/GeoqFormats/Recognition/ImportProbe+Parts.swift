import Geoq

extension ImportProbe {
    /// The parts of an input that are read separately: files that belong
    /// together, and every other file alone, in the order of the members.
    ///
    /// All files of a folder belong together when it is a Darwin Core archive
    /// or a Camtrap DP. So do GBIF's `occurrence.txt` and `verbatim.txt`
    /// without a `meta.xml`, and the counts, sites and species of MAPPPD.
    ///
    /// - Returns: the input itself when it is one part.
    func parts() throws -> [any ImportInput] {
        guard members.count > 1 else { return [input] }
        var folders: [String] = []
        for folder in try packageFolders() where !folders.contains(where: { folder.hasPrefix($0) }) {
            folders.append(folder)
        }
        if folders.contains("") { return [input] }
        var groups: [(folder: String, members: [String])] = []
        var indexes: [String: Int] = [:]
        var alone: [String] = []
        for member in members {
            guard let folder = folders.first(where: { member.hasPrefix($0) }) else {
                alone.append(member)
                continue
            }
            if let index = indexes[folder] {
                groups[index].members.append(member)
            } else {
                indexes[folder] = groups.count
                groups.append((folder, [member]))
            }
        }
        groups += try companions(among: alone)
        let grouped = Set(groups.flatMap(\.members))
        if groups.count == 1, grouped.count == members.count { return [input] }
        let first = Dictionary(members.enumerated().map { ($1, $0) }) { first, _ in first }
        var parts: [(position: Int, input: any ImportInput)] = groups.map { group in
            (first[group.members[0]] ?? 0, PartInput(input, folder: group.folder, members: group.members))
        }
        for member in alone where !grouped.contains(member) {
            parts.append((first[member] ?? 0, PartInput(input, member: member)))
        }
        return parts.sorted { $0.position < $1.position }.map(\.input)
    }

    /// The folders of Darwin Core archives and Camtrap DPs, the highest first.
    private func packageFolders() throws -> [String] {
        var folders: [String] = []
        for member in members {
            let folder = ImportProbe.folder(of: member)
            switch member.dropFirst(folder.count) {
            case "meta.xml":
                let head = try head(of: member)
                if head.content == .xml, String(decoding: head.bytes, as: UTF8.self).contains("archive") {
                    folders.append(folder)
                }
            case "datapackage.json":
                let inside = PartInput(input, folder: folder, members: members.filter { $0.hasPrefix(folder) })
                if try CamtrapPackage(in: inside) != nil { folders.append(folder) }
            default: break
            }
        }
        return folders.sorted {
            ($0.utf8.count { $0 == UInt8(ascii: "/") }, $0) < ($1.utf8.count { $0 == UInt8(ascii: "/") }, $1)
        }
    }

    /// Files of one folder that can be read only together.
    private func companions(among members: [String]) throws -> [(folder: String, members: [String])] {
        guard options.kind == .observations else { return [] }
        var groups: [(folder: String, members: [String])] = []
        for (folder, members) in Dictionary(grouping: members, by: ImportProbe.folder(of:)) where members.count > 1 {
            let occurrences = folder + "occurrence.txt"
            if members.contains(occurrences), members.contains(folder + "verbatim.txt"),
                try header(of: occurrences)?.has("decimalLatitude", "decimalLongitude") ?? false
            {
                groups.append((folder, [occurrences, folder + "verbatim.txt"]))
            }
            guard members.count > 2 else { continue }
            let counts = try PenguinCounts.tables(among: members) { try header(of: $0) }
            if !counts.isEmpty { groups.append((folder, counts)) }
        }
        // The three tables of MAPPPD may lie in folders of their own.
        if groups.isEmpty, members.count > 2 {
            let counts = try PenguinCounts.tables(among: members) { try header(of: $0) }
            if !counts.isEmpty { groups.append(("", counts)) }
        }
        return groups
    }

    /// The names of a member's columns; nil of a damaged one, which its reader tells. Its bytes are not kept: an
    /// input may have very many members.
    private func header(of member: String) throws -> TableHeader? {
        do {
            return MemberHead(member, bytes: try input.peek(member, count: ImportProbe.headBytes)).table?.header
        } catch let error as any DamagedInput where error.damage != nil {
            return nil
        }
    }

    /// With the `/` behind it; empty for a member at the top.
    private static func folder(of member: String) -> String {
        member.lastIndex(of: "/").map { String(member[...$0]) } ?? ""
    }
}
