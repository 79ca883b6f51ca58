import Foundation

/// One way of asking one program.
struct Contender: Hashable {
    /// `nanoflann`
    let subject: String
    /// `geodesic`
    let variant: String
    /// The name in the table.
    let title: String
    /// What its answers contain, in a word each.
    let gives: String
    let pace: Pace

    /// Earth-centered coordinates have no longitudes, and PostGIS's geography
    /// has no boxes of them.
    func canAnswer(_ question: String) -> Bool {
        !question.hasPrefix("bbox") || ["geoq", "rtree", "spatialite"].contains(subject)
    }

    /// Whether its index takes so long to build that once is enough.
    var isBuiltOnce: Bool { pace == .slow || pace == .crawl }

    /// How many queries it can be given.
    enum Pace: Int, CaseIterable {
        /// Microseconds: all of them.
        case fast
        /// A geodesic for each candidate.
        case exact
        /// Milliseconds.
        case slow
        /// Seconds.
        case crawl
        /// A geodesic for each point.
        case scan
    }
}

extension Contender {
    static let geoq = Contender(
        subject: "geoq", variant: "index", title: "geoq", gives: "exact set, exact order, distances within 1 µm",
        pace: .fast)

    static let inMemory = [
        Contender(
            subject: "nanoflann", variant: "chord", title: "nanoflann chord",
            gives: "set and order by straight line, chords as distances", pace: .fast),
        Contender(
            subject: "boost", variant: "chord", title: "Boost chord",
            gives: "set and order by straight line, chords as distances", pace: .fast),
        Contender(
            subject: "nanoflann", variant: "geodesic", title: "nanoflann + geod",
            gives: "near: exact; nearest: set by straight line, exact order; distances exact", pace: .exact),
        Contender(
            subject: "boost", variant: "geodesic", title: "Boost + geod",
            gives: "near: exact; nearest: set by straight line, exact order; distances exact", pace: .exact),
    ]

    static let databases = [
        Contender(
            subject: "rtree", variant: "geodesic", title: "SQLite R*Tree + geod",
            gives: "exact set, exact order, exact distances", pace: .slow),
        Contender(
            subject: "spatialite", variant: "index", title: "SpatiaLite",
            gives: "set, order and distances by ST_Distance(…, 1)", pace: .slow),
        Contender(
            subject: "spatialite", variant: "knn", title: "SpatiaLite KNN",
            gives: "VirtualKNN's set, order by ST_Distance(…, 1)", pace: .crawl),
        Contender(
            subject: "postgis", variant: "geography", title: "PostGIS",
            gives: "ST_DWithin; nearest: twice as many by <->, the first of them by ST_Distance", pace: .slow),
    ]

    static let bruteForce = Contender(
        subject: "brute", variant: "geodesic", title: "brute force",
        gives: "exact set, exact order, exact distances", pace: .scan)
}
