/// Reads a file, folder or archive in whatever format it is.
///
/// The format is recognised by content. Rows go to the sink in the file's
/// order; what is wrong with a row goes to the sink, too, and the others are
/// read.
///
/// - Throws: `FileProblem` with one sentence when the input is of no known
///   format, is not what `options.kind` asks for, or cannot be used as a whole;
///   and what the input and the sink throw.
/// - Complexity: O(size of the input), in memory that does not grow with it.
public func readImport(
    _ input: any ImportInput, options: ImportOptions, into sink: any ImportSink
) throws -> FormatReport {
    let probe = ImportProbe(input, options: options)
    try probe.refuseUnreadable()
    for format in importFormats where try format.recognizes(probe) {
        var report = try format.read(probe, into: sink)
        if report.latin1Lines > 0 {
            let lines = report.latin1Lines == 1 ? "1 line was" : "\(report.latin1Lines) lines were"
            report.notes.append("\(lines) not UTF-8 and read as latin-1")
        }
        return report
    }
    throw try probe.unknownFormat()
}

/// The formats, the most particular first: what several would read, the first
/// of them does.
private let importFormats: [any ImportFormat.Type] = [
    WatchlistFile.self,
    CamtrapDP.self,
    DarwinCoreArchive.self,
    JSONFormat.self,
    EBirdHotspotList.self,
    EBirdBasicDataset.self,
    EBirdSamplingEvents.self,
    EBirdPersonalExport.self,
    MovebankTrack.self,
    DarwinCoreTable.self,
    PenguinCounts.self,
    INaturalistExport.self,
    BandingRecords.self,
    GeoNamesPlaces.self,
    Airports.self,
    PlaceTable.self,
    SightingTable.self,
    BirdTable.self,
]
