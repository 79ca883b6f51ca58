import Foundation
import TestSupport
import Testing

/// `geoq serve`, asked by clients that do not share geoq's code.
@Suite(.waits, .serialized) struct ServeTests {
    /// A Python with OWSLib and schemathesis; `make test` makes it.
    private static let python = Checkout.root.appending(path: ".build/outside-clients/bin/python").path
    private static let hasPython = FileManager.default.isExecutableFile(atPath: python)
    private static let whyNoPython: Comment = "OWSLib and schemathesis are not installed; `make test` installs them"
    private static let hasBrowser = FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver")

    @Test(.enabled(if: hasPython, whyNoPython)) func `OWSLib walks the collections and gets each feature once`()
        async throws
    {
        try await Self.withServer { server, _ in
            let run = try Self.run(Self.python, [Self.script("features.py"), server.address])
            #expect(run.status == 0, "\(run.words)")
            #expect(run.output.contains(#""hotspots": {"features": 34006, "pages": 341}"#), "\(run.output)")
        }
    }

    @Test(.enabled(if: hasPython, whyNoPython))
    func `schemathesis finds no server error and no answer that the API does not tell of`() async throws {
        try await Self.withServer { server, folder in
            let tool = URL(filePath: Self.python).deletingLastPathComponent().appending(path: "schemathesis").path
            let run = try Self.run(
                tool,
                [
                    "run", server.address + "api", "--checks",
                    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
                    "--seed", "1",
                    // It cannot write a body of NDJSON; `MatchTests` send them.
                    "--exclude-path", "/events", "--exclude-name", "POST /match", "--max-examples", "15",
                    "--request-timeout", "20", "--no-color",
                    "--suppress-health-check", "all",
                ], in: folder)
            #expect(run.status == 0, "\(run.output.suffix(4_000))")
            #expect(run.output.contains("generated"), "\(run.output.suffix(1_000))")
        }
    }

    @Test func `a token whose line is written as on Windows is taken without its mark and its end`() async throws {
        try await withFolder { folder in
            let (db, file, token) = (folder + "/birds.sqlite", folder + "/token", "0123456789abcdef0123456789abcdef")
            #expect(try GeoqProcess(["list", "add", "Ducks", "--db", db]).status == 0)
            try Data("\u{FEFF}\(token)\r\nof my server\r\n".utf8).write(to: URL(filePath: file))
            let server = try ServeProcess(["--db", db, "--token-file", file])
            defer { _ = server.stop() }
            let answer = try Tool.run(
                "/usr/bin/curl", ["-sSf", "-H", "Authorization: Bearer \(token)", server.address + "collections"])
            #expect(answer.status == 0, "\(answer.errors)")
        }
    }

