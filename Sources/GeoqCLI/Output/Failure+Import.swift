import Geoq
import GeoqFormats

/// What is wrong with a file or a row, and which options of `geoq import` help.
extension Failure {
    static func sentence(for problem: FileProblem) -> String {
        "\(problem.file): \(sentence(for: problem.cause))"
    }

    static func sentence(for cause: FileProblem.Cause) -> String {
        switch cause {
        case .unusable: "\(cause)"
        case .noCoordinateSystem:
            "\(cause); or, if they are longitude and latitude on WGS 84, add its areas with geoq areas add --srid 4326"
        case .unknownField(let field, let known):
            "--map knows no field \"\(field)\"; it knows \(known.joined(separator: ", "))"
        case .noColumn(let column, let field, let present):
            "--map \(field)=\(column): there is no column \"\(column)\"; there are \(present)"
        case .noMember(let member, let field):
            "--map \(field)=\(member): nothing in the file has a member \"\(member)\""
        case .unusedField(let field, let known):
            "--map \(field) has no use here; this file can map \(known.joined(separator: ", "))"
        case .columnsAreKnown(let why): "--map has no use here: \(why)"
        case .speciesUnused(let kind): "--species \(FileProblem.Cause.noUse(ofSpeciesFor: kind))"
        case .hotspotUnused(let kind): "--hotspot is for presence, and has no use for \(kind.rawValue)"
        case .noHotspot(let mayBeNamed):
            "\(cause); say it with --hotspot NAME, or its id"
                + (mayBeNamed ? ", or name the column with --map hotspot=COLUMN" : "")
        case .unknownHotspot(_, let count):
            count == 0 ? "\(cause), or name another with --hotspot" : "\(cause); name one by its UUID with --hotspot"
        case .noSpecies(_, let mayBeNamed, let mayBePlaces):
            "\(cause); say which it is with --species NAME"
                + (mayBeNamed ? ", or name the column with --map scientific_name=COLUMN" : "")
                + (mayBePlaces ? importPlaces : "")
        case .noColumnFor(let field, _): "\(cause); name it with --map \(field)=COLUMN"
        case .unknownTable(_, _, let fields, let mayBePlaces):
            "\(cause); "
                + (fields.isEmpty
                    ? "name the columns as geoq help import tells"
                    : "name them with --map " + fields.map { "\($0)=…" }.joined(separator: ","))
                + (mayBePlaces ? importPlaces : "")
        case .otherKind(_, let holds, _): "\(cause); import it with --as \(holds.rawValue)"
        case .unsentChanges: "\(cause); take them back with: geoq outbox import FILE"
        case .nothingReadable(let files, let count, let asked):
            FileProblem.Cause.noneReadable(files, count: count, asked: asked, words: sentence(for:))
        }
    }

    private static let importPlaces = "; or import the places with --as hotspots"

    static func sentence(for problem: RowProblem) -> String {
        switch problem.remedy {
        case .species?: "\(problem); --map names the member, --species the species"
        case .member(let field)?: "\(problem), with --map \(field)=MEMBER"
        case nil: "\(problem)"
        }
    }
}
