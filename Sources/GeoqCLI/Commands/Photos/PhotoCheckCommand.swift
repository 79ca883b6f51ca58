import ArgumentParser
import Geoq
import GeoqStore
import GeoqSupabase
import GeoqSync

/// `geoq photo usage`
struct PhotoUsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage", abstract: "How much room pictures take.",
        discussion: """
              geoq photo usage
              geoq photo usage --project
              geoq photo usage --project --quota 1GB

            On this device: the pictures beside the store, those that stay here alone (as all of a guest), \
            those that wait to be sent, those that are missing, and the cache. With \
            --project also what you have in the project's Storage. No project says how much it may hold, a free \
            one of Supabase 1 GB: with --quota also which part of that you take. Other users of the project \
            take their part of it, too.
            """)

    @Flag(help: "Ask the project, too.")
    var project = false

    @Option(
        help: ArgumentHelp("How much the project may hold, such as 1GB or 500MiB. Needs --project.", valueName: "size"),
        transform: ByteSize.init)
    var quota: ByteSize?

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        if quota != nil, !project { throw ValidationError("--quota is about the project: add --project.") }
    }

    func run() async throws {
        try await Failure.reported {
            let account = project ? try await AccountSync.needed(storeOptions) : nil
            let store = if let account { account.store } else { try await storeOptions.open() }
            let usage = try await store.photos.usage()
            let cache = try await PictureCache(of: store).info()
            var record: [Feature.Field] = [
                .init("photos", .integer(Int64(usage.photos))), .init("files", .integer(Int64(usage.files))),
                .init("bytes", .integer(Int64(usage.bytes))), .init("here", .integer(Int64(usage.local))),
                .init("waiting", .integer(Int64(usage.waiting))), .init("missing", .integer(Int64(usage.missing))),
                .init("refused", .integer(Int64(usage.failed))), .init("to_delete", .integer(Int64(usage.doomed))),
                .init("cache_files", .integer(Int64(cache.files))), .init("cache_bytes", .integer(Int64(cache.bytes))),
            ]
            if let account {
                let user = try await account.userID()
                let sizes = try await account.withAccount { account in
                    var sizes: [Int] = []
                    for purpose in PhotoPurpose.allCases {
                        let objects = try await ProjectPictures(account.client).objects(of: user, of: purpose)
                        sizes += (objects ?? [:]).values
                    }
                    return sizes
                }
                let bytes = sizes.reduce(0, +)
                record += [
                    .init("project_objects", .integer(Int64(sizes.count))),
                    .init("project_bytes", .integer(Int64(bytes))),
                ]
                if let quota {
                    let percent = (Double(bytes) / Double(quota.bytes) * 10_000).rounded() / 100
                    record += [
                        .init("quota_bytes", .integer(Int64(quota.bytes))), .init("quota_percent", .real(percent)),
                    ]
                }
            }
            try SummaryTable.write(record, output.chosenFormat) { name in
                name.replacing("_", with: " ")
            }
        }
    }
}

/// `geoq photo check`
struct PhotoCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Find pictures without a photo, and photos without a picture.",
        discussion: """
              geoq photo check
              geoq photo check --mend

            --mend removes files beside the store that no photo, no profile and no list has.

            With an account, what you have in the project's Storage is compared with the rows that name it: \
            of your photos, your profile and your watchlists; these two say in which version the picture is. \
            --mend deletes pictures that no such row names. Where the project lacks a picture, or has another \
            version of it, the next sync sends that of this device; where this device has none, the row is made \
            to name the version that the project has. A sync does so by itself about once a day, or once a week where there are many, with pictures \
            that geoq has stored.

            Exit code 65: something is wrong, and was not mended.
            """)

    @Flag(help: "Mend what can be mended.")
    var mend = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Pictures of the project that are younger stay: another device may be about to send their rows "
                + "(default: 24).",
            valueName: "hours"),
        transform: ArgumentText.hours)
    var hours = 24.0

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let account =
                try await store.account.stored() == nil
                ? nil : AccountSync(network: try Networking.needed(closing: store), store: store)
            let sweep = try await store.photos.sweep(removes: mend)
            if sweep.removedFiles > 0 { Terminal.say("removed files that no photo has: \(sweep.removedFiles)") }
            let left = sweep.superfluousFiles - sweep.removedFiles
            if sweep.failure != nil {
                PhotoRecord.sayLeft(after: sweep)
            } else if left > 0 {
                Terminal.say("files that no photo has: \(left); geoq photo check --mend removes them")
            }
            let unusable = try await store.photos.unusable()
            for id in sweep.missing {
                let problem = unusable[id].map { "cannot be used: \($0)" }
                Terminal.say("photo \(id): its picture \(problem ?? "is nowhere")")
            }
            let refused = try await store.photos.list().compactMap { item in
                item.refusal.map { "photo \(item.photo.id): the project refuses it: \($0); see geoq outbox list" }
            }
            for line in refused { Terminal.say(TerminalText.neutralized(line)) }
            var isWhole = sweep.missing.isEmpty && left == 0 && refused.isEmpty
            if let account { isWhole = try await check(account) && isWhole }
            if !isWhole { throw ExitCode(Failure.badData) }
            Terminal.say("every picture has its photo, and every photo its picture")
        }
    }

    /// - Returns: whether nothing is wrong any more.
    private func check(_ account: AccountSync) async throws -> Bool {
        let user = try await account.userID()
        let report = try await account.withAccount { [mend, hours] account in
            try await PhotoCheck(account.store, ProjectPictures(account.client), user: user).run(
                mending: mend ? .everything : .nothing, age: hours * 3_600, now: await account.sessions.serverNow())
        }
        let found = [
            report.orphans.map { "no row has the picture \($0)" },
            report.unnamed.map { "the row of the picture \($0) does not name it; the picture stays" },
            report.missing.map { "\($0): the project does not have its picture" },
            report.otherVersions.map { "\($0): the project has another version of its picture" },
        ]
        for line in found.flatMap({ $0.prefix(Self.mostListed) }) { Terminal.say(line) }
        let more = found.reduce(0) { $0 + max(0, $1.count - Self.mostListed) }
        if more > 0 { Terminal.say("and \(more) more") }
        if report.young > 0 {
            let isOne = report.young == 1
            Terminal.say(
                "\(PhotoRecord.pictures(report.young)) that \(isOne ? "is" : "are") younger \(isOne ? "has" : "have") no row yet; "
                    + "geoq photo check --hours 0 tells \(isOne ? "it" : "them")")
        }
        if report.deleted > 0 { Terminal.say("\(PhotoRecord.pictures(report.deleted)) deleted at the project") }
        if report.sentAgain > 0 {
            Terminal.say("the next geoq sync sends \(PhotoRecord.pictures(report.sentAgain)) again")
        }
        if report.renamed > 0 {
            Terminal.say("\(PhotoRecord.pictures(report.renamed)) named by its row in the version that is there")
        }
        return report.isWhole
    }

    private static let mostListed = 20
}
