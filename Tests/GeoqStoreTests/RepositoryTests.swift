import Foundation
import GRDB
import Geoq
import GeoqFormats
import TestSupport
import Testing

@testable import GeoqStore

/// What an application writes is in the file when the call returns, marked as to
/// be sent, and is shown to those who look, whichever program wrote it.
@Suite struct RepositoryTests {
    private static func fixture(_ body: (OutboxFixture, Repository) async throws -> Void) async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            try await body(fixture, Repository(fixture.store))
        }
    }

    private static func row(_ rule: WatchlistRule) -> FeatureID? {
        if case .row(let id) = rule.id { id } else { nil }
    }

    /// Takes moments until one fulfills a condition.
    private static func first<Row>(
        _ moments: inout AsyncThrowingStream<Repository.Moment<Row>, any Error>.Iterator,
        where fulfills: (Repository.Moment<Row>) -> Bool
    ) async throws {
        while let moment = try await moments.next() { if fulfills(moment) { return } }
        Issue.record("The sequence has ended.")
    }

    private static let circle = Circle(
        center: try! Coordinate(latitude: 42.45, longitude: -76.5), radius: .kilometers(25))

    @Test func `a number that no server takes, and a title that no import takes, are refused`() async throws {
        try await Self.fixture { fixture, birds in
            let list = try await birds.add(Watchlist(title: "Ducks"))
            // A title that an import of the list's export would refuse.
            let long = String(repeating: "ä", count: 501)
            let tooLong = StoreError.invalidValue(
                column: "title", reason: "it has 1002 bytes; at most 1000 are taken")
            await #expect(throws: tooLong) { _ = try await birds.add(Watchlist(title: long)) }
            await #expect(throws: tooLong) { _ = try await birds.edit(list) { $0.title = long } }
            let signed = WatchlistEntry(bird: OutboxFixture.bird, on: list.id, observedAt: "2026-11-20T+1:00:00Z")
            await #expect(throws: StoreError.self) { _ = try await birds.add(signed) }
            var entry = WatchlistEntry(bird: OutboxFixture.bird, on: list.id)
            entry.priority = Int(Int32.max) + 1
            let refusal = StoreError.invalidValue(
                column: "priority", reason: "2147483648 is not from -2147483648 to 2147483647")
            let beyond = entry
            await #expect(throws: refusal) { _ = try await birds.add(beyond) }
            let rules: [(kind: RuleKind, parameters: String)] = [(.date, #"{"start": "--11-01"}"#)]
            await #expect(throws: refusal) {
                _ = try await fixture.store.rules.add(rules, to: list.id, priority: Int(Int32.max) + 1)
            }
            entry.priority = Int(Int32.min)
            let added = try await birds.add(entry)
            #expect(added.priority == Int(Int32.min))
        }
    }

    @Test func `what is added, edited and deleted is marked in the same transaction`() async throws {
        try await Self.fixture { fixture, birds in
            let list = try await birds.add(
                Watchlist(title: "Winter ducks", firstDay: Day(iso: "2026-11-01"), circle: Self.circle))
            #expect(list.owner?.description == OutboxFixture.user && list.circle == Self.circle)
            let entry = try await birds.add(
                WatchlistEntry(bird: OutboxFixture.bird, on: list.id, observedAt: "2026-11-20"))
            #expect(entry.observedAt == "2026-11-20T12:00:00Z")
            let rule = try await birds.add(
                WatchlistRule(.date, #"{"start": "--11-01", "end": "--02-28"}"#, on: list.id))
            #expect(
                try await fixture.store.outbox.list().map(\.row) == [
                    RowKey(.watchlists, list.id), RowKey(.watchlistEntries, entry.id),
                    RowKey(.watchlistRules, try #require(Self.row(rule))),
                ])
            #expect(try await birds.edit(list) { $0.title = "Ducks" }.title == "Ducks")
            try await birds.edit(entry) { $0.notes = "a pair" }
            try await birds.edit(rule) { $0.isActive = false }
            try await birds.delete(rule)
            try await birds.delete(entry)
            #expect(try await fixture.store.outbox.list().map(\.label) == ["Ducks"])
            try await birds.delete(list)
            // Nothing of it was ever sent.
            #expect(try await fixture.store.outbox.counts().unsent == 0)
        }
    }

    @Test func `an edit changes what it names, of the row as it is now`() async throws {
        try await Self.fixture { fixture, birds in
            var fixture = fixture
            try await fixture.addShared(1, title: "a")
            let list = Watchlist(id: OutboxFixture.id(1), title: "as it was long ago")
            // A day that no typed value can hold stays as it is.
            try await fixture.sql("UPDATE watchlists SET start_date = 'some day', type = 'x' WHERE id = '\(list.id)'")
            let edited = try await birds.edit(list) { $0.title += "b" }
            #expect(edited.title == "ab" && edited.type == "x")
            #expect(try await fixture.sql("SELECT start_date FROM watchlists") == [#""some day""#])
            try await birds.edit(list) { $0.circle = Self.circle }
            #expect(try await birds.edit(list) { _ in }.circle == Self.circle)
        }
    }

    @Test func `what a server would refuse is refused, and changes nothing`() async throws {
        try await Self.fixture { fixture, birds in
            let list = try await birds.add(Watchlist(title: "Ducks"))
            await #expect(throws: StoreError.self) { try await birds.add(list) }
            await #expect(throws: StoreError.self) {
                try await birds.edit(list) {
                    $0.firstDay = Day(number: 1)
                    $0.lastDay = Day(number: 0)
                }
            }
            await #expect(
                throws: StoreError.invalidValue(column: "deleted_at", reason: "an edit deletes no row; delete it")
            ) { try await birds.edit(list) { $0.isDeleted = true } }
            let stranger = WatchlistEntry(bird: OutboxFixture.id(77), on: list.id)
            await #expect(throws: StoreError.noRow("bird/\(OutboxFixture.id(77))")) { try await birds.add(stranger) }
            await #expect(throws: StoreError.self) {
                try await birds.edit(list) { $0 = Watchlist(title: "another list") }
            }
            await #expect(throws: StoreError.self) {
                try await birds.add(WatchlistRule(.location, #"{"lat": 95}"#, on: list.id))
            }
            struct Refused: Error {}
            await #expect(throws: Refused.self) { try await birds.edit(list) { _ in throw Refused() } }
            #expect(try await fixture.sql("SELECT title FROM watchlists") == [#""Ducks""#])
        }
    }

    @Test func `a text with U+0000 is refused with its column, also from a guest`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/guest.sqlite")
            let birds = Repository(store)
            let list = try await birds.add(Watchlist(title: "Ducks"))
            func isRefused(_ error: StoreError?, for column: String) -> Bool {
                error?.description.hasPrefix("\(column): it has the character U+0000") == true
            }
            var error = await #expect(throws: StoreError.self) { try await birds.add(Watchlist(title: "a\u{0}b")) }
            #expect(isRefused(error, for: "title"))
            error = await #expect(throws: StoreError.self) { try await birds.edit(list) { $0.title += "\u{0}" } }
            #expect(isRefused(error, for: "title"))
            error = await #expect(throws: StoreError.self) {
                try await birds.add(CommunityObservation(notes: "\u{0}"))
            }
            #expect(isRefused(error, for: "notes"))
            let draft = Draft(species: "teal", on: list.id, place: "pond\u{0}")
            error = await #expect(throws: StoreError.self) { try await store.drafts.add(draft) }
            #expect(isRefused(error, for: "place"))
            let home = HomePlace(Self.circle.center, name: "home\u{0}")
            error = await #expect(throws: StoreError.self) { try await store.settings.setHome(home) }
            #expect(isRefused(error, for: "name"))
            var settings = ImportSettings(.hotspots)
            settings.source = "s\u{0}"
            error = await #expect(throws: StoreError.self) { try await store.imports.run("missing.csv", settings) }
            #expect(isRefused(error, for: "source"))
            #expect(try await store.community.all(isMine: false).isEmpty)
        }
    }

    @Test func `rows come at once, and again after each change by anyone`() async throws {
        try await Self.fixture { fixture, birds in
            var moments = birds.watchlists().makeAsyncIterator()
            #expect(try await moments.next()?.rows == [])
            let list = try await birds.add(Watchlist(title: "Ducks"))
            var moment = try #require(try await moments.next())
            #expect(moment.rows == [list] && moment.statuses == [list.id: .pendingCreate])
            let run = try Tool.sqlite3(fixture.store.path, "UPDATE watchlists SET title = 'Geese'")
            #expect(run.status == 0)
            moment = try #require(try await moments.next())
            #expect(moment.rows.map(\.title) == ["Geese"])

            var rules = birds.rules(of: list.id).makeAsyncIterator()
            #expect(try await rules.next()?.rows == [])
            try await birds.edit(list) { $0.circle = Self.circle }
            #expect(try await rules.next()?.rows.map(\.id) == [.columns(.location, of: list.id)])
            var entries = birds.entries(of: list.id).makeAsyncIterator()
            #expect(try await entries.next()?.rows == [])
            let entry = try await birds.add(WatchlistEntry(bird: OutboxFixture.bird, on: list.id))
            #expect(try await entries.next()?.rows == [entry])
            try await birds.delete(list)
            try await Self.first(&entries) { $0.rows == [] }
        }
    }

    @Test func `a guest's rows wait for an owner, and are always fresh`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/guest.sqlite")
            let birds = Repository(store)
            let list = try await birds.add(Watchlist(title: "Ducks"))
            var moments = birds.watchlists().makeAsyncIterator()
            let moment = try #require(try await moments.next())
            #expect(moment.statuses == [list.id: .pendingOwner] && moment.freshness == .fresh && list.owner == nil)
        }
    }

    @Test func `freshness tells of syncs, those of other processes included`() async throws {
        try await Self.fixture { fixture, birds in
            var fixture = fixture
            var moments = birds.watchlists().makeAsyncIterator()
            #expect(try await moments.next()?.freshness == .offline(since: nil))
            try await fixture.addShared(1)
            try await Self.first(&moments) { $0.freshness == .fresh }
            try await fixture.store.mirror.noteFailure(OutboxFixture.remote, "no network")
            guard case .offline(let since?) = try await moments.next()?.freshness else {
                Issue.record("A failed sync is told.")
                return
            }
            #expect(abs(since.timeIntervalSinceNow) < 60)
            do {
                let lock = try MirrorLock(of: fixture.store)
                defer { withExtendedLifetime(lock) {} }
                try await Self.first(&moments) { $0.freshness == .refreshing }
            }
            try await Self.first(&moments) { $0.freshness != .refreshing }
            // The lock of a process that was killed is no sync.
            try "process 999999999, since 2026-11-20T00:00:00Z\n".write(
                toFile: fixture.store.path + ".sync", atomically: false, encoding: .utf8)
            #expect(!MirrorLock.isHeld(of: fixture.store))
        }
    }

    @Test func `a sequence ends with an error when another file takes the store's place`() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            let birds = Repository(try Store.blank(path))
            var moments = birds.watchlists().makeAsyncIterator()
            _ = try await moments.next()
            try FileManager.default.removeItem(atPath: path)
            await #expect(throws: StoreError.replaced(path: path)) { while try await moments.next() != nil {} }
        }
    }
}
