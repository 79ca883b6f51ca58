import ArgumentParser
import Geoq
import GeoqStore
import GeoqSupabase
import GeoqSync

/// `geoq photo show`
struct PhotoShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "A picture: what is known of it, or the picture itself.",
        discussion: """
              geoq photo show 0b5a1f0e-5b7e-4c1d-9d1f-2a3b4c5d6e7f
              geoq photo show 0b5a1f0e-5b7e-4c1d-9d1f-2a3b4c5d6e7f --output goldeneye.jpg
              geoq photo show 0b5a1f0e-5b7e-4c1d-9d1f-2a3b4c5d6e7f --output - | display

            The id of a list stands for its cover, and yours for the photo of your profile.

            A picture that is not on this device is fetched from the project once, and kept in the cache: it \
            can be shown without a network then. --url writes an address by which everyone can fetch the \
            picture for an hour; that of a profile's photo or a cover, which are public, has no end.
            """)

    @Argument(help: ArgumentHelp("The photo's id, a list's or yours.", valueName: "photo"))
    var photo: String

    @Option(
        help: ArgumentHelp("Write the picture into this file; - is standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Write an address of the picture that is good for an hour.")
    var url = false

    @OptionGroup(title: "Output") var format: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        try OutputFile.check(output, of: "--output")
        if url || output != nil, format.format != nil {
            throw ValidationError("--format is for the record of the photo; leave out --\(url ? "url" : "output").")
        }
        if url, output != nil { throw ValidationError("--url and --output exclude each other.") }
    }

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let id = try RowFields.id(photo)
            if let owner = try await store.photos.owner(id) {
                return try await show(try await store.photos.picture(of: owner), store)
            }
            let item = try await store.photos.photo(id)
            if url {
                let missing = PhotoNowhere(id: item.photo.id, isHere: item.isHere, isOfAccount: item.isOfAccount)
                guard item.photo.objectPath != nil else { throw missing }
                let address = try await fetching(store).withAccount(endsOffline: true) { account in
                    try await account.address(of: item.photo)
                }
                guard let address else { throw missing }
                return try Terminal.write(address.reveal() + "\n")
            }
            guard let output else {
                return try SummaryTable.write(
                    PhotoRecord.details(item, store, try await store.photos.unusable()[id]),
                    format.chosenFormat)
            }
            if let picture = try await store.photos.picture(item.photo.id) {
                return try PhotoFile.write(picture, to: output)
            }
            guard let path = item.photo.objectPath, let key = PictureCache.Key(of: item.photo) else {
                throw PhotoNowhere(id: item.photo.id, isHere: false, isOfAccount: item.isOfAccount)
            }
            let account = try fetching(store)
            let cache = PictureCache(of: account.store)
            let picture = try await cache.picture(key, of: id, in: account.store) {
                try await account.withAccount(endsOffline: true) { account in
                    try await ProjectPictures(account.patient).download(path)
                }
            }
            try PhotoFile.write(picture, to: output)
        }
    }

    /// The photo of a profile, or a cover.
    private func show(_ picture: RowPicture, _ store: Store) async throws {
        if let output { return try await picture.write(to: output, from: store) }
        guard url else { return try await picture.show(format.chosenFormat, of: store) }
        guard let address = picture.address(at: try await store.account.stored()?.url) else {
            throw PictureNowhere(picture: picture)
        }
        try Terminal.write(address + "\n")
    }

    /// The store's account, in a process that has a network.
    private func fetching(_ store: Store) throws -> AccountSync {
        AccountSync(network: try Networking.needed(closing: store), store: store)
    }
}

extension PhotoItem {
    /// Whether the picture is on this device.
    var isHere: Bool { fileBytes != nil }
}

/// The picture of a photo cannot be fetched.
struct PhotoNowhere: Error, CustomStringConvertible {
    let id: FeatureID
    let isHere: Bool
    let isOfAccount: Bool

    var description: String {
        guard isHere else { return "the picture of photo \(id) is not on this device, and no device has sent it" }
        return isOfAccount
            ? "the project does not have the picture of photo \(id) yet; geoq push sends it"
            : "the picture of photo \(id) is on this device only; it has an address once it is the account's, and geoq push has sent it"
    }
}
