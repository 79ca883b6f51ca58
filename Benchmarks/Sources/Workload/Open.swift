import GeoqIndex

/// From a file on disk to a tree that can be asked: mapped, not read.
public enum Open {
    /// Writes the index of a workload: the tree with ids and coordinates, and
    /// the columns that are filtered by; no names.
    ///
    /// - Returns: the file's bytes.
    public static func write(_ workload: Workload, to path: String) throws -> Int {
        try IndexFile.write(
            workload.sections, stamp: IndexStamp(store: ItemKey(high: 0, low: 1), version: 1), to: path)
        return try IndexFile(opening: path).byteCount
    }

    /// Opens it and looks at its first item.
    public static func open(_ path: String) throws -> Int {
        let file = try IndexFile(opening: path)
        guard let section = file.sections[SectionID(group: 1, kind: 1)] else { return 0 }
        let tree = try section.tree()
        return tree.count > 0 ? Int(try tree.key(at: 0).low & 1) + tree.count : 0
    }
}
