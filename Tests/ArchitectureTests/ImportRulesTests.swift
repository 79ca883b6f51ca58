import Foundation
import Testing

/// Which module may import which. The table is the architecture: arrows point
/// down only, siblings never import each other, each heavy dependency has one
/// home.
@Suite struct ImportRulesTests {
    /// Module → what any of its files may import. The platform's C library may
    /// be imported everywhere.
    private static let mayImport: [String: Set<String>] = [
        "GeoqIndex": ["Synchronization"],
        "Geoq": ["GeoqIndex", "FoundationEssentials"],
        "GeoqFormats": ["GeoqIndex", "Geoq", "FoundationEssentials"],
        "GeoqFiles": ["Geoq", "GeoqFormats", "Foundation", "Synchronization"],
        "GeoqImages": ["Geoq", "Synchronization"],
        "GeoqStore": [
            "GeoqIndex", "Geoq", "GeoqFormats", "GeoqFiles", "GRDB", "Foundation", "Synchronization",
        ],
        // Besides Hummingbird, the packages that its own interface uses.
        "GeoqServer": [
            "GeoqIndex", "Geoq", "GeoqFormats", "GeoqStore", "Foundation", "Synchronization", "Hummingbird",
            "HummingbirdCore",
            "HTTPTypes", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "ServiceLifecycle",
            "UnixSignals",
        ],
        "GeoqMain": ["GeoqCLI"],
        "GeoqNet": ["Geoq", "GeoqCLI", "GeoqHTTP", "GeoqImages", "GeoqSupabase"],
        "GeoqServe": [
            "Geoq", "GeoqFormats", "GeoqHTTP", "GeoqImages", "GeoqServer", "GeoqStore", "GeoqSupabase", "GeoqSync",
            "Foundation",
        ],
        "GeoqSupabase": ["Geoq", "FoundationEssentials"],
        "GeoqHTTP": [
            "GeoqSupabase", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOHTTPCompression", "NIOPosix",
            "NIOSSL", "NIOWebSocket",
            "Synchronization",
        ],
        "GeoqSync": [
            "GeoqIndex", "Geoq", "GeoqFormats", "GeoqFiles", "GeoqStore", "GeoqSupabase", "Logging", "Foundation",
            "Synchronization",
        ],
        "GeoqPostgres": [
            "GeoqIndex", "Geoq", "GeoqFormats", "GeoqStore", "GeoqSync", "GeoqSupabase", "Logging", "Foundation",
            "Synchronization",
        ],
        "GeoqCLI": [
            "GeoqIndex", "Geoq", "GeoqFormats", "GeoqFiles", "GeoqStore", "GeoqSync", "GeoqPostgres", "GeoqSupabase",
            "ArgumentParser", "Logging", "Foundation", "Dispatch",
            "Synchronization",
        ],
    ]

    /// Modules that only some files may import, and those files.
    private static let homes: [String: Set<String>] = [
        "CGeodesic": ["GeoqIndex/Geodesy/Geodesic.swift", "GeoqIndex/Geodesy/GeodesicLibrary.swift"],
        "CXXHash": ["GeoqIndex/Memory/BlockChecksums.swift"],
        "CArchive": ["GeoqFiles/ArchiveStream.swift"],
        "CZlib": ["GeoqServer/HTTP/Gzip.swift", "GeoqFiles/GzipStream.swift", "GeoqImages/PNGCodec+Profile.swift"],
        "CTurboJPEG": ["GeoqImages/JPEGCodec.swift"],
        "CPNG": ["GeoqImages/PNGCodec.swift"],
        "CWebP": ["GeoqImages/WebPCodec.swift"],
        "CHEIF": ["GeoqImages/HEIF/HEIFCodec.swift"],
        "CMapData": ["GeoqServer/Map/MapData.swift"],
        "CLibUUID": ["GeoqStore/Import/RecordUUID.swift"],
        "CPostgres": [
            "GeoqPostgres/Connection/Libpq.swift", "GeoqPostgres/Connection/PostgresConnection.swift",
            "GeoqPostgres/Connection/PostgresConnection+Login.swift",
            "GeoqPostgres/Connection/PostgresConnection+Results.swift",
        ],
        "CSQLite": [
            "GeoqStore/SpatiaLite.swift", "GeoqStore/PreparedStatement.swift", "GeoqStore/ProcessMemory.swift",
            "GeoqStore/ConnectionSwitches.swift", "GeoqStore/Connections/SystemRefusal.swift",
        ],
    ]

    private static let platform: Set<String> = ["Glibc", "Darwin", "Musl"]

