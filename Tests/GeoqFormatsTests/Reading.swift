import TestSupport

@testable import Geoq
@testable import GeoqFormats

/// One import into memory, for a test to look at.
struct Reading {
    let sink = CollectingSink()
    let report: FormatReport

    init(
        _ input: any ImportInput, as kind: ImportKind, map: [String: String] = [:], species: String? = nil,
        hotspot: String? = nil
    ) throws {
        var options = ImportOptions(kind: kind)
        options.columnMap = map
        (options.species, options.hotspot) = (species, hotspot)
        report = try readImport(input, options: options, into: sink)
    }

    /// A plain file, in pieces of random length.
    init(
        _ text: String, as kind: ImportKind, name: String = "x.json", map: [String: String] = [:],
        species: String? = nil
    ) throws {
        try self.init(MemoryInput(name, text: text, longestPiece: 11), as: kind, map: map, species: species)
    }

    /// The sentence with which a whole file is refused; nil when it is not.
    static func problem(_ input: any ImportInput, as kind: ImportKind, map: [String: String] = [:]) -> String? {
        do {
            _ = try Reading(input, as: kind, map: map)
            return nil
        } catch {
            return String(describing: error)
        }
    }

    static func problem(_ text: String, as kind: ImportKind, map: [String: String] = [:]) -> String? {
        problem(MemoryInput("x.json", text: text, longestPiece: 11), as: kind, map: map)
    }
}
