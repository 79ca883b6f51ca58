import Geoq

/// The whole file is refused; nothing is stored.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name.
    public var file: String
    /// What is wrong with it.
    public var cause: Cause

    /// - Parameter file: the file's name.
    package init(file: String, _ cause: Cause) {
        (self.file, self.cause) = (file, cause)
    }

    /// A file that is bad, for a reason in one sentence.
    package init(file: String, reason: String) {
        self.init(file: file, .unusable(reason))
    }

    /// One sentence: what is wrong.
    public var reason: String { cause.description }

    public var description: String { "\(file): \(reason)" }
}

extension FileProblem {
    /// Why a file is refused. Where `ImportOptions` may help, the cause says so by
    /// its values; how a program lets its user set them, only the program knows.
    public enum Cause: Hashable, Sendable {
        /// The file itself is bad: what is wrong, and what to do.
        case unusable(String)
        /// Nothing tells in which system the coordinates of a shapefile are.
        case noCoordinateSystem
        /// `ImportOptions.columnMap` names a field that there is not.
        case unknownField(String, known: [String])
        /// `columnMap` names a column that the file does not have. `present` lists
        /// the file's columns.
        case noColumn(String, field: String, present: String)
        /// `columnMap` names a member that no object of the file has.
        case noMember(String, field: String)
        /// `columnMap` names a field that files of this format do not have.
        case unusedField(String, known: [String])
        /// `columnMap` names columns of a format whose columns are known.
        case columnsAreKnown(String)
        /// `ImportOptions.species` is given for rows that have none, or name their own.
        case speciesUnused(ImportKind)
        /// `ImportOptions.hotspot` is given for rows that are no presence.
        case hotspotUnused(ImportKind)
        /// Nothing names the hotspot of a file of presence, and
        /// `ImportOptions.hotspot` does not either.
        ///
        /// - `mayBeNamed`: whether `columnMap` can name a column for it.
        case noHotspot(mayBeNamed: Bool)
        /// Rows of a file are of one hotspot, and the store has none, or several,
        /// of this id or name.
        case unknownHotspot(String, count: Int)
        /// No column names the species, and `ImportOptions.species` does not
        /// either.
        ///
        /// - `mayBeNamed`: whether `columnMap` can name a column for it.
        /// - `mayBePlaces`: whether the file can be imported as hotspots.
        case noSpecies(wanted: String, mayBeNamed: Bool, mayBePlaces: Bool)
        /// A table lacks a column that `columnMap` can name.
        case noColumnFor(String, present: String)
        /// A table of an unknown format: what it lacks in words, and the fields
        /// of these that `columnMap` can name.
        case unknownTable(present: String, missing: [String], fields: [String], mayBePlaces: Bool)
        /// The file holds rows of another kind than was asked for.
        case otherKind(title: String, holds: ImportKind, asked: ImportKind)
        /// The file holds changes that were not sent to a project, as a logout exports them.
        case unsentChanges
        /// None of several files can be read; the first of them, with the causes.
        indirect case nothingReadable([FileReport], count: Int, asked: ImportKind)
    }
}

extension FileProblem.Cause: CustomStringConvertible {
    /// One sentence, without what a program may offer its user.
    public var description: String {
        switch self {
        case .unusable(let reason): reason
        case .noCoordinateSystem:
            "there is no .prj beside it, which tells the system of its coordinates; give the folder or zip file with "
                + "its .shp, .dbf and .prj"
        case .unknownField(let field, let known):
            "no field is called \"\(field)\"; the fields are \(known.joined(separator: ", "))"
        case .noColumn(let column, let field, let present):
            "there is no column \"\(column)\" for \(field); there are \(present)"
        case .noMember(let member, let field): "nothing in the file has a member \"\(member)\" for \(field)"
        case .unusedField(let field, let known):
            "\(field) has no use here; columns can be named for \(known.joined(separator: ", "))"
        case .columnsAreKnown(let why): "columns cannot be named here: \(why)"
        case .speciesUnused(let kind): "a species \(Self.noUse(ofSpeciesFor: kind))"
        case .hotspotUnused(let kind): "a hotspot has no use for \(kind.rawValue)"
        case .noHotspot: "it does not tell of which hotspot it is"
        case .unknownHotspot(let name, let count):
            count == 0
                ? "there is no hotspot \(FieldProblem.quoted(name)); import the hotspots first"
                : "there are \(count) hotspots \(FieldProblem.quoted(name))"
        case .noSpecies(let wanted, _, _): "no column \(wanted)"
        case .noColumnFor(let field, let present): "no column for \(field) among \(present)"
        case .unknownTable(let present, let missing, _, _):
            "no known format: found the columns \(present) and miss " + missing.dropLast().joined(separator: ", ")
                + (missing.count > 1 ? " and " : "") + (missing.last ?? "")
        case .otherKind(let title, let holds, let asked): "\(title) holds \(holds.rawValue), not \(asked.rawValue)"
        case .unsentChanges: "these are changes that were not sent to a project, and no rows of their own"
        case .nothingReadable(let files, let count, let asked):
            Self.noneReadable(files, count: count, asked: asked) { $0.description }
        }
    }

    /// Why a species has no use for rows of a kind, behind what the species is called.
    package static func noUse(ofSpeciesFor kind: ImportKind) -> String {
        switch kind {
        case .watchlists: "has no use for watchlists; give their rules one"
        case .presence: "has no use for a bar chart, which names its birds"
        case .hotspots, .observations, .birds: "has no use for \(kind.rawValue)"
        }
    }

    /// - Parameter words: the sentence for the cause of one file.
    package static func noneReadable(
        _ files: [FileReport], count: Int, asked: ImportKind, words: (FileProblem.Cause) -> String
    ) -> String {
        let reasons = files.map { "\($0.name): \($0.leftOut.map(words) ?? "")" }.joined(separator: "; ")
        return "none of its \(count) files can be imported as \(asked.rawValue): \(reasons)"
            + (count > files.count ? "; and \(count - files.count) more" : "")
    }
}
