import Foundation
import TestSupport
import Testing

/// A user with an entry, and pictures to add to it.
struct PhotoFixture {
    let account: AccountFixture
    let user: String
    let email: String
    /// An entry that the project has.
    let entry: String

    /// The bucket's own limits are set again first, and what others have stored is
    /// gone.
    init(_ gateway: GatewayProcess, in folder: String) throws {
        account = try AccountFixture(gateway, in: folder)
        try gateway.query(
            """
            DELETE FROM observed_bird_photos; DELETE FROM watchlist_entries; DELETE FROM watchlists; DELETE FROM bird;
            DELETE FROM storage.objects;
            UPDATE storage.buckets SET file_size_limit = 10485760,
                allowed_mime_types = '{image/jpeg,image/png,image/webp,application/pdf}' WHERE id = 'watchlist-photos';
            INSERT INTO bird (id, common_name) VALUES (md5('wren')::uuid, 'Wren')
            """)
        email = try account.signUp()
        user = try account.userID()
        entry = try #require(
            try gateway.query(
                """
                INSERT INTO watchlists (id, owner_id, title) VALUES (md5('list')::uuid, '\(user)', 'Owls');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id)
                    VALUES (md5('entry')::uuid, md5('list')::uuid, md5('wren')::uuid) RETURNING id
                """
            ).split(separator: "\n").first.map(String.init))
        let sync = try account.run("sync", "--quiet")
        #expect(sync.status == 0, "\(sync.errors)")
    }

    static func run(_ gateway: Result<GatewayProcess, any Error>, _ body: (PhotoFixture) throws -> Void) async throws {
        try await withFolder { folder in try body(PhotoFixture(gateway.get(), in: folder)) }
    }

    var gateway: GatewayProcess { account.gateway }

    /// Another device of the same user, which has synced.
    func otherDevice() throws -> AccountFixture {
        let folder = account.folder + "/other"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let other = try AccountFixture(gateway, in: folder)
        let login = try other.logIn(email)
        #expect(login.status == 0, "\(login.errors)")
        let sync = try other.run("sync", "--quiet")
        #expect(sync.status == 0, "\(sync.errors)")
        return other
    }

    /// A picture of 6 × 4 pixels.
    static let png = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAIAAAAiZtkUAAAAO0lEQVR4nA3IMQEAMAgDwchBCTNyXkREIIc5itobTxIlRiBWnJCaaqah2eb6lykzBrPm/CtUmEDYcOEBx70eebMrbHwAAAAASUVORK5CYII="
    )!

    /// Another one, of 5 × 5 pixels.
    static let otherPNG = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAIAAAACDbGyAAAAPklEQVR42g3HMQEAMAgEscpBzs8nghkRiGBGycsq2fLCyJQZY/Ni0VLLLN57o6aaadz3REklkzjvQqLECIsPoQkiLzWmRugAAAAASUVORK5CYII="
    )!

    /// A PDF, which travels as it is.
    static func pdf(_ count: Int) -> Data {
        var generator = SeededGenerator(seed: UInt64(count))
        var bytes = Array("%PDF-1.7\n".utf8)
        while bytes.count < count { bytes.append(UInt8(truncatingIfNeeded: generator.next())) }
        return Data(bytes)
    }

    /// Writes a picture into a file.
    ///
    /// - Returns: the file's path.
    func file(_ picture: Data, _ name: String = "picture") throws -> String {
        let file = account.folder + "/" + name
        try picture.write(to: URL(filePath: file))
        return file
    }

    /// Adds a picture.
    ///
    /// - Returns: the photo's id.
    func add(_ picture: Data, _ name: String = "picture") throws -> String {
        let run = try account.run("photo", "add", entry, try file(picture, name))
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        return try #require(run.lines.first.map(String.init))
    }

    /// What the project has: each object, whether a row names it, and each row,
    /// whether its object is there.
    func project() throws -> String {
        try gateway.query(
            """
            SELECT coalesce(o.name, p.storage_url), o.metadata ->> 'size',
                CASE WHEN p.id IS NULL THEN 'no row' WHEN o.id IS NULL THEN 'no object' ELSE 'both' END
            FROM (SELECT * FROM storage.objects WHERE bucket_id = 'watchlist-photos') AS o
                FULL JOIN (SELECT * FROM observed_bird_photos WHERE deleted_at IS NULL) AS p ON o.name = p.storage_url ORDER BY 1
            """)
    }

    /// The only line of `project` when one photo is there whole.
    func whole(_ photo: String, bytes: Int, ending: String = "pdf") -> String {
        "\(user)/\(entry)/\(photo).\(ending)|\(bytes)|both"
    }

    /// What the project has of pictures of profiles and lists: each object, and what
    /// names it. A row that names it with the version of other bytes is said so.
    func rowPictures() throws -> [String] {
        try gateway.query(
            """
            SELECT coalesce(o.bucket_id, p.bucket), CASE WHEN p.text IS NULL THEN 'no row' WHEN o.id IS NULL THEN 'no object'
                WHEN starts_with(o.user_metadata ->> 'sha256', split_part(p.text, '?v=', 2)) THEN 'both'
                ELSE 'another version' END
            FROM (SELECT * FROM storage.objects WHERE bucket_id <> 'watchlist-photos') AS o FULL JOIN (
                SELECT 'profile-photos' AS bucket, profile_photo AS text FROM users
                    WHERE id = '\(user)' AND profile_photo IS NOT NULL
                UNION ALL SELECT 'list-covers', cover_image_path FROM watchlists
                    WHERE cover_image_path IS NOT NULL AND deleted_at IS NULL) AS p
                ON o.bucket_id = p.bucket AND o.name = split_part(p.text, '?', 1) ORDER BY 1
            """
        ).split(separator: "\n").map(String.init)
    }

    func states() throws -> [String] {
        try account.run("photo", "list").lines.map { line in
            line.firstMatch(of: /"state": ?"(\w+)"/).map { String($0.1) } ?? "?"
        }
    }

    /// How many requests of a kind the gateway has seen, by a fault that hits none.
    func counting(_ method: String, _ path: String, _ body: () throws -> Void) throws -> Int {
        try gateway.set(#"{"faults": [{"method": "\#(method)", "path": "\#(path)", "times": 0}]}"#)
        try body()
        let answer = try Tool.run("/usr/bin/curl", ["-sSf", gateway.url + "/gateway"]).lines.joined()
        try gateway.set(#"{"faults": []}"#)
        return answer.firstMatch(of: /"seen": ?(\d+)/).flatMap { Int($0.1) } ?? -1
    }
}
