import Geoq
import GeoqStore
import GeoqSync

extension TableDescription {
    /// What the table lacks.
    var findings: [SchemaFinding] {
        if let obstacle = obstacle(to: .mirror) {
            return [
                SchemaFinding(
                    table, .obstacle, obstacle.message, cost: "the table cannot be mirrored", remedy: obstacle.remedy)
            ]
        }
        var findings: [SchemaFinding] = []
        func add(_ weight: SchemaFinding.Weight, _ what: String, _ cost: String, _ remedy: SyncRemedy? = nil) {
            findings.append(SchemaFinding(table, weight, what, cost: cost, remedy: remedy))
        }
        if isRelation { return relationFindings }
        for column in table.columns where !column.isOfRelations && source(of: column.name) == nil {
            guard let cost = column.costWhenMissing, !(isPlacedByLocation && ["lat", "lon"].contains(column.name))
            else {
                continue
            }
            let isMetadata = ["row_version", "created_at", "updated_at"].contains(column.name)
            let name = remoteName(of: column.name)
            add(
                isMetadata ? .note : .loss, columns[name] == nil ? "no column \(name)" : "no right to read \(name)",
                cost)
        }
        if isPlacedByLocation, let location {
            add(.note, "no columns lat and lon", "places come from \(location.name)")
        }
        if !isPlacedByLocation, let location, location.place?.isSure == true, !isCopy(location) {
            add(
                .note, "\(location.name) is not computed from \(remoteName(of: "lat")) and \(remoteName(of: "lon"))",
                "these are the places, and no index of \(location.name) finds them")
        }
        if source(of: "deleted_at") == nil {
            add(.note, "no column \(remoteName(of: "deleted_at"))", "rows leave the mirror only when they are deleted")
        }
        if !isLockable {
            add(
                .note, "only single columns may be read",
                "the table cannot be locked: one that is rebuilt while it is read is read again")
        }
        if !hasUniqueID {
            add(
                .loss, "no unique index on \(remoteName(of: "id"))",
                "of rows with the same id one is mirrored, and the table never compares equal")
        }
        if !hasVersions { add(.note, "no row versions (xmin) of rows on other servers", costOfContents) }
        if !hasHint {
            add(
                .note, "no trigger that notifies the channel geoq",
                "a watch asks every few seconds instead of being told")
        }
        if hasRowSecurity {
            add(.note, "row-level security", "only rows that the role may see are mirrored", .chooseUser)
        }
        return findings
    }
}
