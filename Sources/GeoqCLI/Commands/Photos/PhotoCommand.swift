import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

/// `geoq photo`
struct PhotoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo", abstract: "Photos of entries, of your profile, and covers of watchlists.",
        discussion: """
              geoq photo add 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b goldeneye.jpg
              geoq photo list 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b
              geoq photo show 0b5a1f0e-5b7e-4c1d-9d1f-2a3b4c5d6e7f --output goldeneye.jpg
              geoq photo cover "Winter ducks" goldeneye.jpg
              geoq photo profile me.jpg

            A picture is kept beside the store as you gave it, at once and without a network. With an \
            account the next geoq push or geoq sync sends it, smaller (1200 pixels), upright, and without \
            anything that says where it was taken; it keeps a color profile of up to 1 MiB, but for that of a \
            JPEG in inks (CMYK), whose colors may change a little. A PDF is sent \
            as it is. Pictures of your other devices, and of lists that others share with you, are fetched \
            when they are shown, and kept in a cache: geoq cache.
            """,
        subcommands: [
            PhotoAdd.self, PhotoList.self, PhotoShow.self, PhotoDelete.self, PhotoUsageCommand.self,
            PhotoCheckCommand.self, PhotoTake.self, PhotoProfile.self, PhotoCover.self,
        ],
        defaultSubcommand: PhotoList.self)
}

/// `geoq photo add`
struct PhotoAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add pictures to an entry, and write the photos' ids.",
        discussion: """
              geoq photo add 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b *.jpg --taken 2026-11-20

            JPEG, PNG, WebP, HEIC, AVIF or PDF. When one of the files cannot be used, none is added.
            """)

    @Argument(help: ArgumentHelp("The entry's id.", valueName: "entry"))
    var entry: String

    @Argument(help: ArgumentHelp("The pictures; - is standard input.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "When they were taken: a moment in UTC (2026-11-20T08:15:00Z), or a day, which is kept as noon by the sun where the entry is.",
            valueName: "moment"))
    var taken: String?

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let preparing = try Networking.needed().preparing
            let store = try await storeOptions.open()
            let entry = try RowFields.id(entry)
            // A pipe gives its picture once; of files one is held at a time.
            var ofPipes: [String: [UInt8]] = [:]
            for file in files {
                let picture = try PhotoFile.read(file)
                try PhotoFile.check(picture, named: file, for: .observation, preparing)
                if PhotoFile.isPipe(file) { ofPipes[file] = picture }
            }
            for file in files {
                let picture = try ofPipes[file] ?? PhotoFile.read(file)
                let photo = try await store.photos.add(picture, to: entry, capturedAt: taken)
                try Terminal.write("\(photo.id)\n")
            }
        }
    }
}

/// `geoq photo list`
struct PhotoList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The photos of an entry, or all pictures, oldest first.",
        discussion: """
              geoq photo list
              geoq photo list 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b -f ndjson | jq -r .id

            Without an entry the photo of your profile and the covers of lists follow; the id of such a \
            picture is yours, or the list's, and geoq photo show takes it.

            state: here (on this device alone), waiting (to be sent), sent, there (on the project and not on \
            this device), refused (with the reason; geoq outbox retry sends it again), missing (nowhere), \
            unusable (nowhere, and what geoq photo take found for it is no picture: with the reason), \
            unknown (a profile or a list names a picture that is not in the project's Storage).
            """)

    @Argument(help: ArgumentHelp("The entry's id; else all pictures.", valueName: "entry"))
    var entry: String?

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let items = try await store.photos.list(of: try entry.map { try RowFields.id($0) })
            let others = entry == nil ? try await store.photos.rowPictures() : []
            let format = output.chosenFormat
            let unusable = try await store.photos.unusable()
            let records =
                items.map { PhotoRecord.summary($0, unusable[$0.photo.id]) }
                + others.map { PhotoRecord.summary($0, unusable[$0.row]) }
            try SummaryTable.write(
                records, format, names: PhotoRecord.fieldNames,
                columns: PhotoRecord.columns(hasOthers: !others.isEmpty))
            if records.isEmpty, format == .table { Terminal.say("no photos") }
            if exit.exitStatus, records.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }
}

/// `geoq photo delete`
struct PhotoDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete photos, with their pictures.",
        discussion: """
              geoq photo delete 0b5a1f0e-5b7e-4c1d-9d1f-2a3b4c5d6e7f

            The next geoq push or geoq sync deletes them at the project, too. Until then geoq outbox discard \
            brings back what the project has.
            """)

    @Argument(help: ArgumentHelp("The photos' ids.", valueName: "photo"))
    var photos: [String]

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let sweep = try await storeOptions.open().photos.delete(try photos.map { try RowFields.id($0) })
            PhotoRecord.sayLeft(after: sweep)
        }
    }
}
