import Geoq

/// The result of a row that a format can read.
enum RowOutcome: Equatable {
    case take(ImportRecord)
    case skip(SkipReason)
}

extension DelimitedTable {
    /// Gives each row to `body` and its outcome to the sink; refuses the rows
    /// for which `body` throws a `FieldProblem`. A sighting without a species
    /// gets `options.species`, if the user named one.
    ///
    /// - Throws: What the stream and the sink throw, and what else `body`
    ///   throws.
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
    /// The same record with this species, if it is a sighting without one.
    func naming(_ species: String?) -> ImportRecord {
        guard let species, case .observation(var observation) = self, observation.scientificName == nil,
            observation.commonName == nil
        else { return self }
        observation.scientificName = species
        return .observation(observation)
    }
}
