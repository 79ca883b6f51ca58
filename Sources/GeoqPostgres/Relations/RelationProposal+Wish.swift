import GeoqStore
package import GeoqSync

extension RelationProposal.Wish {
    /// The same, with what a mapping says of the relation where nothing else is said: its key, its places with their
    /// system and what stands for shapes, its columns, and those that are kept.
    ///
    /// Places that are said to be of other columns have nothing of the mapping's.
    ///
    /// - Parameter gone: the mapping's columns, by geoq's names, that are left out.
    package func completed(by mapping: TableMapping, without gone: Set<String> = []) -> Self {
        guard let (known, names) = mapping.tables.first else { return self }
        var wish = self
        let saysPlace = ["geometry", "lat", "lon"].contains { columns[$0] != nil }
        if wish.key.isEmpty { wish.key = names.key ?? [] }
        if !saysPlace {
            wish.srid = wish.srid ?? names.srid
            wish.shapes = wish.shapes ?? names.shapes
            if let location = names.location { wish.columns["geometry"] = location }
        }
        // Each kind of rows has columns of its own.
        guard wish.table ?? known == known else { return wish }
        wish.table = known
        for (ours, theirs) in names.columns where wish.columns[ours] == nil && !gone.contains(ours) {
            if saysPlace, ["lat", "lon"].contains(ours) { continue }
            wish.columns[ours] = theirs
        }
        if wish.keep == nil, wish.kept.isEmpty { wish.keep = names.keep }
        return wish
    }
}

extension TableMapping {
    /// The columns that the mapping of a relation names, and that this has no more, by geoq's names and in their
    /// order. Those of its places and of its deleted rows are not among them: without them it would have other rows.
    package func columns(goneFrom relation: CatalogRelation) -> [(ours: String, theirs: String)] {
        guard let names = tables.first?.value else { return [] }
        let present = Set(relation.columns.map(\.name))
        return names.columns.filter {
            !["id", "lat", "lon", "deleted_at"].contains($0.key) && !present.contains($0.value)
        }
        .sorted { $0.key < $1.key }.map { (ours: $0.key, theirs: $0.value) }
    }
}
