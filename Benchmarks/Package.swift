// swift-tools-version: 6.1
import Foundation
import PackageDescription

/// The name that SwiftPM gives the compiler for geoq: that of its folder. The
/// benchmarks measure what only geoq's modules see of each other, such as the
/// columns of an index, so they are compiled as a part of it.
let geoq = URL(filePath: Context.packageDirectory).deletingLastPathComponent().lastPathComponent.lowercased()
    .map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-package-name", geoq]),
]

/// The benchmarks of geoq, in a package of their own: programs that use geoq do
/// not build it.
let package = Package(
    name: "geoq-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "geoq", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    ],
    targets: [
        // The data: points around real places, from a seed.
        .target(
            name: "Scatter",
            dependencies: [
                .product(name: "GeoqIndex", package: "geoq"), .product(name: "Geoq", package: "geoq"),
                .product(name: "GeoqStore", package: "geoq"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Scatter", exclude: ["Tests"], packageAccess: false,
            swiftSettings: settings),
        // The data for scripts.
        .executableTarget(
            name: "generate-points",
            dependencies: ["Scatter", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            path: "Sources/GeneratePoints", packageAccess: false,
            swiftSettings: settings),
        // A picture, for a script.
        .executableTarget(
            name: "prepare-picture",
            dependencies: [.product(name: "Geoq", package: "geoq"), .product(name: "GeoqImages", package: "geoq")],
            path: "Sources/PreparePicture", packageAccess: false,
            swiftSettings: settings),
        // A picture that is kept on the disk, for the same script.
        .executableTarget(
            name: "cached-picture",
            dependencies: [
                .product(name: "Geoq", package: "geoq"), .product(name: "GeoqStore", package: "geoq"),
                .product(name: "GeoqSupabase", package: "geoq"), .product(name: "GeoqSync", package: "geoq"),
            ],
            path: "Sources/CachedPicture", packageAccess: false,
            swiftSettings: settings),
        // The questions, one file each.
        .target(
            name: "Workload",
            dependencies: [
                "Scatter", .product(name: "GeoqIndex", package: "geoq"), .product(name: "Geoq", package: "geoq"),
                .product(name: "GeoqFormats", package: "geoq"), .product(name: "GeoqStore", package: "geoq"),
            ],
            path: "Sources/Workload", packageAccess: false,
            swiftSettings: settings),
        // geoq and its peers side by side, in one table.
        .executableTarget(
            name: "side-by-side",
            dependencies: [
                "Scatter", "Workload", .product(name: "GeoqIndex", package: "geoq"),
                .product(name: "Geoq", package: "geoq"),
                .product(name: "GeoqFormats", package: "geoq"), .product(name: "GeoqStore", package: "geoq"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/SideBySide", packageAccess: false,
            swiftSettings: settings),
        // geoq alone, with thresholds: `swift package benchmark`.
        .executableTarget(
            name: "Questions",
            dependencies: [
                "Scatter", "Workload", .product(name: "GeoqIndex", package: "geoq"),
                .product(name: "Geoq", package: "geoq"),
                .product(name: "GeoqFormats", package: "geoq"), .product(name: "GeoqStore", package: "geoq"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Questions", packageAccess: false,
            swiftSettings: settings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ],
    swiftLanguageModes: [.v6]
)
