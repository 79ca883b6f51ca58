import ArgumentParser
import Foundation
import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync

/// Any relation of a server, and what of it is what.
struct RelationOptions: ParsableArguments {
    @Flag(help: "Only list the server's relations with places: what they are, and what is in the way.")
    var list = false

    @Option(
        help: ArgumentHelp(
            "With --list: also write a file of these relations, which --tables takes.", valueName: "file"),
        completion: .file())
    var write: String?

    @Option(
        help: ArgumentHelp(
            "Mirror this relation: a table, a view, a foreign table. Its key, places and names are found in the catalog.",
            valueName: "relation"))
    var table: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "With --table: hotspots or observations. A UUID: see what this user may see, under row-level security.",
            valueName: "kind or uuid"))
    var kinds: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --table: the relation's columns by geoq's: species=taxon,date=seen_on,geometry=way.",
            valueName: "ours=theirs,..."))
    var map: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --table: the columns that identify a row, such as those of a view.", valueName: "columns"))
    var key: String?

    @Option(
        help: ArgumentHelp("With --table: the SRID of places without one, or of x and y.", valueName: "number"),
        transform: ArgumentText.srid)
    var srid: Int?

    @Option(
        help: ArgumentHelp(
            "With --table: which point stands for a shape that is no point: surface (a point on it) or centroid.",
            valueName: "surface|centroid"))
    var points: String?

    @Option(
        help: ArgumentHelp(
            "With --table: further columns to keep, shown and asked by their names; all, or kind=type for another name.",
            valueName: "columns|all"))
    var keep: [String] = []

    private static let layers: [String: MirrorTable] = [
        "hotspots": .hotspot, "hotspot": .hotspot, "observations": .observation, "observation": .observation,
    ]

    /// The user whose rows are seen.
    var user: FeatureID? { kinds.lazy.compactMap { FeatureID($0) }.first }

    /// What a relation is mirrored as.
    var layer: MirrorTable? { kinds.lazy.compactMap { Self.layers[$0.lowercased()] }.first }

    func validate() throws {
        for kind in kinds where FeatureID(kind) == nil && Self.layers[kind.lowercased()] == nil {
            throw ValidationError("--as \(kind) is neither hotspots nor observations, and no UUID.")
        }
        if kinds.count > (user == nil ? 0 : 1) + (layer == nil ? 0 : 1) {
            throw ValidationError("Give --as once for a kind, and once for a user.")
        }
        if write != nil, !list { throw ValidationError("--write goes with --list.") }
        try OutputFile.check(write, of: "--write")
        if list, table != nil { throw ValidationError("Give either --list or --table.") }
        let wishes = [
            ("--as", layer != nil), ("--map", !map.isEmpty), ("--key", key != nil), ("--srid", srid != nil),
            ("--points", points != nil), ("--keep", !keep.isEmpty),
        ]
        if table == nil, let word = wishes.first(where: \.1)?.0 {
            throw ValidationError("\(word) goes with --table.")
        }
        if let key {
            let columns = try keyColumns(key)
            if columns.contains("") {
                throw ValidationError("--key \(key) does not name columns, such as id or region,plot.")
            }
            var named: Set<String> = []
            if let twice = columns.first(where: { !named.insert($0).inserted }) {
                throw ValidationError("--key names \(twice) twice.")
            }
        }
        if let srid, srid <= 0 { throw ValidationError("--srid \(srid) is no SRID.") }
        if let points, TableMapping.Table.ShapePlace(rawValue: points) == nil {
            throw ValidationError("--points \(points) is neither surface nor centroid.")
        }
        _ = try columns()
        _ = try keeping()
    }

    /// A name is empty where nothing stands between two commas, or before or behind one.
    private func keyColumns(_ key: String) throws -> [String] {
        try WrittenNames.read(key, of: "--key").parts.flatMap(\.sides)
    }

    /// What the person has said of the relation.
    func wish() throws -> RelationProposal.Wish {
        var wish = RelationProposal.Wish()
        wish.table = layer
        var columns = try columns()
        if let named = columns.removeValue(forKey: "id") { wish.key = [named] }
        if let key { wish.key = try keyColumns(key) }
        wish.columns = columns
        wish.srid = srid
        wish.shapes = points.flatMap { TableMapping.Table.ShapePlace(rawValue: $0) }
        (wish.keep, wish.kept) = try keeping()
        return wish
    }

    /// The columns to keep that have a name, or all; and those whose name is
    /// found.
    private func keeping() throws -> (TableMapping.Table.Keeping?, [String]) {
        let parts = try keep.flatMap { text -> [WrittenNames.Part] in
            let names = try WrittenNames.read(text, of: "--keep", isPaired: true)
            if names.hasGap {
                throw ValidationError("--keep \(text) does not name columns, such as amenity or kind=type.")
            }
            return names.parts
        }
        if parts.isEmpty { return (nil, []) }
        // A column of that name stands in quotation marks.
        func isAll(_ part: WrittenNames.Part) -> Bool {
            part.written.trimmingCharacters(in: .whitespacesAndNewlines) == "all"
        }
        if parts.count == 1, isAll(parts[0]) { return (.all, []) }
        var (named, found): ([String: String], [String]) = ([:], [])
        for part in parts {
            let sides = part.sides
            guard !sides.contains("") else {
                throw ValidationError(
                    "--keep \(part.written) is not COLUMN or NAME=COLUMN, such as amenity or kind=type.")
            }
            if sides.count == 1 {
                if isAll(part) {
                    throw ValidationError("--keep all stands alone; a column of that name is kept by all=all.")
                }
                found.append(sides[0])
            } else if named.updateValue(sides[1], forKey: sides[0]) != nil {
                throw ValidationError("--keep names \(sides[0]) twice.")
            }
        }
        return (named.isEmpty ? nil : .columns(named), found)
    }

    /// Other words for geoq's columns.
    private static let synonyms = [
        "species": "scientific_name", "uncertainty": "uncertainty_m", "licence": "license", "latitude": "lat",
        "y": "lat",
        "longitude": "lon", "x": "lon", "lng": "lon", "geom": "geometry", "location": "geometry", "key": "id",
    ]

    private func columns() throws -> [String: String] {
        var columns: [String: String] = [:]
        let pairs = try map.flatMap { text -> [WrittenNames.Part] in
            let names = try WrittenNames.read(text, of: "--map", isPaired: true)
            if names.hasGap {
                throw ValidationError("--map \(text) does not name columns, such as species=taxon,date=seen_on.")
            }
            return names.parts
        }
        for pair in pairs {
            let sides = pair.sides
            guard sides.count == 2, !sides.contains("") else {
                throw ValidationError("--map \(pair.written) is not OURS=THEIRS, such as species=taxon.")
            }
            let ours = Self.synonyms[sides[0].lowercased()] ?? sides[0].lowercased()
            guard columns.updateValue(sides[1], forKey: ours) == nil else {
                throw ValidationError("--map names \(ours) twice.")
            }
        }
        return columns
    }
}
