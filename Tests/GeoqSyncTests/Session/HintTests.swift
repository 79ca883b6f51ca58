import Geoq
import GeoqIndex
import GeoqStore
import GeoqSupabase
import GeoqSync
import Testing

@testable import GeoqCLI

/// The sync's errors say what has happened; the command adds what to do.
@Suite struct HintTests {
    private static let user = FeatureID("0b7e1d2c-6a55-5c1b-8a3e-2f6f6a0b9c11")!

    @Test(
        arguments: [
            (.tableBehind, "name the table behind it with --tables"), (.idColumn, "name the id's column with --tables"),
            (.column, "give its name with --tables"),
            (.distinctColumn, "name the column that tells rows apart with --tables"), (.pull, "run geoq sync first"),
            (.mirrorsTables, "leave --tables away, or sync with these"),
            (.mirrorsUser(user), "give --as 0b7e1d2c-6a55-5c1b-8a3e-2f6f6a0b9c11 or leave it away"),
            (.mirrorsUser(nil), "leave --as away"),
            (.region, "sync it again with --near, --region, --area or --along"),
            (.chooseUser, "see --as"), (.buckets, "make it with geoq server-sql storage"),
        ] as [(SyncRemedy, String)])
    func `a remedy is an option or a command`(remedy: SyncRemedy, words: String) {
        let error = SyncError(.schema, "it is no table", retryMayHelp: false, remedy: remedy)
        #expect(SyncHint.sentence(error) == "it is no table; " + words)
        #expect(error.message == "it is no table", "the store keeps what has happened")
        let obstacle = SyncHint.words(SchemaFinding(.hotspot, .obstacle, "what", cost: "cost", remedy: remedy))
        #expect(obstacle.what == "what; " + words && obstacle.cost == "cost")
        let note = SyncHint.words(SchemaFinding(.hotspot, .note, "what", cost: "cost", remedy: remedy))
        #expect(note.what == "what" && note.cost == "cost; " + words)
    }

    @Test(
        arguments: [
            ("db public.x", "public.x", "public.x: the key is NULL", "db public.x: the key is NULL", "the key is NULL"),
            ("public.x", "public.x", "public.x has no y", "public.x has no y", "public.x has no y"),
            ("x", "x", "public.x: the key is NULL", "public.x: the key is NULL", "the key is NULL"),
            ("db x", "x", "public.x.y is a json", "db public.x.y is a json", "public.x.y is a json"),
            ("public.x", "public.x", "public.xy: no", "public.x: public.xy: no", "public.xy: no"),
            ("public.x", "public.x", "it is gone", "public.x: it is gone", "it is gone"),
            ("db", nil, "public.x: no", "db: public.x: no", "public.x: no"),
        ] as [(String, String?, String, String, String)])
    func `a relation is named once`(
        name: String, relation: String?, sentence: String, words: String, reason: String
    ) {
        #expect(SyncHint.sentence(sentence, behind: name, of: relation) == words)
        #expect(SyncHint.reason(sentence, of: relation) == reason)
    }

    @Test func `a key that is refused needs a person, whichever service refuses it`() {
        for kind in [RemoteFault.Class.offline, .permanent] {
            let fault = RemoteFault(kind, message: "Invalid API key", status: 401)
            #expect(Failure.exitCode(of: fault) == 77, "\(kind)")
            #expect(Failure.sentence(for: fault).contains("--key-file"), "\(kind)")
        }
        #expect(Failure.exitCode(of: RemoteFault(.offline, message: "nope", status: 401)) == 69)
    }

