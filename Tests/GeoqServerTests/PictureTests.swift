import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import GeoqServer

/// Photos of entries for the server's own pages: from the file, the cache or the
/// project, and for no page from elsewhere.
@Suite struct PictureTests {
    private static let picture = Array("\u{89}PNG a picture that is here".utf8)
    private static let fetched = Array("\u{89}PNG a picture of the project".utf8)
    private static let list = FeatureID("0000000a-0000-4000-8000-000000000001")!
    private static let entry = FeatureID("0000000b-0000-4000-8000-000000000001")!
    private static let here = FeatureID("0000000d-0000-4000-8000-000000000001")!
    private static let there = FeatureID("0000000d-0000-4000-8000-000000000002")!
    private static let nowhere = FeatureID("0000000d-0000-4000-8000-000000000003")!
    private static let far = FeatureID("0000000d-0000-4000-8000-000000000004")!
    private static let scan = FeatureID("0000000d-0000-4000-8000-000000000005")!
    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
    private static let page: HTTPFields = [fetchSite: "same-origin"]

    /// A project that has one of the pictures, until it is out of reach.
    private final class Supply: PictureSupply {
        let failure = Mutex<PictureFailure?>(nil)
        let downloads = Mutex<[String]>([])
        let delay = Mutex<Duration>(.zero)
        let begun = Mutex(0)
        let isHeld = Mutex(false)

        func download(_ photo: EntryPhoto, of store: Store) async throws -> [UInt8] {
            begun.withLock { $0 += 1 }
            while isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
            try await Task.sleep(for: delay.withLock { $0 })
            if let failure = failure.withLock({ $0 }) { throw failure }
            downloads.withLock { $0.append(photo.id.description) }
            return PictureTests.fetched
        }

        func shown(_ picture: [UInt8], longestSide: Int?) throws -> PreparedPhoto {
            guard longestSide == nil else {
                return PreparedPhoto(bytes: [0xFF, 0xD8, 0xFF], contentType: "image/jpeg")
            }
            return PreparedPhoto(bytes: picture, contentType: "image/png")
        }
    }

    /// A store with an entry that was seen, a photo of it that is on the device, two
    /// that the project has, and one that is nowhere.
    private static func with(
        _ supply: Supply?, allowedOrigin: String? = nil,
        configure: @Sendable @escaping (inout ServerConfiguration) -> Void = { _ in },
        _ body: @Sendable (TestedServer, _ path: String) async throws -> Void
    ) async throws {
        try await ServerRun.with(
            allowedOrigin: allowedOrigin,
            configure: { configuration in
                configuration.pictures = supply
                configure(&configuration)
            },
            prepare: { store in
                try Self.fill(store.path)
                _ = try await store.photos.add(picture, to: entry, capturedAt: "2026-05-03", id: here)
                let garden = try Coordinate(latitude: 47.5, longitude: 8.25)
                try await store.settings.setHome(HomePlace(garden, name: "Garden"))
            }, body)
    }

