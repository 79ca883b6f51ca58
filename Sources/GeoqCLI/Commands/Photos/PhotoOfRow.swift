import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore
import GeoqSupabase
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

            JPEG, PNG, WebP or HEIC. The photo is kept beside the store at once; the next geoq push or geoq \
            sync sends it, smaller (800 pixels), upright, and without anything that says where it was taken. \
            A new one replaces the one before it, here and at the project. All users of the project may see \
            it. It needs a login and your profile, which the first geoq sync brings or makes.

            state: none, waiting (to be sent), sent, there (on the project and not on this device), refused \
            (with the reason; geoq outbox retry sends it again), missing (its file is gone; set it again), \
            unknown (the profile names a picture that is not in the project's Storage).
            """)

    @Argument(
        help: ArgumentHelp("The picture; without it, what is known is shown.", valueName: "file"),
        completion: .file())
    var file: String?

    @OptionGroup var options: PhotoOfRowOptions
    @OptionGroup(title: "Output") var format: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws { try options.validate(with: file) }

    func run() async throws {
        try await Failure.reported {
            let run = try PhotoOfRow(file: file, options: options, format: format, exit: exit, storeOptions)
            guard try await run.store.account.stored() != nil else { throw AccountError.none }
            try await run.run(.profile)
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

            JPEG, PNG, WebP or HEIC. The cover is kept beside the store at once; with an account the next \
            geoq push or geoq sync sends it, smaller (800 pixels), upright, and without anything that says \
            where it was taken. A new one replaces the one before it, here and at the project. All who have \
            its address may see it.

            state: none, here (on this device alone), waiting (to be sent), sent, there (on the project and \
            not on this device), refused (with the reason; geoq outbox retry sends it again), missing (its file \
            is gone; set it again), unknown (the list names a picture that is not in the project's Storage).
            """)

    @Argument(
        help: ArgumentHelp("The watchlist: its title or id.", valueName: "list"),
        completion: .custom(StoreCompletion.watchlists))
    var list: String

    @Argument(
        help: ArgumentHelp("The picture; without it, what is known is shown.", valueName: "file"),
        completion: .file())
    var file: String?

    @OptionGroup var options: PhotoOfRowOptions
    @OptionGroup(title: "Output") var format: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws { try options.validate(with: file) }

    func run() async throws {
        try await Failure.reported {
            let run = try PhotoOfRow(file: file, options: options, format: format, exit: exit, storeOptions)
            try await run.run(.list(try await run.store.rules.watchlist(list)))
        }
    }
}

/// What is done with the one picture of a profile or a list.
struct PhotoOfRowOptions: ParsableArguments {
    @Flag(help: "Take the picture away.")
    var clear = false

    @Option(
        help: ArgumentHelp("Write the picture into this file; - is standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    func validate(with file: String?) throws {
        guard [file != nil, clear, output != nil].filter({ $0 }).count <= 1 else {
            throw ValidationError("A file sets the picture; --clear and --output go without one, and not together.")
        }
    }
}

/// One run of `geoq photo profile` or `geoq photo cover`.
private struct PhotoOfRow {
    let file: String?
    let options: PhotoOfRowOptions
    let format: SummaryOutputOptions
    let exit: ExitOptions
    let store: Store
    /// Makes pictures; nil for a run that sets none.
    private let preparing: (any PhotoPreparing)?

    init(
        file: String?, options: PhotoOfRowOptions, format: SummaryOutputOptions, exit: ExitOptions,
        _ storeOptions: StoreOptions
    ) throws {
        (self.file, self.options, self.format, self.exit) = (file, options, format, exit)
        preparing = try file == nil ? nil : Networking.needed().preparing
        store = try storeOptions.open()
    }

    func run(_ owner: PictureOwner) async throws {
        if let file {
            let picture = try PhotoFile.read(file)
            do {
                _ = try preparing?.prepare(picture, for: owner.column.purpose)
            } catch {
                throw PhotoUnusable(file: file, reason: "\(error)")
            }
            return try await store.photos.set(picture, of: owner)
        }
        if options.clear {
            if try await !store.photos.clear(owner) { Terminal.say("there was no picture") }
            return
        }
        let picture = try await store.photos.picture(of: owner)
        if let output = options.output { return try await write(picture, to: output) }
        let project = try await store.account.stored()?.url
        let record = PhotoOfRowRecord(picture, store, project: project)
        try SummaryTable.write(record.fields, format.chosenFormat)
        if exit.exitStatus, record.state == "none" { throw ExitCode(Failure.nothingFound) }
    }

    private func write(_ picture: RowPicture, to output: String) async throws {
        if let bytes = try await store.photos.bytes(of: picture) { return try PhotoFile.write(bytes, to: output) }
        guard let object = picture.object else { throw PictureNowhere(picture: picture) }
        let account = AccountSync(network: try Networking.needed(closing: store), store: store)
        let bucket = StorageBucket(picture.column.purpose)
        let bytes = try await PictureCache(of: store).picture(PictureCache.Key(of: object, in: picture.column)) {
            try await account.withAccount { account in
                try await ProjectPictures(account.client).download(object.path, from: bucket)
            }
        }
        try PhotoFile.write(bytes, to: output)
    }
}

/// The picture of a profile or a list as a record.
private struct PhotoOfRowRecord {
    let state: String
    let fields: [Feature.Field]

    /// - Parameter project: the origin of the account's project; nil for a guest.
    init(_ picture: RowPicture, _ store: Store, project: String?) {
        let (upload, isHere) = (picture.upload, picture.fileBytes != nil)
        state =
            switch upload?.state {
            case .dead?: "refused"
            case .stored?: isHere ? "sent" : "there"
            case .local?, .prepared?, .sending?: isHere ? picture.isOfAccount ? "waiting" : "here" : "missing"
            case .doomed?, nil: picture.text == nil ? "none" : picture.object == nil ? "unknown" : "there"
            }
        func text(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }
        fields = [
            .init("state", .text(state)), .init("bytes", picture.fileBytes.map { .integer(Int64($0)) } ?? .null),
            .init("file", text(isHere ? upload.map { store.photos.path($0.photo) } : nil)),
            .init("path", text(picture.text)),
            .init("url", text(picture.address(at: project))),
            .init("attempts", .integer(Int64(upload?.attempts ?? 0))), .init("message", text(upload?.message)),
        ]
    }
}

extension RowPicture {
    /// The address of the object that the row names.
    ///
    /// - Parameter project: its origin.
    fileprivate func address(at project: String?) -> String? {
        guard let project, let object else { return nil }
        return StorageCall.publicURL(
            object.path, in: StorageBucket(column.purpose), version: object.version, at: project)
    }
}

/// The picture of a profile or a list cannot be written.
struct PictureNowhere: Error, CustomStringConvertible {
    let picture: RowPicture

    var description: String {
        guard let text = picture.text else {
            return picture.upload == nil
                ? "there is no picture" : "the picture's file is not on this device any more; set it again"
        }
        return "\(text) is not in the project's Storage"
    }
}
