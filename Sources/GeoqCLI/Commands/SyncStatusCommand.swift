import ArgumentParser
import Foundation
import Geoq
import GeoqFormats
import GeoqPostgres
import GeoqStore
import GeoqSync

extension SyncCommand {
    /// `geoq sync status`
    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "When the mirror was last equal to the server, and what waits.",
            discussion: """
                  geoq sync status
                  geoq sync status -f json

                Contents of all rows are compared when a sync has reason to, and every seven days; \
                contents_compared_at is when that was. part is there when a mirror is of a part: the hotspots' options of \
                geoq sync. user_id and level are there after geoq login: kit is a project \
                with geoq's functions, rest one without. Lag is how old the mirror's moment is, by the server's clock then and this machine's now.
                """)

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try storeOptions.open()
                let tables = try await store.mirror.status()
                let account = try await store.account.stored()
                let saysPart = tables.contains { $0.region != nil }
                try SummaryTable.write(
                    tables.map { Self.fields($0, account, saysPart: saysPart) }, output.chosenFormat)
                if tables.isEmpty, output.chosenFormat == .table { Terminal.say("nothing is mirrored") }
                for mirror in try await store.mirror.all() { Self.sayMissing(mirror) }
                if account != nil { Terminal.say(try await store.outbox.counts().words) }
                if exit.exitStatus, tables.isEmpty { throw ExitCode(Failure.nothingFound) }
            }
        }

        /// Says which tables a remote did not have at the last sync, though it may.
        private static func sayMissing(_ mirror: MirrorState) {
            guard let names = mirror.namesOfTables, let mapping = try? TableMapping(json: names),
                mapping.relation == nil
            else { return }
            let missing = mapping.tables.filter { table, _ in
                table.isOptional && mirror.tables[table] == nil && (mirror.identity.user != nil || !table.isPersonal)
            }
            guard !missing.isEmpty else { return }
            let listed = missing.sorted { $0.key.rank < $1.key.rank }.map(\.value.name).joined(separator: ", ")
            Terminal.say("\(mirror.name) does not have: \(listed); nothing of them is mirrored")
        }

        /// A PostgreSQL's cursor by its oldest running transaction; another
        /// remote's as its text.
        private static func cursor(_ cursor: MirrorCursor) -> FieldValue {
            PostgresCursor(cursor).map { .integer(Int64(bitPattern: $0.xmin)) } ?? .text(cursor.text)
        }

        /// - Parameter account: the user who is logged in; of a store without an
        ///   account, there are no columns of it.
        /// - Parameter saysPart: whether some mirror is of a part.
        private static func fields(
            _ status: MirrorStatus, _ account: StoredAccount?, saysPart: Bool
        ) -> [Feature.Field] {
            func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
            func count(_ value: Int) -> FieldValue { .integer(Int64(value)) }
            let own = account?.remote == status.remote ? account : nil
            var fields: [Feature.Field] = [.init("remote", .text(status.remote))]
            if account != nil {
                fields += [.init("user_id", text(own?.userID)), .init("level", text(own?.level?.rawValue))]
            }
            if saysPart {
                let part = status.table == .hotspot ? status.region.flatMap { Region(stored: $0) } : nil
                fields.append(.init("part", text(part?.options)))
            }
            fields += [
                .init("table", .text(status.table.rawValue)),
                .init("rows", count(status.rows)), .init("without_place", count(status.withoutPlace)),
                .init("wait_for_parent", count(status.waiting[.parent] ?? 0)),
                .init("id_taken", count(status.waiting[.taken] ?? 0)),
                .init("unusable", count(status.waiting[.unusable] ?? 0)),
                .init("id_doubled", count(status.waiting[.doubled] ?? 0)),
                .init("synced_at", text(status.syncedAt)), .init("compared_at", text(status.digestedAt)),
                .init("contents_compared_at", text(status.verifiedAt)),
                .init("lag_s", status.lagSeconds.map { .real(($0 * 10).rounded() / 10) } ?? .null),
                .init("cursor", status.cursor.map(Self.cursor) ?? .null),
                .init("compared_by", .text(status.cost.map { "contents: \($0)" } ?? "versions")),
                .init("failed_at", text(status.failedAt)), .init("problem", text(status.problem)),
            ]
            return fields
        }
    }
}
