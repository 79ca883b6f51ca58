import ArgumentParser
import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import GeoqSupabase
import GeoqSync

extension SyncCommand {
    /// `geoq sync status`
    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "When the mirror was last equal to the server, and what waits.",
            discussion: """
                  geoq sync status
                  geoq sync status -f json

                After geoq login it says who is logged in, without a network, and how many rows of each \
                table wait: unsent are those that were changed here and that the project does not have; of \
                these, failed are those that it refused (geoq outbox list), and conflicts is what lost \
                against others' changes (geoq conflicts list). level kit is a project with geoq's \
                functions, rest one without.

                age, or lag_s, is how old the mirror's moment is, by the server's clock then and this \
                machine's now. A table that the last sync left alone while it read others has no age, and problem \
                says why; when no table could be read, the age is still that of the last sync that read one. Contents of all rows are compared when a sync has reason to, and every seven \
                days; contents_compared_at is when that was. part is there when a mirror is of a part: the \
                hotspots' options of geoq sync. A table that --tables leaves out keeps its rows, without an \
                age, and problem says so. Rows of the server that cannot be applied are counted by \
                reason (wait_for_parent, id_taken, unusable, id_doubled).

                A table leaves out what is empty or zero in all its rows, and cursors; -f json has all.
                """)

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let tables = try await store.mirror.status()
                let (account, problem) = try await Self.account(of: store)
                let outbox = account == nil ? [:] : try await store.outbox.countsByTable()
                let saysPart = tables.contains { $0.region != nil }
                let mirrors = try await store.mirror.all()
                let records = SyncStatusRecord.all(tables, Self.mappings(mirrors), account?.account, outbox).map {
                    $0.fields(account, saysPart: saysPart)
                }
                try SummaryTable.write(records, output.chosenFormat, columns: SyncStatusRecord.columns(records))
                if tables.isEmpty, output.chosenFormat == .table { Terminal.say("nothing is mirrored") }
                for mirror in mirrors { Self.sayMissing(mirror, account?.account) }
                if let account {
                    try await Self.say(account, problem, store)
                } else if let guests = try await store.outbox.guestWords() {
                    Terminal.say(guests + ": geoq login URL --email ADDRESS")
                }
                if exit.exitStatus, tables.isEmpty { throw ExitCode(Failure.nothingFound) }
            }
        }

        /// The tables that the last sync of each mirror was to read, where that was noted.
        private static func mappings(_ mirrors: [MirrorState]) -> [String: TableMapping] {
            var mappings: [String: TableMapping] = [:]
            for mirror in mirrors {
                mappings[mirror.name] = mirror.namesOfTables.flatMap { try? TableMapping(json: $0) }
            }
            return mappings
        }

        /// Who is logged in, by what is kept; nil without an account. A login
        /// that cannot be read leaves the rest to be shown.
        private static func account(of store: Store) async throws -> (AccountStatus?, problem: VaultError?) {
            guard let stored = try await store.account.stored() else { return (nil, nil) }
            do {
                return (try await Account.status(of: store) { try await FileVault.own(of: $0, for: store) }, nil)
            } catch let error as VaultError {
                return (AccountStatus(account: stored, email: nil, standing: .absent), error)
            }
        }

        /// Says who is logged in, and what waits.
        ///
        /// - Parameter problem: Why the login cannot be read.
        private static func say(_ status: AccountStatus, _ problem: VaultError?, _ store: Store) async throws {
            let (url, user) = (status.account.url, status.email ?? status.account.userID)
            switch (status.account.state, status.standing) {
            case (.leaving, _): Terminal.say("geoq: \(Failure.sentence(for: AccountError.leaving(url: url)))")
            case (.joining, _): Terminal.say("geoq: \(Failure.sentence(for: AccountError.joining(url: url)))")
            case (_, .active):
                let level = status.account.level.map { ", level \($0.rawValue)" } ?? ""
                Terminal.say("logged in to \(url) as \(user)\(level)")
            case (_, .ended(let reason)):
                Terminal.say("\(user) at \(url): \(Failure.sentence(for: SessionError.ended(reason: reason)))")
            case (_, .absent):
                let why =
                    problem.map { Failure.sentence(for: $0) }
                    ?? "the login is not kept on this machine; log in again with geoq login"
                Terminal.say("\(user) at \(url): \(why)")
            }
            if status.account.state == .joining, let guests = try await store.outbox.guestWords() {
                Terminal.say(guests)
            } else {
                Terminal.say(try await store.outbox.counts().words)
            }
            let lost = try await store.drafts.countLost()
            let drafts = try await store.drafts.count() - lost
            if drafts > 0 {
                Terminal.say(
                    "\(drafts) \(drafts == 1 ? "draft waits" : "drafts wait") for a bird, and "
                        + "\(drafts == 1 ? "is" : "are") never sent (geoq draft list)")
            }
            if let words = DraftRecord.lostWords(lost) { Terminal.say(words) }
        }

        /// Says which tables a remote did not have at the last sync, though it may.
        /// Of a project without a login, what users write is not mirrored at all.
        private static func sayMissing(_ mirror: MirrorState, _ account: StoredAccount?) {
            guard let names = mirror.namesOfTables, let mapping = try? TableMapping(json: names),
                mapping.relation == nil
            else { return }
            let isLoggedOut = RemoteOptions.isProject(mirror.name) && account?.remote != mirror.name
            // After a login nothing is known of the user's tables before the first sync.
            let isOwnKnown = !isLoggedOut && (account?.remote != mirror.name || mirror.tables[.watchlists] != nil)
            let missing = mapping.tables.filter { table, _ in
                table.isOptional && mirror.tables[table] == nil && (mirror.identity.user != nil || !table.isPersonal)
                    && (table.isReference || isOwnKnown)
            }
            guard !missing.isEmpty else { return }
            let listed = missing.sorted { $0.key.rank < $1.key.rank }.map(\.value.name).joined(separator: ", ")
            Terminal.say(
                TerminalText.neutralized("\(mirror.name) does not have: \(listed); nothing of them is mirrored"))
        }
    }
}
