import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

extension IdentifyCommand {
    /// `geoq identify shapes`
    struct Shapes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "shapes", abstract: "The shapes that a session may name, and how many birds have each.",
            discussion: """
                  geoq import data/birds.csv --as birds --if-empty
                  geoq identify shapes

                Shapes come with the birds of the store, and are never sent.
                """)

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let shapes = try await storeOptions.open().identifications.shapes()
                try SummaryTable.write(
                    shapes.map { [.init("shape_id", .text($0.id)), .init("birds", .integer(Int64($0.birds)))] },
                    output.chosenFormat, names: ["shape_id", "birds"],
                    columns: [
                        TableColumn("shape", field: "shape_id"),
                        TableColumn("birds", field: "birds", alignment: .trailing),
                    ])
                if shapes.isEmpty { Terminal.say("no bird of the store has a shape; see geoq help import") }
            }
        }
    }

    /// `geoq identify marks`
    struct Marks: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "marks", abstract: "The field marks that people look for, by the part of the bird.",
            discussion: """
                  geoq identify marks

                They are a seed for the menus of applications, and are never sent; a mark that a user chooses is sent, \
                and may have other words.
                """)

        @OptionGroup(title: "Output") var output: SummaryOutputOptions

        func run() async throws {
            try await Failure.reported {
                let marks = IdentificationMark.seeds.flatMap { seed in seed.variants.map { (seed.area, $0) } }
                try SummaryTable.write(
                    marks.map { [.init("area", .text($0.0)), .init("variant", .text($0.1))] }, output.chosenFormat,
                    names: ["area", "variant"],
                    columns: [TableColumn("area", field: "area"), TableColumn("variant", field: "variant")])
            }
        }
    }
}
