import ArgumentParser
import Foundation
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqPostgres
import GeoqStore

/// `geoq areas`
struct AreasCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "areas", abstract: "Counties, parks and patches to ask inside of.",
        discussion: """
              geoq areas add counties.geojson
              geoq areas list
              geoq areas of --lat 42.44 --lon -76.5
              geoq near --area "Tompkins County"
            """,
        subcommands: [Add.self, List.self, Of.self, Show.self, Remove.self], defaultSubcommand: List.self)

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Take the polygons of a file into the store.",
            discussion: """
                  geoq areas add counties.geojson
                  geoq areas add tl_2025_us_county.zip --source census
                  geoq areas add patch.kml --replace
                  geoq areas add --remote service=gis --table public.counties

                GeoJSON, GeoJSONSeq, KML, KMZ, WKT, CSV with a column of WKT, and shapefiles (zipped, or a folder) are read, GeoPackage, \
                FlatGeobuf, GML and MapInfo by GDAL, if it is installed; and with --remote a table of a PostGIS \
                server. Adding a file again changes nothing. Rings that cross \
                themselves or each other, and holes outside of their polygon, are refused with the number of \
                their feature, or the key of their row in a table, and nothing is stored then; --mend mends them, \
                and says how many. Rings that run the wrong way are turned. An edge that steps more than 180 degrees of longitude goes the short \
                way, across the date line. Parts of one area may share borders with the same \
                vertices. Parts should not overlap, or share borders otherwise: they hold the same places, but edges inside \
                of the area then count as its edges, for the nearest edge and for what an uncertain sighting may be; such \
                areas are counted. What geoq areas show and geoq export areas write says by itself how its edges run, and of \
                which source it is. A shapefile in another system than WGS 84 is transformed by GDAL, if it is \
                installed. Rings that run beyond 180 degrees of longitude, up to 360 east or west, are taken to \
                the same places within, and counted.
                """)

        @Argument(help: ArgumentHelp("The file; - for standard input.", valueName: "file"), completion: .file())
        var file: String?

        @Option(help: ArgumentHelp("Instead of a file: a PostgreSQL server with PostGIS.", valueName: "url"))
        var remote: String?

        @Option(help: ArgumentHelp("Its table.", valueName: "table"))
        var table: String?

        @Option(help: ArgumentHelp("The column of the polygons, if there are several.", valueName: "column"))
        var geometry: String?

        @OptionGroup var edges: EdgeOptions

        @Option(
            help: ArgumentHelp(
                "The system of the coordinates of a file that does not tell it, such as a shapefile without .prj: 4326 is longitude and latitude on WGS 84; GDAL transforms others.",
                valueName: "number"),
            transform: ArgumentText.srid)
        var srid: Int?

        @Option(
            help: ArgumentHelp("The name of the source; otherwise the file's name.", valueName: "name"),
            completion: .custom(StoreCompletion.sources))
        var source: String?

        @Flag(
            help:
                "Close rings that are open, take crossings out of rings, and leave holes outside of their polygon out; of geodesic edges, close rings only."
        )
        var mend = false

        @Flag(help: "Remove areas of the source that the file no longer has.")
        var replace = false

        @Flag(name: .shortAndLong, help: "Say nothing but errors.")
        var quiet = false

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func validate() throws {
            guard (file == nil) != (remote == nil) else {
                throw ValidationError("Give a file, or --remote with --table.")
            }
            guard (remote == nil) == (table == nil) else { throw ValidationError("--remote and --table go together.") }
            if geometry != nil, table == nil { throw ValidationError("--geometry names a column of --table.") }
            if let srid, srid <= 0 { throw ValidationError("--srid \(srid) is no SRID.") }
            if srid != nil, remote != nil { throw ValidationError("--srid is for a file; a table tells its own.") }
            try ArgumentText.checkSource(source)
        }

        func run() async throws {
            try await Failure.reported {
                let found = try await read()
                let addition = AreaAddition(
                    source: source, replaces: replace, quiet: quiet, storeOptions: storeOptions)
                try await addition.run([found], format: remote == nil ? nil : "ewkb")
            }
        }

        private func read() async throws -> (file: AreaFile, place: String) {
            guard let remote, let table else {
                var reading = edges.reading
                reading.srid = srid
                let path = file ?? "-"
                return (try await AreaFile.read(path, reading, mends: mend), AreaAddition.place(of: path))
            }
            let found = try await RemoteOptions.remote(remote).areas(
                in: table, column: geometry, formerPlaces: try await formerPlaces())
            if found.transformed > 0 {
                let systems = found.systems.map(String.init).joined(separator: ", ")
                Terminal.say(
                    "\(found.transformed) of \(found.rows.count) areas transformed by the server, from SRID \(systems)"
                )
            }
            if found.withoutSystem > 0 {
                Terminal.say(
                    "\(found.withoutSystem) of \(found.rows.count) areas without a system (SRID 0): their coordinates were taken for longitude and latitude on WGS 84"
                )
            }
            if found.isGeography, edges.edges == nil {
                Terminal.say(
                    "the column is a geography, whose edges PostGIS takes for great circles; they are taken as drawn here, and --edges geodesic comes nearer"
                )
            }
            // Another spelling of a table names no other source.
            let name = found.formerName ?? table
            let areas = try AreaFile(
                try readAreas(found.rows, of: table, mends: mend), name: name, file: table, edges.reading, mends: mend)
            return (areas, "\(found.address) \(name)")
        }

        /// From which tables of servers the store has areas: those of the source that was named, or else those that
        /// are called by their table.
        private func formerPlaces() async throws -> [String] {
            guard storeOptions.hasFile else { return [] }
            return try await storeOptions.open().imports.sources().compactMap { former in
                guard former.layer == "areas", former.format == "ewkb", let place = former.lastFile else { return nil }
                let isMeant = source.map { $0 == former.name } ?? place.hasSuffix(" \(former.name)")
                return isMeant ? place : nil
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The areas that the store has, by name.",
            discussion: "  geoq areas list -f csv")

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let areas = try await storeOptions.open().areas.usable()
                try SummaryTable.write(areas.map(\.fields), output.chosenFormat, names: StoredArea.fieldNames)
                if exit.exitStatus && areas.isEmpty { throw ExitCode(Failure.nothingFound) }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "One area as GeoJSON.",
            discussion: """
                  geoq areas show "Tompkins County" > tompkins.geojson

                An area across 180 degrees of longitude is cut there, as RFC 7946 wants it for programs that would \
                draw it around the earth; a member "uncut" has its rings as they are, and geoq reads these back. A \
                polygon that cannot be cut there is as it is: one of more than a million positions, with a vertex or an \
                edge at a pole, all around a parallel, or with rings that touch themselves or each other on that line.
                """)

        @Argument(help: ArgumentHelp("The area, by name or id.", valueName: "name or id"))
        var area: String

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let found = try await storeOptions.open().areas.area(area)
                try Terminal.write(found.geoJSON + [0x0A])
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Take an area out of the store.",
            discussion: #"  geoq areas remove "Tompkins County""#)

        @Argument(help: ArgumentHelp("The area, by name or id.", valueName: "name or id"))
        var area: String

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let rules = try await store.areas.rules(naming: area)
                let removed = try await store.areas.remove(area)
                _ = try await store.snapshot(verifying: .touched)
                Terminal.say("\(TerminalText.neutralized(removed, limit: 200)) removed")
                if rules > 0 {
                    Terminal.say(
                        "\(rules) rule\(rules == 1 ? " names" : "s name") it and match\(rules == 1 ? "es" : "") nothing without it"
                    )
                }
            }
        }
    }
}

extension Store.Areas {
    /// The areas that can be asked about; the others are named on standard error.
    func usable() async throws -> [StoredArea] {
        let (areas, unusable) = try await all()
        Self.say(unusable)
        return areas
    }

    static func say(_ unusable: [AreaNameError]) {
        for problem in unusable {
            Terminal.say("\(problem); add its file again, or take it out with geoq areas remove")
        }
    }
}

/// Areas would be removed because their file could not be read.
struct NotReplaced: Error, CustomStringConvertible {
    let file: String
    let reason: String

    var description: String {
        "\(TerminalText.neutralized(file, limit: 200)): \(reason); nothing was replaced. Without --replace what was read is added"
    }
}
