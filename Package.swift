// swift-tools-version: 6.1
import PackageDescription

/// The same for every Swift target.
let settings: [SwiftSetting] = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
]

// On Linux PROJ is loaded at run time, when a distance is asked for; the compiler needs its header alone.
#if os(Linux)
    let geodesic: String? = nil
#else
    let geodesic: String? = "proj"
#endif

let package = Package(
    name: "geoq",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "GeoqIndex", targets: ["GeoqIndex"]),
        .library(name: "Geoq", targets: ["Geoq"]),
        .library(name: "GeoqFormats", targets: ["GeoqFormats"]),
        .library(name: "GeoqFiles", targets: ["GeoqFiles"]),
        .library(name: "GeoqImages", targets: ["GeoqImages"]),
        .library(name: "GeoqStore", targets: ["GeoqStore"]),
        .library(name: "GeoqServer", targets: ["GeoqServer"]),
        .library(name: "GeoqSync", targets: ["GeoqSync"]),
        .library(name: "GeoqPostgres", targets: ["GeoqPostgres"]),
        .library(name: "GeoqSupabase", targets: ["GeoqSupabase"]),
        .library(name: "GeoqHTTP", targets: ["GeoqHTTP"]),
        .executable(name: "geoq", targets: ["GeoqMain"]),
        .executable(name: "geoq-net", targets: ["GeoqNet"]),
        .executable(name: "geoq-serve", targets: ["GeoqServe"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        // Without its readers of configuration files, which nothing here reads.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        // What Hummingbird is made of, and the server's own handlers use.
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        // The client's side of HTTP; the last one is what it speaks TLS with.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0", traits: []),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
    ],
    targets: [
        // System libraries, one shim each. The modules above each are its only homes.
        .systemLibrary(name: "CGeodesic", pkgConfig: geodesic, providers: [.apt(["libproj-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CLibUUID", pkgConfig: "uuid", providers: [.apt(["uuid-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CPostgres", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        // libheif, which is loaded when a HEIC comes.
        .target(name: "CHEIF"),

        // The land of the map: bytes that a C compiler embeds at once.
        .target(name: "CMapData", exclude: ["land10m.bin", "places.tsv"]),

        // Where things are.
        .target(name: "GeoqIndex", dependencies: ["CGeodesic", "CXXHash"], swiftSettings: settings),
        // What is asked.
        .target(name: "Geoq", dependencies: ["GeoqIndex"], swiftSettings: settings),
        // Bytes into records, and records into bytes.
        .target(name: "GeoqFormats", dependencies: ["Geoq", "GeoqIndex"], swiftSettings: settings),
        // Files, archives and streams, as they lie on a disk or come out of a pipe.
        .target(
            name: "GeoqFiles", dependencies: ["Geoq", "GeoqFormats", "CArchive", "CZlib"], swiftSettings: settings),
        // Pictures, small enough to keep and to send.
        .target(
            name: "GeoqImages", dependencies: ["Geoq", "CHEIF", "CPNG", "CTurboJPEG", "CWebP", "CZlib"],
            swiftSettings: settings),
        // What is kept.
        .target(
            name: "GeoqStore",
            dependencies: [
                "Geoq", "GeoqFiles", "GeoqFormats", "GeoqIndex", "CSQLite", "CLibUUID",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        // The same questions over HTTP, and the map.
        .target(
            name: "GeoqServer",
            dependencies: [
                "Geoq", "GeoqFormats", "GeoqIndex", "GeoqStore", "CMapData", "CZlib",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Map/Resources")],
            swiftSettings: settings),
        // What `geoq serve` becomes.
        .executableTarget(
            name: "GeoqServe",
            dependencies: ["Geoq", "GeoqHTTP", "GeoqImages", "GeoqServer", "GeoqStore", "GeoqSupabase", "GeoqSync"],
            swiftSettings: settings),
        // A remote that is a Supabase project, as values: what is said over HTTP, without I/O; and its SQL.
        .target(
            name: "GeoqSupabase", dependencies: ["Geoq"], resources: [.embedInCode("SQL")], swiftSettings: settings),
        // What travels.
        .target(
            name: "GeoqSync",
            dependencies: [
                "Geoq", "GeoqFiles", "GeoqFormats", "GeoqIndex", "GeoqStore", "GeoqSupabase",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        // A remote that is a PostgreSQL with PostGIS.
        .target(
            name: "GeoqPostgres",
            dependencies: [
                "Geoq", "GeoqFormats", "GeoqIndex", "GeoqStore", "GeoqSupabase", "GeoqSync", "CPostgres",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        // How requests travel to such a project, for programs on Linux.
        .target(
            name: "GeoqHTTP",
            dependencies: [
                "GeoqSupabase",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // The commands.
        .target(
            name: "GeoqCLI",
            dependencies: [
                "Geoq", "GeoqFiles", "GeoqFormats", "GeoqIndex", "GeoqPostgres", "GeoqStore", "GeoqSupabase",
                "GeoqSync",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),

        // The program, which starts fast, and the one that it becomes when a command asks a project.
        .executableTarget(name: "GeoqMain", dependencies: ["GeoqCLI"], swiftSettings: settings),
        .executableTarget(
            name: "GeoqNet", dependencies: ["Geoq", "GeoqCLI", "GeoqHTTP", "GeoqImages", "GeoqSupabase"],
            swiftSettings: settings),

        // Small programs that link the library; a test builds and runs each.
        .executableTarget(
            name: "NearestPlaces", dependencies: ["GeoqIndex"], path: "Examples/NearestPlaces", swiftSettings: settings),
        .executableTarget(
            name: "HotspotsNearby", dependencies: ["Geoq", "GeoqFormats", "GeoqStore"], path: "Examples/HotspotsNearby",
            swiftSettings: settings),
        .executableTarget(
            name: "WatchlistAlerts", dependencies: ["Geoq"], path: "Examples/WatchlistAlerts", swiftSettings: settings),

        // The index as releases have it, optimized, under a sanitizer.
        .executableTarget(
            name: "OptimizedIndex", dependencies: ["GeoqIndex"], path: "Tests/OptimizedIndex", swiftSettings: settings),
        .target(
            name: "TestSupport", dependencies: ["GeoqIndex", "Geoq", "GeoqFormats", "GeoqStore"],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "GeoqIndexTests", dependencies: ["GeoqIndex", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "GeoqTests", dependencies: ["Geoq", "GeoqIndex", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "GeoqFormatsTests", dependencies: ["GeoqFormats", "Geoq", "GeoqIndex", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "GeoqImagesTests", dependencies: ["GeoqImages", "Geoq", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "GeoqStoreTests",
            dependencies: [
                "GeoqStore", "Geoq", "GeoqFiles", "GeoqFormats", "GeoqIndex", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GeoqServerTests",
            dependencies: [
                "GeoqServer", "GeoqStore", "Geoq", "GeoqFormats", "GeoqIndex", "TestSupport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GeoqSupabaseTests", dependencies: ["GeoqSupabase", "Geoq", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "GeoqHTTPTests",
            dependencies: [
                "GeoqHTTP", "GeoqSupabase", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GeoqSyncTests",
            dependencies: [
                "GeoqPostgres", "GeoqSupabase", "GeoqHTTP", "GeoqSync", "GeoqStore", "Geoq", "GeoqFiles", "GeoqFormats",
                "GeoqIndex", "GeoqCLI", "GeoqMain", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GeoqCLITests",
            dependencies: [
                "Geoq", "GeoqFormats", "GeoqIndex", "GeoqStore", "GeoqSupabase", "GeoqCLI", "GeoqMain", "GeoqNet",
                "GeoqServe", "TestSupport", "NearestPlaces", "HotspotsNearby", "WatchlistAlerts",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .testTarget(name: "ArchitectureTests", swiftSettings: settings),
        // The data that benchmarks are made of, together with its tests: the benchmarks are a package of their own,
        // and building it takes as long as building this one.
        .testTarget(
            name: "ScatterTests",
            dependencies: [
                "Geoq", "GeoqFiles", "GeoqFormats", "GeoqIndex", "GeoqStore", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/Sources/Scatter", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// `make check` builds no more than the tests of the modules up to the store's need.
if Context.environment["GEOQ_CHECK"] != nil {
    let modules = ["GeoqIndex", "Geoq", "GeoqFormats", "GeoqFiles", "GeoqStore"]
    let others = ["CGeodesic", "CXXHash", "CSQLite", "CArchive", "CLibUUID", "CZlib", "TestSupport"]
    let tests = ["GeoqIndexTests", "GeoqTests", "GeoqFormatsTests", "GeoqStoreTests", "ArchitectureTests"]
    package.products.removeAll { !modules.contains($0.name) }
    package.targets.removeAll { !(modules + others + tests).contains($0.name) }
}

// `make test` builds as a release without optimization: ArgumentParser examines each declaration at each run of a debug
// build, three quarters of a short command's time. What computes is optimized, and keeps its assertions: its tests take
// a third of the time. A package with such flags cannot be depended on, so nothing else sets them.
if Context.environment["GEOQ_TEST"] != nil {
    for target in package.targets where target.swiftSettings != nil {
        // The crash points and the clock that tests set.
        target.swiftSettings?.append(.define("DEBUG", .when(configuration: .release)))
        guard ["GeoqIndex", "Geoq", "GeoqFormats", "GeoqImages"].contains(target.name) else { continue }
        // The flags of the command line come after these, except for what the frontend is told.
        target.swiftSettings?.append(
            .unsafeFlags(["-Xfrontend", "-O", "-assert-config", "Debug"], .when(configuration: .release)))
    }
}