    @Test func `some kinds of errors have a remedy of their own`() {
        #expect(
            SyncHint.sentence(.noTable("birds"))
                == "there is no table birds that this user can see; --tables names other ones")
        let unconfirmed = SyncError(.unconfirmed, "this would remove 5 of the 6 rows", retryMayHelp: false)
        #expect(
            SyncHint.sentence(unconfirmed)
                == "this would remove 5 of the 6 rows; if that is right, run geoq sync with --yes; otherwise look at "
                + "the server, --as and the part")
        #expect(SyncHint.sentence(.unreachable("gone")) == "gone")
    }

    @Test func `a name of several lines is one line of a message, and one word of a command`() {
        let error = SyncError.noTable("two\nlines")
        #expect(Failure.sentence(for: error).hasPrefix("there is no table two lines that"))
        #expect(ShellWord.quoted("h:5432/b public.sites") == "'h:5432/b public.sites'")
        #expect(ShellWord.quoted("Bird's") == #"'Bird'\''s'"#)
        #expect(ShellWord.quoted("a'\u{301}; b") == "'a'\\''\u{301}; b'", "A mark with an accent ends a word, too.")
        #expect(ShellWord.quoted("two\nline's \\ \u{1B}7\u{202E}") == #"$'two\nline\'s \\ \U0000001b7\U0000202e'"#)
    }

    @Test(
        arguments: [
            ("postgresql://u@h:5432/b", []), ("postgresql://u@h:5432", []), ("postgres://h:5432/b?user=u", []),
            ("postgresql://h1:5432,h2:5433/b?user=u|--table|t", []),
            ("postgresql://u@h1:5432,[::1],h3/b|--table|t", []), ("postgresql://h1,u:5432x/b", ["5432x/b"]),
            ("postgresql://u@[::1]:5432/b", []), ("postgresql://u@h:5432/b|x", []), ("service=b", []),
            ("postgresql://u:5432", ["5432"]), ("postgresql://u:54x/b", ["54x/b"]),
            ("postgresql://u:543210/b", ["543210/b"]), ("postgresql://u:5432@h/b", ["5432"]),
            ("postgresql://u:5432/b|x@h/b", ["5432/b", "5432/b", "x"]),
            ("postgresql://u@v:5432|x@h/b", ["5432", "5432", "x"]), ("password=5432", ["5432"]),
            ("postgresql://u@h:5432/b|--shard|postgresql://u@h:5432/c|--shard|postgres://u@h:5432/d", []),
            ("postgresql://u@h:5432/b|--shard|postgresql://u:5432@h/c", ["5432"]),
            ("postgresql://u:54|32@h/b|--shard|postgresql://u@h:5432/c", ["54", "54", "32"]),
        ] as [(String, [String])])
    func `a port is no password, unless it may be one`(words: String, secrets: [String]) {
        #expect(SecretWords.secrets(of: words.split(separator: "|").map(String.init)) == secrets)
    }

    @Test func `a region is told as options`() throws {
        let box = Region.box(try BoundingBox(west: 6.5, south: 50, east: 8, north: 52))
        #expect(box.options == "--region 6.5,50.0,8.0,52.0")
        let circle = Region.circle(try Coordinate(latitude: 42.44, longitude: -76.5), radius: .kilometers(100))
        #expect(circle.options == "--near 42.44,-76.5 --km 100.0")
        let line = [try Coordinate(latitude: 42, longitude: -76), try Coordinate(latitude: 43, longitude: -76)]
        let corridor = Region.corridor(try Corridor(line, width: .kilometers(2.5)), name: "drive")
        #expect(corridor.options == "--along 'drive' --km 2.5 (2 positions)")
        #expect(corridor.description == "2.5 km along drive")
        let road = Region.corridor(try Corridor(line, width: .kilometers(2.5)), name: "Bird's road")
        #expect(road.options == #"--along 'Bird'\''s road' --km 2.5 (2 positions)"#)
        let ring = [(42.0, -76.0), (42, -75), (43, -75), (42, -76)]
        let outer = try ring.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        let area = Region.area(try Area([Area.Polygon(outer: outer)]), name: "Bird's hill")
        #expect(area.options == #"--area 'Bird'\''s hill' (4 positions, drawn edges)"#)
    }
}
