/// Many areas, indexed: which of them hold a place?
///
/// An area is known by its position in the array that was given. Exact: an area
/// is named when its `contains` says so, and areas that share a border both hold
/// the places on it.
///
/// A value that any number of threads may ask at once. It shares the areas' own
/// trees of edges, and has some 40 bytes besides for each vertex.
package struct AreaIndex: Sendable {
    /// As they were given.
    package let areas: [Area]
    /// The polygons' edges, so that neighbors lie together, and each one's area.
    private let trees: [EdgeTree]
    let owners: [UInt32]
    private let boxes: FlatBoxTree
    private let cells: AreaCells
    /// Where the polygons lie on the earth.
    let reaches: EarthReachTree
    /// The areas that hold a pole, ascending.
    private let northern: [Int]
    private let southern: [Int]

    /// - Precondition: fewer than 2³² areas.
    /// - Complexity: O(*vertices* log *vertices*), about a microsecond for each.
    package init(_ areas: [Area]) {
        precondition(areas.count < Int(UInt32.max), "An index holds fewer than 2³² areas.")
        self.areas = areas
        var polygons: [(place: UInt64, owner: UInt32, number: UInt32)] = []
        for (owner, area) in areas.enumerated() {
            for (number, tree) in area.index.trees.enumerated() {
                let box = tree.box
                polygons.append((EdgeTree.place((box.low + box.high) * 0.5), UInt32(owner), UInt32(number)))
            }
        }
        polygons.sort { $0 < $1 }
        trees = polygons.map { areas[Int($0.owner)].index.trees[Int($0.number)] }
        owners = polygons.map(\.owner)
        boxes = FlatBoxTree(trees.map(\.box))
        reaches = EarthReachTree(
            polygons.map { areas[Int($0.owner)].index.reaches[Int($0.number)].last ?? EarthReach() })
        cells = AreaCells(trees, owners)
        northern = areas.indices.filter { areas[$0].index.holdsNorth }
        southern = areas.indices.filter { areas[$0].index.holdsSouth }
    }

    /// The positions of the areas that hold a place, ascending.
    ///
    /// - Complexity: O(log *vertices* + areas found): a few reads of far memory, and
    ///   some 30 edges. At ±180° O(log *polygons* + polygons whose boxes hold the
    ///   place · log of their *vertices*).
    package func areas(holding coordinate: Coordinate) -> [Int] {
        if coordinate.isPole { return coordinate.latitude > 0 ? northern : southern }
        let point = SIMD2(flat: coordinate)
        var found: [Int] = []
        if abs(point.x) == 180 {
            // One meridian with two numbers: boxes may lie on either side.
            look(in: SIMD2(-180, point.y), for: point, &found)
            look(in: SIMD2(180, point.y), for: point, &found)
        } else {
            cells.forEach(holding: point, trees) { found.append(Int($0)) }
        }
        if found.count < 2 { return found }
        found.sort()
        // An area whose polygons overlap was found with each.
        var unique = 1
        for index in 1..<found.count where found[index] != found[unique - 1] {
            found[unique] = found[index]
            unique += 1
        }
        found.removeLast(found.count - unique)
        return found
    }

    private func look(in boxed: SIMD2<Double>, for point: SIMD2<Double>, _ found: inout [Int]) {
        boxes.forEach(holding: boxed) { number in
            if trees[number].holds(point) { found.append(Int(owners[number])) }
        }
    }
}
