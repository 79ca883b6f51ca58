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

            What has changed since it was built is laid over it. It is built anew by itself when \
            that is much, after the answer, and when it is damaged or gone.
            """,
        subcommands: [Build.self, Verify.self, Info.self], defaultSubcommand: Info.self)

    struct Build: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Build it anew from the rows.", discussion: "  geoq index build")
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported(nil) {
                let store = try storeOptions.open()
                let snapshot = try await store.rebuildIndex()
                let counts = Layer.allCases.map { "\(snapshot.count(of: $0)) \($0.rawValue)" }
                Terminal.say("\(store.indexPath): \(counts.joined(separator: ", ")), version \(snapshot.version)")
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check every byte and every box of it; exit with 65 when it is damaged.",
            discussion: "  geoq index verify")
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported(nil) {
                let store = try storeOptions.open()
                let info = try await store.verifyIndex()
                Terminal.say("\(store.indexPath) is sound: \(info.items) features, \(info.blocks) blocks")
            }
        }
    }

    struct Info: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Its size, version and state.", discussion: "  geoq index info -f json")
        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported(output.chosenFormat) {
                let store = try storeOptions.open()
                let info = try await store.indexInfo()
                let record: [Feature.Field] = [
                    .init("path", .text(store.indexPath)), .init("state", .text(info.state)),
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
