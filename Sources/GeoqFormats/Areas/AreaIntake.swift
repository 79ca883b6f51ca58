import Geoq
import GeoqIndex

/// Stands between the reader of one file and the sink: numbers the features and
/// counts what becomes of them.
final class AreaIntake {
    /// What messages call the file.
    let file: String
    /// What is reported of this file alone.
    private(set) var report = AreaReport()
    /// The number of the feature that is being read.
    private(set) var number = 0
    /// The key of the row that it is; nil for a feature of a file.
    private var key: AreaKey?

    private let sink: any AreaSink
    private let mends: Bool
    private var rounded = 0
    private var turned = 0
    private var withHeights = 0

    init(_ sink: any AreaSink, file: String, mends: Bool = false) {
        (self.sink, self.file, self.mends) = (sink, file, mends)
    }

    /// Collects the next feature's polygons.
    func shape() -> AreaShape { AreaShape(mends: mends) }

    /// Whether the sink has been given anything.
    var hasHandedOn: Bool { report.taken + report.refused > 0 }

    /// Counts the next feature.
    ///
    /// - Parameter row: the key of the row that it is.
    /// - Throws: `FileProblem` when there are more than `AreaLimits.features`.
    func begin(row: AreaKey? = nil) throws(FileProblem) {
        guard number < AreaLimits.features else {
            throw FileProblem(file: file, reason: "more than \(AreaLimits.features) features")
        }
        number += 1
        key = row
    }

    /// Hands the feature on, or counts why it is no area.
    ///
    /// - Parameter uncut: as the record has it.
    func give(_ shape: AreaShape, _ fields: AreaFields, uncut: [[[Coordinate]]]? = nil, line: Int?) throws {
        report.mending.add(shape.mending)
        guard !shape.polygons.isEmpty else {
            skip(shape.others.first.map { .noPolygon($0) } ?? .empty)
            return
        }
        var fields = fields
        let names: (name: String?, kind: String?)
        do throws(AreaProblem) {
            names = try fields.takeNames()
        } catch {
            return try refuse(error, line: line)
        }
        var area = AreaRecord(
            name: names.name, kind: names.kind, polygons: shape.polygons, properties: fields.takeProperties(),
            number: number, line: line, key: key)
        area.uncut = uncut
        try sink.take(area)
        report.taken += 1
        report.propertiesLeftOut += fields.leftOut
        rounded += shape.rounded
        turned += shape.turned
        if shape.hasHeights { withHeights += 1 }
        for other in shape.others { skip(.partNoPolygon(other)) }
    }

    func refuse(_ problem: AreaProblem, line: Int?) throws {
        report.refused += 1
        try sink.refuse(AreaRefusal(file: file, number: number, line: line, problem: problem, key: key))
    }

    func skip(_ reason: AreaSkip) {
        report.skipped[reason, default: 0] += 1
    }

    /// Counts a file of which the user alone says in which system its coordinates are.
    func assumeSystem() {
        report.withoutSystem += 1
    }

    func note(_ sentence: String) {
        report.notes.append(sentence)
    }

    /// What there is to say when all features are read.
    func finish(_ format: AreaFormat) -> AreaReport {
        report.formats = [format]
        if rounded > 0 {
            note(
                "\(rounded) position\(rounded == 1 ? " lay" : "s lay") less than a millimeter beyond ±180° or ±90° and "
                    + "\(rounded == 1 ? "was" : "were") put on the edge")
        }
        if turned > 0 {
            note(
                "\(turned) ring\(turned == 1 ? "" : "s") beyond ±180° of longitude taken to the same places within it")
        }
        if withHeights > 0 {
            note(
                "\(withHeights) feature\(withHeights == 1 ? " has" : "s have") heights or measures (Z or M), which are "
                    + "left out: an area has none")
        }
        return report
    }
}

extension AreaReport {
    /// Takes in what came of another file.
    mutating func merge(_ other: AreaReport, of file: String? = nil) {
        for format in other.formats where !formats.contains(format) { formats.append(format) }
        taken += other.taken
        refused += other.refused
        skipped.merge(other.skipped, uniquingKeysWith: +)
        propertiesLeftOut += other.propertiesLeftOut
        mending.add(other.mending)
        withoutSystem += other.withoutSystem
        notes += file.map { file in other.notes.map { "\(file): \($0)" } } ?? other.notes
        leftOut += other.leftOut
    }
}