    /// As `--token-file <(pass show geoq)` gives it.
    @Test func `a token comes from a pipe, too, which may stay open`() async throws {
        try await withFolder { folder in
            let (db, pipe, token) = (folder + "/birds.sqlite", folder + "/pipe", "0123456789abcdef0123456789abcdef")
            #expect(try GeoqProcess(["list", "add", "Ducks", "--db", db]).status == 0)
            try #require(mkfifo(pipe, 0o600) == 0)
            let writer = Process()
            writer.executableURL = URL(filePath: "/bin/sh")
            writer.arguments = ["-c", #"exec 3> "$2"; echo "$1" >&3; exec sleep 60"#, "sh", token, pipe]
            try writer.run()
            defer { if writer.isRunning { writer.terminate() } }
            let server = try ServeProcess(["--db", db, "--token-file", pipe])
            defer { _ = server.stop() }
            #expect(writer.isRunning, "the server has waited for the end of the pipe")
            let answer = try Tool.run(
                "/usr/bin/curl", ["-sSf", "-H", "Authorization: Bearer \(token)", server.address + "collections"])
            #expect(answer.status == 0, "\(answer.errors)")
        }
    }

    @Test func `a file of a token that cannot be read is an error of the system`() async throws {
        try await withFolder { folder in
            let db = folder + "/birds.sqlite"
            #expect(try GeoqProcess(["list", "add", "Ducks", "--db", db]).status == 0)
            let run = try GeoqProcess(["serve", "--port", "0", "--db", db, "--token-file", folder])
            #expect(run.status == 74 && run.errors.contains("--token-file \(folder): Is a directory"), "\(run)")
            let missing = try GeoqProcess(["serve", "--port", "0", "--db", db, "--token-file", folder + "/none"])
            #expect(missing.status == 66 && missing.errors.contains("no file at"), "\(missing)")
        }
    }

    @Test(.enabled(if: hasBrowser, "Chromium's driver is not installed; `make test` installs it"))
    func `a person uses the map in Chromium`() async throws {
        try await Self.withServer { server, folder in
            let pictures = Checkout.root.appending(path: ".build/pictures").path
            let run = try Self.run(
                "/usr/bin/python3",
                [
                    Self.script("page.py"), server.address, pictures, folder + "/birds.sqlite",
                    GeoqProcess.executable.path,
                ])
            #expect(run.status == 0, "\(run.words.suffix(4_000))")
            for name in [
                "page", "sightings", "dark", "phone", "phone-dark", "landscape", "tablet", "date-line", "news",
            ] {
                let size = try Data(contentsOf: URL(filePath: "\(pictures)/\(name).png")).count
                #expect(size > 10_000, "\(name).png")
            }
        }
    }

    @Test func `a server ends when it is told to, and says what it serves`() async throws {
        try await Self.withServer(isStopped: true) { server, folder in
            #expect(server.address.hasPrefix("http://127.0.0.1:"))
            // A client that listens to events does not delay the end.
            let answer = Pipe()
            let listening = try Self.started(
                "/usr/bin/env", ["curl", "-siN", server.address + "events"], output: answer)
            #expect(!answer.fileHandleForReading.availableData.isEmpty, "The head of the answer is there.")
            let start = ContinuousClock.now
            let end = server.stop(SIGINT)
            #expect(end.status == 0 && end.reason == .exit, "\(end)")
            #expect(ContinuousClock.now - start < .seconds(8))
            listening.waitUntilExit()
        }
    }

    @Test(.enabled(if: hasBrowser, "Chromium's driver is not installed; `make test` installs it"))
    func `with an area the page begins inside of it, and the API finds it by its name`() async throws {
        try await withFolder { folder in
            let store = folder + "/a.sqlite"
            try "id,name,lat,lon\n1,In the county,42.45,-76.5\n2,Elsewhere,10,10\n3,In its hole,42.42,-76.5\n"
                .write(toFile: folder + "/a.csv", atomically: true, encoding: .utf8)
            #expect(try GeoqProcess(["import", folder + "/a.csv", "--as", "hotspots", "--db", store]).status == 0)
            let county = folder + "/county.geojson"
            // More positions than an argument or a URL has room for, and a hole.
            let side = (0...9_000).map { "[\(-76.6 + 0.2 * Double($0) / 9_000),42.4]" }.joined(separator: ",")
            try """
            {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[
            [\(side),[-76.4,42.5],[-76.6,42.5],[-76.6,42.4]],
            [[-76.51,42.41],[-76.51,42.43],[-76.49,42.43],[-76.49,42.41],[-76.51,42.41]]]}}
            """.write(toFile: county, atomically: true, encoding: .utf8)
            let server = try ServeProcess(["--db", store, "--area", county])
            defer { _ = server.stop() }
            let found = try Self.run("/usr/bin/env", ["curl", "-s", server.address + "near?area=county&f=csv"])
            #expect(found.output.contains("In the county") && !found.output.contains("hole"), "\(found.output)")
            let pictures = Checkout.root.appending(path: ".build/pictures").path
            let run = try Self.run("/usr/bin/python3", [Self.script("page_area.py"), server.address, pictures])
            #expect(run.status == 0, "\(run.words.suffix(4_000))")
            // One of the store, with another way of its edges.
            #expect(try GeoqProcess(["areas", "add", county, "--db", store, "--source", "s"]).status == 0)
            let stored = try ServeProcess(["--db", store, "--area", "county 1", "--edges", "geodesic"])
            defer { _ = stored.stop() }
            let state = try Self.run("/usr/bin/env", ["curl", "-s", stored.address + "map/state"])
            #expect(state.output.contains(#""area":{"name":"county 1","bbox":[-76.6,"#), "\(state.output.prefix(300))")
            let none = try GeoqProcess(["serve", "--db", store, "--area", "nowhere", "--port", "0"])
            #expect(none.status == 66 && none.errors.contains("no area is called nowhere"), "\(none.errors)")
            let square = "POLYGON ((0 0, 1 0, 1 1, 0 0))"
            let noRoom = try GeoqProcess(
                ["serve", "--db", store, "--area", square, "--port", "0"], environment: ["TMPDIR": "/nowhere"])
            #expect(noRoom.status == 74 && noRoom.errors.contains("cannot be written: No such"), "\(noRoom.errors)")
        }
    }

    @Test func `mistakes are said in one sentence`() async throws {
        try await withFolder { folder in
            let missing = try GeoqProcess(["serve", "--db", folder + "/none.sqlite", "--port", "0"])
            #expect(missing.status == 66 && missing.errors.contains("no store at"))
            let store = folder + "/a.sqlite"
            try "id,name,lat,lon\n1,Pond,1,2\n".write(toFile: folder + "/a.csv", atomically: true, encoding: .utf8)
            #expect(try GeoqProcess(["import", folder + "/a.csv", "--as", "hotspots", "--db", store]).status == 0)
            let open = try GeoqProcess(["serve", "--db", store, "--host", "0.0.0.0", "--port", "0"])
            #expect(open.status == 64 && open.errors.contains("--public"), "\(open.errors)")
            let bare = try GeoqProcess(["serve", "--db", store, "--port", "0", "--leaflet", folder])
            #expect(bare.status == 66 && bare.errors.contains("libjs-leaflet"), "\(bare.errors)")
            let first = try ServeProcess(["--db", store])
            defer { _ = first.stop() }
            let port = try #require(first.address.split(separator: ":").last?.dropLast())
            let second = try GeoqProcess(["serve", "--db", store, "--port", String(port)])
            #expect(second.status == 74 && second.errors.contains("listens there already"), "\(second.errors)")
        }
    }

    // MARK: -

    private static let sightings = """
        id,scientific_name,common_name,date,lat,lon,count
        O1,Turdus merula,,2026-05-03,42.46,-76.5,2
        O2,Turdus merula,,2026-06-03,42.47,-76.5,1
        O3,Parus major,,2024-01-01,42.48,-76.45,1
        O4,Parus major,,,42.48,-76.45,1
        B1,Grus grus,Common Crane,2026-10-03,54.48,13.28,850
        B2,Grus grus,Common Crane,2026-10-04,54.40,12.72,1200
        B3,Grus grus,Common Crane,2026-10-11,54.32,13.05,430
        B4,Grus grus,Common Crane,2026-09-27,54.55,13.11,64
        B5,Grus grus,Common Crane,2026-10-05,54.16,13.62,210
        B6,Pernis apivorus,European Honey Buzzard,2026-08-30,55.38,12.82,95
        B7,Pernis apivorus,European Honey Buzzard,2026-09-02,55.41,12.84,310
        B8,Buteo buteo,Common Buzzard,2026-09-19,55.39,12.83,740
        B9,Milvus milvus,Red Kite,2026-09-25,55.47,12.95,41
        B10,Cygnus cygnus,Whooper Swan,2026-11-02,55.92,12.49,18
        B11,Somateria mollissima,Common Eider,2026-10-14,55.70,12.73,2600
        B12,Branta leucopsis,Barnacle Goose,2026-10-09,56.10,15.60,5400
        B13,Grus grus,Common Crane,2026-10-08,55.35,14.20,38

        """

    /// Titles of watchlists, and what their rules say.
    private static let watchlists: [[String]] = [
        ["Spring in Ithaca", "--lat", "42.46", "--lon", "-76.5", "--km", "5", "--start=--05-01", "--end=--05-31"],
        ["Cranes on the way", "--lat", "54.4", "--lon", "13.2", "--km", "70", "--species", "Grus grus"],
        ["Falsterbo in autumn", "--lat", "55.4", "--lon", "12.85", "--km", "25", "--start=--08-15", "--end=--11-15"],
        ["Öland", "--lat", "56.2", "--lon", "16.4", "--km", "60"],
        ["Whooper swans", "--species", "Cygnus cygnus"],
    ]

    private static func withServer(
        isStopped: Bool = false, _ body: (ServeProcess, _ folder: String) throws -> Void
    ) async throws {
        try await withFolder { folder in
            let store = folder + "/birds.sqlite"
            try CityStore.copy(to: store)
            try sightings.write(toFile: folder + "/sightings.csv", atomically: true, encoding: .utf8)
            let run = try GeoqProcess(["import", folder + "/sightings.csv", "--as", "observations", "--db", store])
            #expect(run.status == 0, "\(run.errors)")
            for list in watchlists {
                let run = try GeoqProcess(["rules", "add"] + list + ["--db", store])
                #expect(run.status == 0, "\(run.errors)")
            }
            let server = try ServeProcess(["--db", store])
            defer { if !isStopped { _ = server.stop() } }
            try body(server, folder)
        }
    }

    private static func script(_ name: String) -> String {
        Checkout.root.appending(path: "Tests/OutsideClients/\(name)").path
    }

    private static func started(_ program: String, _ arguments: [String], output: Pipe) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        return process
    }

    private static func run(
        _ program: String, _ arguments: [String], in folder: String? = nil
    ) throws -> (status: Int32, output: String, words: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        var environment = ProcessInfo.processInfo.environment
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        process.environment = environment
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text, text)
    }
}
