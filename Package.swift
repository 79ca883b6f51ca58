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
    products: [.library(name: "GeoqIndex", targets: ["GeoqIndex"])],
    targets: [
        // System libraries, one shim each. The module above each is its only home.
        .systemLibrary(name: "CGeodesic", pkgConfig: "proj", providers: [.apt(["libproj-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),

        // Where things are.
        .target(name: "GeoqIndex", dependencies: ["CGeodesic", "CXXHash"], swiftSettings: settings),

        .target(
            name: "TestSupport", dependencies: ["GeoqIndex"], path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "GeoqIndexTests", dependencies: ["GeoqIndex", "TestSupport"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
