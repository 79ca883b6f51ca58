package import Geoq

/// Takes the rows that a reader finds, one by one. The reader keeps none.
package protocol ImportSink: AnyObject {
    /// Called before the first row of each table.
    ///
    /// - Parameters:
    ///   - format: the name of the format: `ebird-hotspots`, `gbif`, …
    ///   - source: the default name of the source, when the format has one.
    func begin(format: String, source: String?)
    /// Called before the first row of a file that is of one hotspot.
    ///
    /// - Parameter source: as in `begin(format:source:)`.
    /// - Throws: `FileProblem` when there is no such hotspot, or more than one.
    func check(_ hotspot: HotspotReference, source: String?, file: String) throws
    func take(_ record: ImportRecord, line: Int) throws
    /// A row that is refused. `raw` is its text as it stands in the file.
    func refuse(_ problem: RowProblem, raw: [UInt8]) throws
    /// A good row that is not wanted: counted, and reported once for each
    /// reason.
    func skip(_ reason: SkipReason)
}

extension ImportSink {
    package func begin(format: String, source: String?) {}
    package func check(_ hotspot: HotspotReference, source: String?, file: String) throws {}
}

/// A row that cannot be imported: where it is, what is wrong, what to do.
public struct RowProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the file.
    public var file: String
    /// 1 is the file's first line. A row over several lines counts by its first.
    public var line: Int
    /// The name of the element, in a file whose lines do not identify it:
    /// "feature 3".
    public var element: String?
    /// The column or member that is wrong, as the file names it; nil when it is the
    /// whole row.
    public var column: String?
    /// What the file has there, as it is written; nil when there is nothing to show.
    public var value: String?
    /// "lon 196.2 out of range −180…180"
    public var reason: String
    /// "did you swap lat and lon?"
    public var hint: String?
    /// What to tell the reader of the file, so that the row can be read.
    package var remedy: FieldRemedy?

    /// - Parameter line: 1 is the file's first line.
    package init(
        file: String, line: Int, column: String? = nil, value: String? = nil, reason: String, hint: String? = nil
    ) {
        (self.file, self.line, self.column) = (file, line, column)
        (self.value, self.reason, self.hint) = (value, reason, hint)
    }

    /// `hotspots.csv: line 4099: lat 142.5 out of range −90…90; did you swap lat and lon?`
    public var description: String {
        "\(file): \(place): \(reason)" + ((hint ?? remedy?.description).map { "; \($0)" } ?? "")
    }

    /// "line 12", "feature 3", or "feature 3 (line 12)"; a whole file may be
    /// one line.
    private var place: String {
        guard let element else { return "line \(line)" }
        return line > 1 ? "\(element) (line \(line))" : element
    }
}

/// Why a good row is not imported.
public enum SkipReason: String, Hashable, Sendable, CaseIterable {
    /// Nothing was seen: the record says that the species was not there.
    case absent = "the species was absent (a count of 0, or a status that says so)"
    /// The record has no place, and its format allows that.
    case noCoordinates = "without coordinates, as the format allows (obscured, private, specimen)"
    /// Movebank's mark of a position that is an outlier.
    case notVisible = "marked as an outlier (visible=false)"
    /// A camera saw no animal.
    case notAnAnimal = "not an animal (blank, vehicle, unclassified)"
    /// A camera saw a person.
    case person = "a person"
    /// Camtrap DP tells of this animal a second time, for one picture.
    case otherLevel = "the same animal as in an event (media level)"
    /// An event along a line has no point.
    case lineGeometry = "a line, without a point of its own"
    /// A count of penguins says that there were none.
    case notPresent = "presence 0"
}

/// What a reader reports at the end.
package struct FormatReport: Equatable, Sendable {
    /// The name of the format: `ebird-hotspots`, `gbif`, …
    package var format: String
    /// The default name of the source, when the format has one (`ebird`).
    package var source: String?
    /// Columns that geoq does not use, in order.
    package var unknownColumns: [String] = []
    /// Lines that were not UTF-8 and were read as latin-1.
    package var latin1Lines = 0
    /// Sentences for the user about the file.
    package var notes: [String] = []
    /// Sentences for the user that are the same for all files of the format.
    package var commonNotes: [String] = []
    /// Rules of watchlists that are kept and never match.
    package var unintelligibleRules = 0
    /// Tracks and routes that are not read; a note tells of them.
    package var unreadLines = 0
    /// The result of each file, when the input holds several.
    package var files: [FileReport] = []

    package init(format: String, source: String? = nil) {
        (self.format, self.source) = (format, source)
    }
}

/// The result of one of several files.
public struct FileReport: Hashable, Sendable {
    /// The file's name.
    public var name: String
    /// The name of the format; empty when the file was left out.
    public var format = ""
    /// How many rows were taken, refused, and skipped.
    public var taken = 0
    /// How many rows were refused.
    public var refused = 0
    /// How many good rows were not wanted.
    public var skipped = 0
    /// Why the file was not read; nil when it was read.
    public var leftOut: FileProblem.Cause?
    /// Whether it was left out because it is damaged: it may have rows of any source.
    package var isDamaged = false

    /// - Parameter leftOut: why the file was not read; nil when it was read.
    package init(name: String, leftOut: FileProblem.Cause? = nil) {
        (self.name, self.leftOut) = (name, leftOut)
    }
}
