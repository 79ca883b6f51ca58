import Geoq

/// Reads a file, folder or archive in any format that geoq knows.
///
/// The format is recognized by content. Rows go to the sink in the file's
/// order. A bad row goes to the sink as a problem, and the other rows are read.
///
/// Each file of a folder or an archive is read separately, as if it were the
/// only one, unless several belong together (`ImportProbe.parts()`). A file
/// that cannot be read, or is damaged, is left out, and the report names it with
/// the reason; when no file can be read, the input is refused. When a file turns
/// out to be damaged after some of its rows were taken, the input is refused, too.
///
/// - Parameter makeSpool: makes a table for joins, which may be larger than
///   memory; called for formats that join several files.
/// - Throws: `FileProblem` with one sentence when the input is of no known
///   format, is not what `options.kind` asks for, or cannot be used as a whole;
///   and what the input and the sink throw; `UnclearDates` when its dates may be
///   read in two ways.
/// - Complexity: O(size of the input), in memory that does not grow with it.
package func readImport(
    _ input: any ImportInput, options: ImportOptions, into sink: any ImportSink,
    joiningIn makeSpool: @escaping () throws -> any KeyedSpool
) throws -> FormatReport {
    try PartReader(options: options, makeSpool: makeSpool).read(DecodedInput(input), into: sink, depth: 0)
}

/// The kind of rows that an input's format implies; nil when the format implies
/// none, or the formats of several files differ.
///
/// - Throws: `FileProblem` for an input that no format can read; what the input throws.
package func knownKind(of input: any ImportInput, options: ImportOptions) throws -> ImportKind? {
    try PartReader(options: options) { preconditionFailure("Nothing is joined before rows are read.") }
        .knownKind(of: DecodedInput(input), depth: 0)
}

/// Reads the parts of an input.
private struct PartReader {
    let options: ImportOptions
    let makeSpool: () throws -> any KeyedSpool

    /// How many archives may stand one in the other.
    private static let mostArchives = 3

    func read(_ input: any ImportInput, into sink: any ImportSink, depth: Int) throws -> FormatReport {
        let probe = ImportProbe(input, options: options, makeSpool: makeSpool)
        try probe.refuseUnreadable()
        let parts = try probe.parts()
        if parts.count == 1, input.leftOut.isEmpty {
            if let archive = try archive(in: probe, depth: depth) {
                return try read(archive, into: sink, depth: depth + 1)
            }
            return try readAlone(probe, into: sink)
        }
        var report = FormatReport(format: "")
        for part in parts { try read(part, into: sink, &report, depth: depth) }
        for member in input.leftOut {
            report.files.append(FileReport(name: "\(input.name)/\(member.name)", leftOut: .unusable(member.reason)))
        }
        if report.files.allSatisfy({ $0.leftOut != nil }) {
            throw FileProblem(
                file: input.name,
                .nothingReadable(Array(report.files.prefix(5)), count: report.files.count, asked: options.kind))
        }
        return report
    }

    /// Reads one of several parts, or leaves it out.
    private func read(
        _ part: any ImportInput, into sink: any ImportSink, _ report: inout FormatReport, depth: Int
    ) throws {
        let probe = ImportProbe(part, options: options, makeSpool: makeSpool)
        let counter = PartSink(sink, file: part.name, sourceName: baseName(part.name))
        do {
            try probe.refuseUnreadable()
            let archive = try archive(in: probe, depth: depth)
            let found =
                try archive.map { try read($0, into: counter, depth: depth + 1) } ?? readAlone(probe, into: counter)
            try counter.finish(format: found.format)
            if !found.files.isEmpty {
                // Each file of an archive has a report of its own.
                report.merge(found)
                return
            }
            if let reason = counter.reasonForNothing {
                report.files.append(FileReport(name: part.name, leftOut: .unusable(reason)))
                return
            }
            report.files.append(counter.report)
            report.merge(found, of: part.name)
        } catch let problem as FileProblem where !counter.hasHandedOn {
            report.files.append(FileReport(name: part.name, leftOut: problem.cause))
        } catch let error as any DamagedInput where !counter.hasHandedOn {
            guard let damage = error.damage else { throw error }
            var file = FileReport(name: part.name, leftOut: .unusable(damage))
            file.isDamaged = true
            report.files.append(file)
        }
    }

    private func readAlone(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        if options.species != nil, options.kind == .hotspots || options.kind == .birds {
            throw FileProblem(file: probe.input.name, .speciesUnused(options.kind))
        }
        if options.hotspot != nil, options.kind != .presence {
            throw FileProblem(file: probe.input.name, .hotspotUnused(options.kind))
        }
        for format in importFormats where try format.recognizes(probe) {
            // Unowned: the probe holds the closure, which runs only while the format reads.
            probe.dates = DateReading(
                options.dateOrder ?? format.dateOrder, hyphenated: format.hyphenatedDateOrder
            ) { [options, unowned probe] date in
                guard probe.input.canBeReadAgain else {
                    throw UnclearDates(file: probe.input.name, example: date, reason: .stream)
                }
                return try dateOrder(of: probe, format, options)
            }
            var report = try format.read(probe, into: sink)
            if report.latin1Lines > 0 {
                let lines = report.latin1Lines == 1 ? "1 line was" : "\(report.latin1Lines) lines were"
                report.notes.append("\(lines) not UTF-8 and read as latin-1")
            }
            return report
        }
        throw try probe.unknownFormat()
    }

    /// The archive that a single file holds.
    ///
    /// - Throws: `FileProblem` when archives stand too deep one in the other.
    private func archive(in probe: ImportProbe, depth: Int) throws -> (any ImportInput)? {
        guard probe.members.count == 1, try probe.head(of: probe.members[0]).content == .archive else { return nil }
        guard depth < PartReader.mostArchives else {
            throw FileProblem(file: probe.input.name, reason: "an archive within \(depth) others; unpack it first")
        }
        return try probe.input.archive(in: probe.members[0]).map { DecodedInput($0) }
    }

