import Geoq
package import GeoqFormats

/// One import into memory, and its result.
package struct ImportRun {
    package let sink: CollectingSink
    package let report: FormatReport

    /// Reads an input.
    ///
    /// - Throws: What `readImport` throws.
    package init(_ input: any ImportInput, as kind: ImportKind, map: [String: String] = [:], species: String? = nil)
        throws
    {
        var options = ImportOptions(kind: kind)
        (options.columnMap, options.species) = (map, species)
        sink = CollectingSink()
        report = try readImport(input, options: options, into: sink)
    }

    /// Reads a text as a plain file.
    package init(
        _ text: String, as kind: ImportKind, name: String = "file.csv", map: [String: String] = [:],
        species: String? = nil, longestPiece: Int = 7
    ) throws {
        try self.init(
            MemoryInput(name, text: text, longestPiece: longestPiece), as: kind, map: map, species: species)
    }
}

/// The problem for which an import refuses the whole file; nil when it does not.
package func fileProblem(
    _ input: any ImportInput, as kind: ImportKind, map: [String: String] = [:], species: String? = nil
) throws -> String? {
    do {
        _ = try ImportRun(input, as: kind, map: map, species: species)
        return nil
    } catch let problem as FileProblem {
        return problem.description
    }
}
