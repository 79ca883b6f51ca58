import ArgumentParser
import Foundation
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqStore

/// `geoq photo take`
struct PhotoTake: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take", abstract: "Take the pictures that an older app kept as files, or in a database.",
        discussion: """
              geoq photo take ~/ObservedBirdPhotos
              geoq photo take ~/Birds.sqlite

            It takes pictures for those of your photos, your profile and your lists of which neither the project \
            nor this device has one. From a folder it takes the file that the row names, by the last part of a path, \
            or of a URL that begins with file:. From a SQLite file it takes the largest blob of a row with the same id (a UUID, \
            as text or 16 bytes, in a column id, uuid, ZID or ZUUID).

            Each picture is taken by itself, and the next geoq push or geoq sync sends it; geoq photo list \
            tells how each stands. Run the command again for those that are left, also after it was broken off: \
            none is taken twice.

            state: taken, left (the picture is not here, or the row names no file), unusable (with the reason). \
            When the project has every picture that the source has for the rows of the last sync, the command says \
            so: for these the source is not needed any more. Else it says how many are not there yet.

            Exit code 65: a picture cannot be used; 1 with -e: there was none to take.
            """)

    @Argument(
        help: ArgumentHelp("Where the pictures are: a folder, or a SQLite file.", valueName: "source"),
        completion: .file())
    var source: String

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    private enum Outcome {
        case taken(from: String)
        /// - Parameter reason: why it cannot be known whether the picture is here; nil when it is not.
        case left(reason: String?)
        case unusable(from: String, reason: String)
    }

    private static let columns = [
        TableColumn("state", field: "state"), TableColumn("of", field: "of"), TableColumn("list", field: "list"),
        TableColumn("from", field: "from"), TableColumn("why", field: "message"), .id("id", field: "id"),
    ]

    func run() async throws {
        try await Failure.reported {
            let preparing = try Networking.needed().preparing
            let store = try await storeOptions.open()
            let pictures = try await store.photos.oldPictures()
            let source = try await store.work.run { [source] in
                try OldPictureSource(source, ids: Set(pictures.map(\.id)))
            }
            var outcomes: [(picture: OldPicture, outcome: Outcome)] = []
            for picture in pictures {
                let outcome = try await take(picture, from: source, preparing, store)
                if let outcome { outcomes.append((picture, outcome)) }
            }
            try SummaryTable.write(
                outcomes.map { Self.record($0, $1) }, output.chosenFormat, names: Self.fieldNames,
                columns: Self.columns)
            let unsent = try await store.photos.countOfUnsent()
            try finish(outcomes.map(\.outcome), unsent: unsent, rows: try await rows(store))
        }
    }

    /// - Returns: nil when the row has no picture.
    private func take(
        _ picture: OldPicture, from source: OldPictureSource, _ preparing: any PhotoPreparing, _ store: Store
    ) async throws -> Outcome? {
        guard let name = source.name(of: picture) else {
            let isNone = picture.owner != .photo && picture.named == nil
            return isNone ? nil : .left(reason: source.reasonOfNoName(of: picture))
        }
        do {
            let bytes = try await store.work.run { try source.read(picture) }
            try PhotoFile.check(bytes, named: name, for: picture.purpose, preparing)
            try await store.photos.give(bytes, to: picture)
            return .taken(from: name)
        } catch let error as PhotoUnusable {
            Terminal.say("geoq: \(error)")
            try await store.photos.noteUnusable(picture, reason: "\(error)")
            return .unusable(from: name, reason: error.reason)
        }
    }

    /// Whose rows the store has: before those of the account have come no picture of theirs is known.
    private enum Rows {
        case ofGuest, unsynced, synced
    }

    private func rows(_ store: Store) async throws -> Rows {
        guard let account = try await store.account.stored() else { return .ofGuest }
        return try await store.mirror.state(named: account.remote)?.syncedAt == nil ? .unsynced : .synced
    }

    /// - Parameter unsent: how many pictures the project has not got, these among them.
    private func finish(_ outcomes: [Outcome], unsent: Int, rows: Rows) throws {
        var (taken, left, unknown, unusable) = (0, 0, 0, 0)
        for outcome in outcomes {
            switch outcome {
            case .taken: taken += 1
            case .left(reason: nil): left += 1
            case .left: unknown += 1
            case .unusable: unusable += 1
            }
        }
        var words = ["\(PhotoRecord.pictures(taken)) taken"]
        if left > 0 { words.append("\(PhotoRecord.pictures(left)) left, not in \(source)") }
        if unknown > 0 {
            let whose = unknown == 1 ? "row names" : "rows name"
            words.append("\(PhotoRecord.pictures(unknown)) left, whose \(whose) no file")
        }
        Terminal.say(words.joined(separator: "; "))
        if unsent > 0 {
            Terminal.say("\(PhotoRecord.pictures(unsent)) not at the project yet: keep \(source) until all are sent")
        } else if unusable == 0, rows == .synced {
            Terminal.say(
                unknown == 0
                    ? "the project has every picture that \(source) has for the rows of the last sync"
                    : "the project has every picture that \(source) has for the other rows of the last sync")
        }
        switch rows {
        case .ofGuest:
            Terminal.say("the rows that name pictures are an account's: geoq login, geoq sync, and this again")
        case .unsynced: Terminal.say("the rows that name pictures come with a sync: geoq sync, and this again")
        case .synced: break
        }
        if unusable > 0 { throw ExitCode(Failure.badData) }
        if exit.exitStatus, outcomes.isEmpty { throw ExitCode(Failure.nothingFound) }
    }

    /// The names of a `record`, in its order.
    private static let fieldNames = ["id", "of", "list", "state", "from", "message"]

    private static func record(_ picture: OldPicture, _ outcome: Outcome) -> [Feature.Field] {
        let (state, from, reason): (String, String?, String?) =
            switch outcome {
            case .taken(let from): ("taken", from, nil)
            case .left(let reason): ("left", picture.fileName ?? picture.named, reason)
            case .unusable(let from, let reason): ("unusable", from, reason)
            }
        let isPhoto = picture.purpose == .observation
        return [
            .init("id", .text(picture.id.description)),
            .init("of", .text(isPhoto ? "entry" : picture.purpose.rawValue)), .init("list", .optional(picture.title)),
            .init("state", .text(state)), .init("from", .optional(from)), .init("message", .optional(reason)),
        ]
    }
}

