import ArgumentParser
import Geoq
import GeoqStore
import GeoqSync

/// `geoq photo profile`
struct PhotoProfile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "The photo of your profile: set, show or clear it.",
        discussion: """
              geoq photo profile me.jpg
              geoq photo profile
              geoq photo profile --output me.jpg
              geoq photo profile --clear

            JPEG, PNG, WebP, HEIC or AVIF. The photo is kept beside the store at once; the next geoq push or geoq \
            sync sends it, smaller (800 pixels), upright, and without anything that says where it was taken. \
            A new one replaces the one before it, here and at the project. All users of the project may see \
            it. It needs a login and your profile, which the first geoq sync brings or makes.

            state: none, waiting (to be sent), sent, there (on the project and not on this device), refused \
            (with the reason; geoq outbox retry sends it again), missing (its file is gone; set it again), \
            unknown (the profile names a picture that is not in the project's Storage).
            """)

    @OptionGroup var options: PhotoOfRowOptions

    func run() async throws {
        try await Failure.reported {
            try await options.run { store in
                guard try await store.account.stored() != nil else { throw AccountError.notLoggedIn }
                return .profile
            }
        }
    }
}

/// `geoq photo cover`
struct PhotoCover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cover", abstract: "The cover of a watchlist: set, show or clear it.",
        discussion: """
              geoq photo cover "Winter ducks" goldeneye.jpg
              geoq photo cover "Winter ducks"
              geoq photo cover "Winter ducks" --output cover.jpg
              geoq photo cover "Winter ducks" --clear

            JPEG, PNG, WebP, HEIC or AVIF. The cover is kept beside the store at once; with an account the next \
            geoq push or geoq sync sends it, smaller (800 pixels), upright, and without anything that says \
            where it was taken. A new one replaces the one before it, here and at the project. All who have \
            its address may see it.

            state: none, here (on this device alone), waiting (to be sent), sent, there (on the project and \
            not on this device), refused (with the reason; geoq outbox retry sends it again), missing (its file \
            is gone; set it again), unknown (the list names a picture that is not in the project's Storage).
            """)

    @OptionGroup var watchlist: WatchlistArgument

    @OptionGroup var options: PhotoOfRowOptions

    func run() async throws {
        try await Failure.reported {
            try await options.run { store in .list(try await store.rules.watchlist(watchlist.list)) }
        }
    }
}

/// What is done with the one picture of a profile or a list.
struct PhotoOfRowOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The picture, - is standard input; without it, what is known is shown.", valueName: "file"),
        completion: .file())
    var file: String?

    @Flag(help: "Take the picture away.")
    var clear = false

    @Option(
        help: ArgumentHelp("Write the picture into this file; - is standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup(title: "Output") var format: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        try OutputFile.check(output, of: "--output")
        guard [file != nil, clear, output != nil].filter({ $0 }).count <= 1 else {
            throw ValidationError("A file sets the picture; --clear and --output go without one, and not together.")
        }
        if file != nil || clear || output != nil, format.format != nil || exit.exitStatus {
            let option = exit.exitStatus ? "--exit-status" : "--format"
            throw ValidationError(
                "\(option) is for what is known of the picture; leave out the file, --clear and --output.")
        }
    }

    /// Sets, clears, writes or shows the picture.
    func run(_ owner: (Store) async throws -> PictureOwner) async throws {
        // Only who sets a picture needs what makes one.
        let preparing = try file == nil ? nil : Networking.needed().preparing
        let store = try await storeOptions.open()
        let owner = try await owner(store)
        if let file {
            let picture = try PhotoFile.read(file)
            if let preparing {
                try PhotoFile.check(picture, named: file, for: owner.column.purpose, preparing)
            }
            return PhotoRecord.sayLeft(after: try await store.photos.set(picture, of: owner))
        }
        if clear {
            let (wasThere, sweep) = try await store.photos.clear(owner)
            if !wasThere { Terminal.say("there was no picture") }
            return PhotoRecord.sayLeft(after: sweep)
        }
        let picture = try await store.photos.picture(of: owner)
        if let output { return try await picture.write(to: output, from: store) }
        try await picture.show(format.chosenFormat, of: store)
        if exit.exitStatus, picture.state == nil { throw ExitCode(Failure.nothingFound) }
    }
}
