#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A box of latitudes and longitudes in a search of the tree: in earth-centered
/// coordinates a slab in z, cut by two half-planes through the axis.
struct BoxShape: SearchShape {
    static var readsAhead: ReadAhead { .places }

    private let box: BoundingBox
    private let lowestZ: Double
    private let highestZ: Double
    private let west: (x: Double, y: Double)
    private let east: (x: Double, y: Double)
    /// How the two half-planes go together.
    private let longitudes: Longitudes

    private enum Longitudes { case all, unknown, both, either }

    /// More than the roundings of points (2 nm) and of the planes (1 nm).
    private static let slack = 1e-6

    init(_ box: BoundingBox) {
        self.box = box
        lowestZ = EarthPoint(Coordinate(unchecked: box.south, 0)).z
        highestZ = EarthPoint(Coordinate(unchecked: box.north, 0)).z
        let (westAngle, eastAngle) = (box.west * (.pi / 180), box.east * (.pi / 180))
        // The side of a meridian on which x·n ≥ 0.
        west = (-sin(westAngle), cos(westAngle))
        east = (sin(eastAngle), -cos(eastAngle))
        // Up to a half turn a place must lie on the right side of both planes;
        // beyond that, of one. Within a degree of a half or a full turn the planes
        // nearly coincide, and nothing is told by them.
        let span = box.longitudeSpan
        longitudes =
            box.holdsEveryLongitude
            ? .all : span >= 359 || (span > 179 && span < 181) ? .unknown : span <= 179 ? .both : .either
    }

    @inline(__always)
    func children(ofGroup group: Int, _ view: TreeView, wholes: Bool) -> (reached: UInt, whole: UInt) {
        var (reached, whole): (UInt, UInt) = (0, 0)
        let (first, stride) = (group * TreeShape.groupStride, TreeShape.fanOut)
        for lane in 0..<TreeShape.fanOut {
            let start = first + lane
            let lowZ = Double(view.boxes[start + 2 * stride])
            let highZ = Double(view.boxes[start + 5 * stride])
            // A missing child's box is nowhere.
            guard lowZ <= highestZ + Self.slack, highZ >= lowestZ - Self.slack else { continue }
            let low = (Double(view.boxes[start]), Double(view.boxes[start + stride]))
            let high = (Double(view.boxes[start + 3 * stride]), Double(view.boxes[start + 4 * stride]))
            guard reaches(low, high) else { continue }
            reached |= 1 << UInt(lane)
            if lowZ >= lowestZ + Self.slack, highZ <= highestZ - Self.slack, keeps(low, high) {
                whole |= 1 << UInt(lane)
            }
        }
        return (reached, whole)
    }

    /// Whether some point of a rectangle may lie between the meridians.
    @inline(__always)
    private func reaches(_ low: (Double, Double), _ high: (Double, Double)) -> Bool {
        switch longitudes {
        case .all, .unknown: true
        case .both:
            Self.furthest(west, low, high) >= -Self.slack && Self.furthest(east, low, high) >= -Self.slack
        case .either:
            Self.furthest(west, low, high) >= -Self.slack || Self.furthest(east, low, high) >= -Self.slack
        }
    }

    /// Whether all points of a rectangle lie between the meridians.
    @inline(__always)
    private func keeps(_ low: (Double, Double), _ high: (Double, Double)) -> Bool {
        // The corner that is furthest to the other side.
        switch longitudes {
        case .all: true
        case .unknown: false
        case .both: Self.furthest(west, high, low) >= Self.slack && Self.furthest(east, high, low) >= Self.slack
        case .either: Self.furthest(west, high, low) >= Self.slack || Self.furthest(east, high, low) >= Self.slack
        }
    }

    /// How far a rectangle's furthest corner lies on a half-plane's side.
    @inline(__always)
    private static func furthest(
        _ normal: (x: Double, y: Double), _ low: (Double, Double), _ high: (Double, Double)
    ) -> Double {
        let x = normal.x >= 0 ? high.0 : low.0
        let y = normal.y >= 0 ? high.1 : low.1
        return normal.x * x + normal.y * y
    }

    @inline(__always)
    func sites(
        ofLeaf leaf: Int, _ part: Nothing, _ context: inout SearchContext
    ) throws(IndexError) -> (mask: UInt, leaf: Nothing) {
        var mask: UInt = 0
        let sites = context.view.sites(ofNode: leaf, level: 0)
        for site in sites where box.contains(try context.view.coordinate(ofSite: site)) {
            mask |= 1 << UInt(site - sites.lowerBound)
        }
        return (mask, Nothing())
    }
}