    private static func fill(_ path: String) throws {
        let run = try Tool.sqlite3(
            path,
            """
            INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
            INSERT INTO bird (id, common_name, source) VALUES ('0000000e-0000-4000-8000-000000000001', 'Wren', 'shell');
            INSERT INTO watchlists (id, title, source) VALUES ('\(list)', 'Small', 'shell');
            INSERT INTO watchlist_entries (id, watchlist_id, bird_id, observation_date, lat, lon, source)
                VALUES ('\(entry)', '\(list)', '0000000e-0000-4000-8000-000000000001', '2026-05-03T16:00:00Z',
                    42.461, -76.501, 'shell');
            INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path, is_uploaded, storage_url, uploaded_at, source)
            VALUES ('\(there)', '\(entry)', 'a.jpg', 1, 'u/e/a.jpg', '2026-05-04T00:00:00Z', 'shell'),
                ('\(far)', '\(entry)', 'scan.jpg', 1, 'u/e/c.pdf', '2026-05-04T00:00:00Z', 'shell'),
                ('\(nowhere)', '\(entry)', 'b.pdf', 0, NULL, NULL, 'shell');
            """)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `a picture that is here is given to the own page, with its type, and again only when it is another`()
        async throws
    {
        let supply = Supply()
        try await Self.with(supply) { client, _ in
            let full = try await client.get("/map/photos/\(Self.here)", headers: Self.page)
            #expect(full.status == .ok && Array(full.body.readableBytesView) == Self.picture)
            #expect(full.headers[.contentType] == "image/png" && full.headers[.cacheControl] == "private, no-cache")
            #expect(full.headers[.xContentTypeOptions] == "nosniff")
            #expect(full.headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] == "same-origin")
            let tag = try #require(full.headers[.eTag])
            let again = try await client.get(
                "/map/photos/\(Self.here)", headers: [Self.fetchSite: "same-origin", .ifNoneMatch: tag])
            #expect(again.status == .notModified && again.body.readableBytes == 0)
            #expect(again.headers[.cacheControl] == "private, no-cache")
            let small = try await client.get("/map/photos/\(Self.here)?size=small", headers: Self.page)
            #expect(small.headers[.contentType] == "image/jpeg" && small.headers[.eTag] != tag)
            #expect(try await client.get("/map/photos/\(Self.here)?size=large", headers: Self.page).status.code == 400)
            #expect(supply.downloads.withLock { $0 }.isEmpty)

            // The page knows of the photos from the list and from the entry.
            let named = try await client.json("/map/entries/\(Self.entry)/photos", headers: Self.page).body["photos"]
            #expect(named?.array?.compactMap { $0["id"]?.string }.contains(Self.here.description) == true)
            // One by its object, and one by its name.
            #expect(named?.array?.compactMap { $0["document"] }.filter { $0 == true }.count == 2)
            let entries = try await client.json("/collections/watchlists/items/\(Self.list)/entries").body
            let ofEntry = entries["features"]?.array?.first?["properties"]?["photos"]
            #expect(ofEntry == named && named?.array?.count == 4)
            let none = try await client.json("/map/entries/\(Self.list)/photos", headers: Self.page)
            #expect(none.status == 200 && none.body["photos"] == [])
            #expect(try await client.json("/map/edits").body["pictures"] == true)
        }
    }

    /// An older app called each picture `….jpg`, and the path of the object says what it is only once it is sent.
    @Test func `a PDF that is not sent and has the name of a picture is a link on each page`() async throws {
        try await Self.with(Supply()) { client, path in
            let pdf = Array("%PDF-1.7 a scan".utf8)
            let store = try Store(path: path)
            _ = try await store.photos.add(pdf, to: Self.entry, id: Self.scan)
            let rename = try Tool.sqlite3(
                path, "UPDATE observed_bird_photos SET image_path = 'scan.jpg' WHERE id = '\(Self.scan)'")
            #expect(rename.status == 0, "\(rename.errors)")
            let photos = try await client.json("/map/entries/\(Self.entry)/photos", headers: Self.page).body["photos"]
            let scan = photos?.array?.first { $0["id"]?.string == Self.scan.description }
            #expect(scan?["document"] == true)
            let entries = try await client.json("/collections/watchlists/items/\(Self.list)/entries").body
            #expect(entries["features"]?.array?.first?["properties"]?["photos"] == photos)
            let html = try await client.get("/collections/observations/items/\(Self.entry)?f=html", headers: Self.page)
            let body = String(buffer: html.body)
            #expect(body.contains("/map/photos/\(Self.scan)\">Document</a>"), "\(body)")
            #expect(!body.contains("/map/photos/\(Self.scan)?size=small"))
        }
    }

    @Test func `pictures of a page wait for their turn, and none is refused`() async throws {
        let supply = Supply()
        supply.delay.withLock { $0 = .milliseconds(20) }
        try await Self.with(supply) { client, _ in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<24 {
                    let photo = number.isMultiple(of: 2) ? Self.there : Self.here
                    group.addTask {
                        try await client.get("/map/photos/\(photo)?size=small", headers: Self.page).status.code
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.count == 24 && statuses.allSatisfy { $0 == 200 }, "\(statuses)")
            // Those who asked for one picture share one download.
            #expect(supply.downloads.withLock { $0.count } == 1)
        }
    }

    @Test func `pictures that are here do not wait for those that come slowly`() async throws {
        let supply = Supply()
        supply.isHeld.withLock { $0 = true }
        try await Self.with(supply) { client, _ in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await client.get("/map/photos/\(Self.far)", headers: Self.page).status.code }
                }
                try await eventually { supply.begun.withLock { $0 } == 1 }
                try await Task.sleep(for: .milliseconds(200))
                let patience = Task {
                    try await Task.sleep(for: .seconds(60))
                    supply.isHeld.withLock { $0 = false }
                }
                #expect(try await client.get("/map/photos/\(Self.here)", headers: Self.page).status == .ok)
                #expect(supply.isHeld.withLock { $0 }, "It came before the others.")
                patience.cancel()
                supply.isHeld.withLock { $0 = false }
                for try await status in group { #expect(status == 200) }
            }
        }
    }