    @Test func `every file imports what the table allows`() throws {
        let files = try Self.swiftFiles()
        #expect(files.count > 50, "The sources were found.")
        for (path, text) in files {
            let module = String(path.prefix { $0 != "/" })
            let allowed = try #require(Self.mayImport[module], "\(path) is in a module that the table knows")
            for imported in Self.imports(of: text) where !Self.platform.contains(imported.module) {
                if let homes = Self.homes[imported.module] {
                    #expect(homes.contains(path), "\(path) imports \(imported.module)")
                } else {
                    #expect(allowed.contains(imported.module), "\(path) imports \(imported.module)")
                }
                if imported.module == "GRDB" { #expect(!imported.isPublic, "\(path) lets SQL types escape the store") }
            }
        }
    }

    @Test func `every rule is about something that is there`() throws {
        let paths = Set(try Self.swiftFiles().map(\.path))
        for (module, homes) in Self.homes {
            for home in homes {
                let isThere = paths.contains(home)
                #expect(isThere, "\(home), a home of \(module)")
            }
        }
        for module in Self.mayImport.keys {
            #expect(paths.contains { $0.hasPrefix(module + "/") }, "\(module) has files")
        }
    }

    /// Buffers that a closure sees, whose bounds a debug build checks, may be used
    /// everywhere; pointers without bounds, and checks that are switched off, may not.
    @Test func `the engine keeps unsafe pointers in one folder`() throws {
        let homes: Set<String> = [
            "GeoqIndex/Memory/BlockChecksums.swift", "GeoqIndex/Memory/MappedColumn.swift",
            "GeoqIndex/Memory/MemoryRegion.swift", "GeoqIndex/Memory/ScratchArray.swift",
            "GeoqIndex/Geodesy/GeodesicLibrary.swift",
        ]
        let unsafe = /\b(Unsafe(Mutable)?(Raw)?Pointer|Unmanaged|OpaquePointer|unsafeDowncast)\b/
        var found: Set<String> = []
        for (path, text) in try Self.swiftFiles() where path.hasPrefix("GeoqIndex/") || path.hasPrefix("Geoq/") {
            if text.contains(unsafe) { found.insert(path) }
        }
        #expect(found == homes)
        let manifest = try String(contentsOf: Self.package.appending(path: "Package.swift"), encoding: .utf8)
        // Only `make test` sets the variable.
        let parts = manifest.components(separatedBy: #"if Context.environment["GEOQ_TEST"] != nil {"#)
        #expect(parts.count == 2 && !parts[0].contains("unsafeFlags"), "Such a package cannot be depended on.")
    }

    /// A library that another program links leaves that program's memory, signals and
    /// limits as they are.
    @Test func `only programs change what is of the whole process`() throws {
        let settings = /\b(ProcessMemory\.configure|setrlimit|setlocale|mallopt)\b/
        var found: Set<String> = []
        for (path, text) in try Self.swiftFiles() where text.contains(settings) { found.insert(path) }
        // The first is what the processes `geoq` and `geoq-net` run.
        #expect(found == ["GeoqCLI/Network/Network.swift", "GeoqServe/GeoqServe.swift"])
        let signals = /\bsigaction\(|\bsignal\([a-zA-Z]|makeSignalSource|stopsAtSignals: true/
        let handlers = try Self.swiftFiles().filter { $0.text.contains(signals) }.map(\.path)
        #expect(handlers.contains("GeoqServe/GeoqServe.swift"))
        #expect(handlers.filter { !$0.hasPrefix("GeoqServe/") && !$0.hasPrefix("GeoqCLI/") } == [])
        let makers = try Self.swiftFiles().filter { $0.text.contains("geoq_count_no_memory") }.map(\.path)
        #expect(makers == ["GeoqStore/ProcessMemory.swift"])
    }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    private static func swiftFiles() throws -> [(path: String, text: String)] {
        let sources = package.appending(path: "Sources")
        let walk = try #require(FileManager.default.enumerator(atPath: sources.path))
        var files: [(String, String)] = []
        for case let path as String in walk where path.hasSuffix(".swift") {
            files.append((path, try String(contentsOf: sources.appending(path: path), encoding: .utf8)))
        }
        return files
    }

    /// The module of each `import`, also of `public import struct Module.Type`.
    private static func imports(of text: String) -> [(module: String, isPublic: Bool)] {
        text.split(separator: "\n").compactMap { line in
            var words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
            let isPublic = words.first == "public"
            if let first = words.first, ["public", "package", "internal", "private"].contains(first) {
                words.removeFirst()
            }
            guard words.first == "import", words.count >= 2 else { return nil }
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
            let name = kinds.contains(words[1]) && words.count > 2 ? words[2] : words[1]
            return (String(name.prefix { $0 != "." }), isPublic)
        }
    }
}