/// A folder in which an older app kept pictures.
private struct OldPictureFolder: Sendable {
    private let path: String
    /// The names of its files, by names that are equal to a reader: `ö` may be one character or two.
    private let names: [String: [String]]

    init(_ path: String) {
        self.path = path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        names = Dictionary(grouping: files) { $0 }
    }

    /// The file of this name; else those whose names a reader cannot tell from it, as when the folder came from
    /// another system, which writes letters with accents in another way.
    func files(named name: String) -> [String] {
        let file = "\(path)/\(name)"
        if FileManager.default.fileExists(atPath: file) { return [file] }
        return (names[name] ?? []).map { "\(path)/\($0)" }
    }
}

/// Where an older app kept pictures.
private enum OldPictureSource: Sendable {
    case folder(OldPictureFolder)
    case database(PictureDatabase)

    /// - Throws: `InputError`, `PhotoUnusable`, `StoreError`.
    init(_ path: String, ids: Set<FeatureID>) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw InputError.missing(path)
        }
        if isFolder.boolValue {
            self = .folder(OldPictureFolder(path))
            return
        }
        let neither = PhotoUnusable(file: path, reason: "it is neither a folder nor a SQLite file")
        // One would wait for a pipe that no program writes into.
        guard FileStream.isFile(path) else { throw neither }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            _ = access(path, R_OK)
            throw InputError.unreadable(path, reason: String(cString: strerror(errno)))
        }
        let head = try handle.read(upToCount: 16) ?? Data()
        guard SQLiteHead.begins(head) else { throw neither }
        self = .database(try PictureDatabase(path, for: ids))
    }

    /// Where the picture is; nil when it is not here.
    func name(of picture: OldPicture) -> String? {
        switch self {
        case .folder(let folder): return picture.fileName.flatMap { folder.files(named: $0).first }
        case .database(let database):
            return database.places[picture.id].map { "\($0.table).\($0.column)" }
        }
    }

    /// Why it has no name by which it is looked for; nil when it has one.
    func reasonOfNoName(of picture: OldPicture) -> String? {
        guard case .folder = self, picture.fileName == nil else { return nil }
        guard let named = picture.named else { return "the row names no file" }
        return named.contains("://") ? "this is an address, and no file of a folder" : "this path is not followed"
    }

    /// - Throws: `PhotoUnusable`, `StoreError`.
    func read(_ picture: OldPicture) throws -> [UInt8] {
        switch self {
        case .folder(let folder):
            let files = picture.fileName.map { folder.files(named: $0) } ?? []
            guard let file = files.first else { return [] }
            guard files.count == 1 else {
                throw PhotoUnusable(file: file, reason: "\(files.count) files of the folder have this name")
            }
            guard !PhotoFile.isPipe(file) else { throw PhotoUnusable(file: file, reason: "it is no regular file") }
            return try PhotoFile.read(file)
        case .database(let database):
            guard let place = database.places[picture.id] else { return [] }
            let name = "\(place.table).\(place.column)"
            if let file = place.file {
                guard FileStream.isFile(file) else {
                    throw PhotoUnusable(
                        file: name, reason: "it is in \(file), which is not there; copy that folder, too")
                }
                return try PhotoFile.read(file)
            }
            guard place.size <= Store.Photos.mostBytes else {
                throw PhotoUnusable(file: name, reason: "it is larger than \(Store.Photos.mostBytes >> 20) MiB")
            }
            return try database.bytes(at: place)
        }
    }
}