    @Test func `an old picture that cannot be fetched anew is asked for once`() async throws {
        let supply = Supply()
        try await Self.with(supply) { client, path in
            let store = try Store(path: path, create: false)
            let photo = try await store.photos.photo(Self.there).photo
            let cache = PictureCache(of: store, now: { Date().timeIntervalSince1970 - 100 * 86_400 })
            _ = try await cache.picture(try #require(PictureCache.Key(of: photo))) { Self.fetched }
            supply.failure.withLock { $0 = .unreachable }
            let shown = try await client.get("/map/photos/\(Self.there)", headers: Self.page)
            #expect(shown.status == .ok && Array(shown.body.readableBytesView) == Self.fetched)
            #expect(supply.begun.withLock { $0 } == 1)
        }
    }

    @Test func `a gate lets in as many as it may, in the order in which they came`() async throws {
        let gate = WaitingGate(limit: 1, mostWaiting: 2)
        #expect(await gate.enter())
        let order = Order()
        let first = await Self.wait(1, at: gate, order)
        let second = await Self.wait(2, at: gate, order)
        #expect(await gate.enter() == false, "two wait already")
        first.cancel()
        #expect(await first.value == false)
        gate.leave()
        #expect(await second.value)
        #expect(order.numbers.withLock { $0 } == [2] && gate.waitingCount == 0)
        #expect(await gate.enter(), "the place came back")
    }

    /// Who had a turn, in order.
    private final class Order: Sendable {
        let numbers = Mutex<[Int]>([])
    }

    /// A request that waits as the last of so many.
    private static func wait(_ number: Int, at gate: WaitingGate, _ order: Order) async -> Task<Bool, Never> {
        let task = Task {
            guard await gate.enter() else { return false }
            order.numbers.withLock { $0.append(number) }
            gate.leave()
            return true
        }
        while gate.waitingCount < number { await Task.yield() }
        return task
    }

    @Test func `a picture of the project is fetched once, and then shown without a network`() async throws {
        let supply = Supply()
        try await Self.with(supply) { client, path in
            for _ in 1...3 {
                let answer = try await client.get("/map/photos/\(Self.there)", headers: Self.page)
                #expect(answer.status == .ok && Array(answer.body.readableBytesView) == Self.fetched)
            }
            #expect(supply.downloads.withLock { $0 } == [Self.there.description])
            let failures: [(PictureFailure, Int)] = [
                (.noLogin, 502), (.refused, 404), (.unreadable(reason: "/etc is no picture"), 415), (.unreachable, 503),
            ]
            for (failure, status) in failures {
                supply.failure.withLock { $0 = failure }
                #expect(try await client.get("/map/photos/\(Self.there)", headers: Self.page).status == .ok)
                let away = try await client.json("/map/photos/\(Self.far)", headers: Self.page)
                #expect(away.status == status && away.body["detail"]?.string?.isEmpty == false, "\(failure)")
            }
            let away = try await client.get("/map/photos/\(Self.far)", headers: Self.page)
            #expect(away.headers[.retryAfter] == "30" && away.headers[.eTag] == nil)
            // One that no device has sent is not asked for; and no answer tells where files are.
            supply.failure.withLock { $0 = nil }
            let lost = try await client.get("/map/photos/\(Self.nowhere)", headers: Self.page)
            #expect(lost.status == .notFound && !String(buffer: lost.body).contains(path))
            #expect(supply.downloads.withLock { $0 } == [Self.there.description])
            // A photo that was deleted is not shown from the cache.
            try await Store(path: path, create: false).photos.delete([Self.there])
            #expect(try await client.get("/map/photos/\(Self.there)", headers: Self.page).status == .notFound)
        }
    }

    @Test func `a text that is no id is refused, whatever it looks like`() async throws {
        try await Self.with(Supply()) { client, path in
            let bad = [
                "x", "..", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "%2Fetc%2Fpasswd", "%00", "\(Self.here)%00",
                "\(Self.here).jpg", "%F0%9F%90%A6", String(repeating: "a", count: 4_000), "\(Self.entry)",
            ]
            for id in bad {
                let answer = try await client.get("/map/photos/\(id)", headers: Self.page)
                let text = String(buffer: answer.body)
                #expect(answer.status == .notFound || answer.status == .badRequest, "\(id)")
                #expect(!text.contains(path) && !text.contains("/tmp"), "\(text)")
            }
            #expect(try await client.get("/map/photos/%FF", headers: Self.page).status == .badRequest)
            #expect(try await client.get("/map/entries/x/photos", headers: Self.page).status == .notFound)
        }
    }

    @Test func `only the server's own pages see photos, and where the user is at home`() async throws {
        let paths = ["/map/photos/\(Self.here)", "/map/entries/\(Self.entry)/photos"]
        try await Self.with(Supply(), allowedOrigin: "*") { client, _ in
            let own = try await client.json("/map/edits").body
            #expect(own["home"]?["name"] == "Garden")
            #expect(own["home"]?["lat"]?.double == 47.5 && own["home"]?["lon"]?.double == 8.25)
            let elsewhere: [HTTPFields] = [
                [Self.fetchSite: "cross-site"], [.origin: "http://evil.example"], [.via: "1.1 proxy"],
            ]
            for headers in elsewhere {
                #expect(try await client.json("/map/edits", headers: headers).body["home"] == .null, "\(headers)")
            }
            let token = try #require(own["token"]?.string)
            let strangers: [HTTPFields] = [
                [:], [Self.fetchSite: "cross-site"], [Self.fetchSite: "same-site"], [Self.fetchSite: "none"],
                [.origin: "http://evil.example", Self.fetchSite: "same-origin"],
                [.origin: "null", EditAccess.header: token],
                [EditAccess.header: ""], [EditAccess.header: String(repeating: "0", count: 64)],
                [EditAccess.header: token, Self.fetchSite: "cross-site"],
                [Self.fetchSite: "same-origin", .via: "1.1 proxy"],
                [EditAccess.header: token, .forwarded: "for=10.0.0.1"],
            ]
            for path in paths {
                for headers in strangers {
                    #expect(try await client.get(path, headers: headers).status == .forbidden, "\(path) \(headers)")
                }
                #expect(try await client.get(path, headers: [EditAccess.header: token]).status == .ok)
                // Pages from elsewhere may read what is not private.
                let asked = try await client.execute(
                    uri: path, method: .options, headers: [.origin: "http://a.example"])
                #expect(asked.headers[.accessControlAllowMethods] == "OPTIONS")
            }
        }
        let settings: [(String, Bool, @Sendable (inout ServerConfiguration) -> Void)] = [
            ("public", false, { $0.isPublic = true }), ("base URL", false, { $0.baseURL = "http://localhost" }),
            ("proxy", false, { $0.trustedProxies = ["10.0.0.1"] }),
            ("host", false, { ($0.host, $0.isPublic) = ("0.0.0.0", true) }),
            ("public, told", true, { ($0.isPublic, $0.takesEdits) = (true, true) }),
            ("read only", true, { $0.takesEdits = false }),
        ]
        for (name, isShown, configure) in settings {
            try await Self.with(Supply(), configure: configure) { client, _ in
                for path in paths {
                    let answer = try await client.get(path, headers: Self.page)
                    #expect(answer.status == (isShown ? .ok : .forbidden), "\(name)")
                }
                if isShown {
                    // The file may tell where it was taken: it does not leave the machine.
                    let picture = try await client.get(paths[0], headers: Self.page)
                    let isFile = Array(picture.body.readableBytesView) == Self.picture
                    #expect(isFile == (name == "read only"), "\(name)")
                }
                let state = try await client.json("/map/edits").body
                #expect(state["pictures"] == .bool(isShown) && (state["home"] == .null) != isShown, "\(name)")
                let entries = try await client.json("/collections/watchlists/items/\(Self.list)/entries").body
                let photos = entries["features"]?.array?.first?["properties"]?["photos"]?.array
                #expect(photos?.count == (isShown ? 4 : 0), "\(name)")
                let html = try await client.get("/collections/observations/items/\(Self.entry)?f=html")
                #expect(html.status == .ok && String(buffer: html.body).contains("<img") == isShown, "\(name)")
            }
        }
    }

    @Test func `the page of an entry shows its photos, as they are now`() async throws {
        try await Self.with(Supply()) { client, path in
            let address = "/collections/observations/items/\(Self.entry)?f=html"
            let before = try await client.get(address)
            let text = String(buffer: before.body)
            #expect(text.contains("<img src=\"/map/photos/\(Self.here)?size=small\" alt=\"Photo, taken 2026-05-03\""))
            #expect(text.contains(">Document</a>") && before.headers[.eTag] == nil)
            #expect(before.headers[.cacheControl] == "no-store")
            #expect(before.headers[.contentSecurityPolicy]?.contains("img-src 'self';") == true)
            // In the evening of the day on which the bird was seen, by the sun there.
            let evening = "captured_at = '2026-05-04T02:30:00Z' WHERE id = '\(Self.here)'"
            let run = try Tool.sqlite3(path, "UPDATE observed_bird_photos SET \(evening)")
            #expect(run.status == 0, "\(run.errors)")
            let later = String(buffer: try await client.get(address).body)
            #expect(later.contains("\(Self.here)?size=small\" alt=\"Photo, taken 2026-05-03\""))
            try await Store(path: path, create: false).photos.delete([Self.here])
            #expect(!String(buffer: try await client.get(address).body).contains(Self.here.description))
        }
        // A server without a way to pictures shows none.
        try await Self.with(nil) { client, _ in
            let state = try await client.json("/map/edits").body
            #expect(state["pictures"] == false)
            let answer = try await client.get("/map/photos/\(Self.here)", headers: Self.page)
            #expect(answer.status == .notImplemented)
        }
    }
}
