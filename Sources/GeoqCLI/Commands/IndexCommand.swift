import ArgumentParser
import Geoq
import GeoqStore

/// `geoq index`
struct IndexCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "The index beside the store: a cache that answers questions.",
        discussion: """
              geoq index info
              geoq index verify || geoq index build

            Rows that have changed since the index was built are laid over it. When they are many, geoq \
            builds the index anew after an answer; when they are more than a quarter of all (4,000 at least, \
            100,000 at most), or it is damaged or gone, before the answer. geoq sync does so itself, and so does \
            geoq import in a store of a million places at most.
            """,
        subcommands: [Build.self, Verify.self, Info.self], defaultSubcommand: Info.self)

    struct Build: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "build", abstract: "Build the index anew from the rows.", discussion: "  geoq index build")
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let snapshot = try await store.index.write()
                let counts = Layer.allCases.map { "\(snapshot.count(of: $0)) \($0.rawValue)" }
                Terminal.say("\(store.index.path): \(counts.joined(separator: ", ")), version \(snapshot.version)")
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Compare the index with the rows, byte by byte and row by row; exit with 65 when it is wrong.",
            discussion: "  geoq index verify")
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let (info, rows) = try await store.index.verify()
                let found = "\(store.index.path) is sound: \(info.items) features, \(info.blocks) blocks"
                if let rows {
                    Terminal.say("\(found); it was compared with \(rows) \(rows == 1 ? "row" : "rows")")
                } else {
                    Terminal.say("\(found); it is not of the rows as they are: the next question builds it anew")
                }
            }
        }
    }

    struct Info: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "info", abstract: "The index's size, version and state.",
            discussion: "  geoq index info -f json")
        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let info = try await store.index.info()
                let record: [Feature.Field] = [
                    .init("path", .text(store.index.path)), .init("state", .text(info.state)),
                    .init("bytes", .integer(Int64(info.bytes))), .init("items", .integer(Int64(info.items))),
                    .init("blocks", .integer(Int64(info.blocks))),
                    .init("version", info.version.map { .integer($0) } ?? .null),
                    .init("store_version", .integer(info.storeVersion)),
                ]
                try SummaryTable.write(record, output.chosenFormat)
            }
        }
    }
}