    // MARK: - What rows are

    func knownKind(of input: any ImportInput, depth: Int) throws -> ImportKind? {
        // All files that belong together are read.
        var options = options
        options.kind = .observations
        let probe = ImportProbe(input, options: options, makeSpool: makeSpool)
        let parts = try probe.parts()
        var kinds: Set<ImportKind> = []
        for part in parts {
            let probe = parts.count == 1 ? probe : ImportProbe(part, options: options, makeSpool: makeSpool)
            do {
                if let kind = try knownKind(of: probe, isAlone: parts.count == 1, depth: depth) { kinds.insert(kind) }
            } catch let error as any DamagedInput where parts.count > 1 && error.damage != nil {
                // It is left out when it is read.
            }
        }
        return kinds.count == 1 ? kinds.first : nil
    }

    /// - Parameter isAlone: whether the part is all of its input.
    private func knownKind(of probe: ImportProbe, isAlone: Bool, depth: Int) throws -> ImportKind? {
        if let archive = try archive(in: probe, depth: depth) { return try knownKind(of: archive, depth: depth + 1) }
        if isAlone, try UnsentChanges.recognizes(probe) {
            throw FileProblem(file: probe.input.name, .unsentChanges)
        }
        if let kind = try importFormats.lazy.compactMap({ try $0.knownKind(of: probe) }).first { return kind }
        if isAlone, try !probe.isShapefile {
            // To name the rows would not help. The rings of a shapefile may be areas.
            try probe.refuseUnreadable()
            try refuseStrange(probe)
        }
        return nil
    }

    /// Refuses a text or JSON that no format could read whatever its rows are, by its beginning: a service's error,
    /// words, JSON that is cut short. A table may only lack the name of a column, and XML may have areas.
    private func refuseStrange(_ probe: ImportProbe) throws {
        guard options.columnMap.isEmpty, probe.members.count == 1 else { return }
        let head = try probe.head(of: probe.members[0])
        guard head.content == .json || head.content == .table, !isTableOfAreas(head) else { return }
        var first: FileProblem?
        for kind in [ImportKind.observations, .birds] {
            var trial = ImportOptions(kind: kind)
            trial.dateOrder = options.dateOrder
            if kind == .observations { trial.species = options.species }
            guard let problem = try Self.problem(of: HeadInput(probe.input.name, head), trial) else { return }
            first = first ?? problem
        }
        if let first { throw first }
    }

    private func isTableOfAreas(_ head: MemberHead) -> Bool {
        head.content == .table && AreaFormat.recognize(head: head.bytes) != nil
    }

    /// What is wrong with an input as such, read with some options; nil when it can be read, or would be with others.
    private static func problem(of input: any ImportInput, _ options: ImportOptions) throws -> FileProblem? {
        let reader = PartReader(options: options) { throw HeadInput.GoesOn() }
        do {
            _ = try reader.readAlone(
                ImportProbe(input, options: options, makeSpool: reader.makeSpool), into: RefusalCounter())
            return nil
        } catch let problem as FileProblem {
            guard case .unusable = problem.cause else { return nil }
            return problem
        } catch is HeadInput.GoesOn {
            return nil
        } catch is UnclearDates {
            return nil
        }
    }
}

extension FormatReport {
    /// Adds the report of some of several files.
    fileprivate mutating func merge(_ other: FormatReport) {
        source = format.isEmpty || source == other.source ? other.source : nil
        format = format.isEmpty || format == other.format ? other.format : "several formats"
        latin1Lines += other.latin1Lines
        for column in other.unknownColumns where !unknownColumns.contains(column) { unknownColumns.append(column) }
        notes += other.notes
        for note in other.commonNotes where !commonNotes.contains(note) { commonNotes.append(note) }
        unintelligibleRules += other.unintelligibleRules
        unreadLines += other.unreadLines
        files += other.files
    }

    /// Adds the report of one of several files.
    fileprivate mutating func merge(_ other: FormatReport, of file: String) {
        var other = other
        other.notes = other.notes.map { "\(file): \($0)" }
        merge(other)
    }
}

/// The order of the numbers in an input's dates, judged by all of them.
private func dateOrder(
    of earlier: ImportProbe, _ format: any ImportFormat.Type, _ options: ImportOptions
) throws -> DateOrder {
    let evidence = DateEvidence()
    let probe = ImportProbe(earlier.input, options: options, makeSpool: earlier.makeSpool)
    probe.dates = DateReading(noting: evidence, hyphenated: format.hyphenatedDateOrder)
    _ = try format.read(probe, into: RefusalCounter())
    return try evidence.order(file: probe.input.name)
}

/// The formats, the most particular first: when several could read an input,
/// the first one does.
private let importFormats: [any ImportFormat.Type] = [
    UnsentChanges.self,
    WatchlistFile.self,
    CamtrapDP.self,
    DarwinCoreArchive.self,
    JSONFormat.self,
    GPXWaypoints.self,
    EBirdBarChart.self,
    EBirdHotspotList.self,
    EBirdBasicDataset.self,
    EBirdSamplingEvents.self,
    EBirdPersonalExport.self,
    MovebankTrack.self,
    DarwinCoreTable.self,
    PackagePart.self,
    PenguinCounts.self,
    INaturalistExport.self,
    BandingRecords.self,
    GeoNamesPlaces.self,
    Airports.self,
    PlaceTable.self,
    SightingTable.self,
    // Before birds: a table of presence names birds, too.
    PresenceTable.self,
    BirdTable.self,
]
