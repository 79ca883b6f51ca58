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

let package = Package(
    name: "geoq",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "GeoqIndex", targets: ["GeoqIndex"]),
        .library(name: "Geoq", targets: ["Geoq"]),
        .library(name: "GeoqStore", targets: ["GeoqStore"]),
        .library(name: "GeoqSync", targets: ["GeoqSync"]),
        .executable(name: "geoq", targets: ["GeoqCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    ],
    targets: [
        // System libraries, one shim each. The module above each is its only home.
        .systemLibrary(name: "CGeodesic", pkgConfig: "proj", providers: [.apt(["libproj-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CSpatiaLite", pkgConfig: "spatialite", providers: [.apt(["libspatialite-dev"])]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CLibUUID", pkgConfig: "uuid", providers: [.apt(["uuid-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),

        // Where things are.
        .target(name: "GeoqIndex", dependencies: ["CGeodesic", "CXXHash"], swiftSettings: settings),
        // What is asked.
        .target(name: "Geoq", dependencies: ["GeoqIndex"], swiftSettings: settings),
        // What is kept.
        .target(
            name: "GeoqStore",
            dependencies: [
                "Geoq", "GeoqIndex", "CSpatiaLite", "CArchive", "CLibUUID",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        // What travels.
        .target(
            name: "GeoqSync",
            dependencies: [
                "Geoq", "GeoqIndex", "GeoqStore", "CPostgres", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        // The command.
        .executableTarget(
            name: "GeoqCLI",
            dependencies: [
                "Geoq", "GeoqIndex", "GeoqStore", "GeoqSync",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),

        .target(
            name: "TestSupport", dependencies: ["GeoqIndex", "Geoq"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "GeoqIndexTests", dependencies: ["GeoqIndex", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "GeoqTests", dependencies: ["Geoq", "GeoqIndex", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "GeoqStoreTests",
            dependencies: [
                "GeoqStore", "Geoq", "GeoqIndex", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GeoqSyncTests",
            dependencies: [
                "GeoqSync", "GeoqStore", "Geoq", "GeoqIndex", "GeoqCLI", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GeoqCLITests",
            dependencies: ["GeoqCLI", "TestSupport"],
            swiftSettings: settings),
        .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
