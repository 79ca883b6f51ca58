import GeoqStore
package import GeoqSync

extension RelationProposal.Wish {
    /// The same, with what a mapping says of the relation where nothing else is said: its key, its places with their
    /// system and what stands for shapes, its columns, and those that are kept.
    ///
    /// Places that are said to be of other columns have nothing of the mapping's.
    package func completed(by mapping: TableMapping) -> Self {
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
        for (ours, theirs) in names.columns where wish.columns[ours] == nil {
            if saysPlace, ["lat", "lon"].contains(ours) { continue }
            wish.columns[ours] = theirs
        }
        if wish.keep == nil, wish.kept.isEmpty { wish.keep = names.keep }
        return wish
    }
}
