import ArgumentParser
import Foundation
import Geoq
import GeoqStore

/// `geoq cache`
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "Pictures that were fetched from the project.",
        discussion: """
              geoq cache info
              geoq cache clear

            Pictures of your other devices and of shared lists are kept beside the store: at most 500 MB; \
            those that were shown least recently go first. One of more than 90 days is fetched anew when it is shown. Without a network they are shown \
            from there. A logout removes them.
            """,
        subcommands: [Info.self, Clear.self], defaultSubcommand: Info.self)

    struct Info: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "info", abstract: "How many pictures the cache has, and how large it is.",
            discussion: "  geoq cache info")

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let info = try await PictureCache(of: try await storeOptions.open()).info()
                let limits = PictureCache.Limits()
                try SummaryTable.write(
                    [
                        .init("files", .integer(Int64(info.files))), .init("bytes", .integer(Int64(info.bytes))),
                        .init("limit_bytes", .integer(Int64(limits.diskBytes))),
                        .init("limit_days", .integer(Int64(limits.longestAge / 86_400))),
                        .init(
                            "least_recent_use_at",
                            info.leastRecentUse.map {
                                .text(Date(timeIntervalSince1970: $0).formatted(.iso8601))
                            } ?? .null),
                    ], output.chosenFormat
                ) { $0.replacing("_", with: " ") }
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Remove all pictures of the cache.",
            discussion: """
                  geoq cache clear

                Your own pictures, which lie beside the store, stay.
                """)

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                try await PictureCache(of: try await storeOptions.open()).clear()
            }
        }
    }
}
