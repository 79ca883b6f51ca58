import Geoq

/// What a format makes of a row that it can read.
enum RowOutcome: Equatable {
    case take(ImportRecord)
    case skip(SkipReason)
}

extension DelimitedTable {
    /// Gives each row to `body` and its outcome to the sink; refuses the rows
    /// for which it throws a `FieldProblem`. A sighting without a species is
    /// one of `options.species`, if the user named one.
    ///
    /// - Throws: What the stream, the sink, and `body` throw otherwise.
    func importRows(
        into sink: any ImportSink, options: ImportOptions, _ body: (DelimitedRow) throws -> RowOutcome
    ) throws {
        try forEachRow(into: sink) { row in
            switch try body(row) {
            case .skip(let reason): sink.skip(reason)
            case .take(let record):
                try record.checkLengths()
                try sink.take(record.naming(options.species), line: row.line)
            }
        }
    }
}

extension ImportRecord {
    /// The same with a species, if it is a sighting that has none.
    func naming(_ species: String?) -> ImportRecord {
        guard let species, case .observation(var observation) = self, observation.scientificName == nil,
            observation.commonName == nil
        else { return self }
        observation.scientificName = species
        return .observation(observation)
    }
}
