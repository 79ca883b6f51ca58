import Geoq
import GeoqIndex

/// A layer in the order of the map's tiles. Every tile, and every cell of a
/// tile, is one range of it, so that its number of places is a difference of
/// two indexes.
///
/// Twelve bytes a place.
struct TileIndex: Sendable {
    /// Ascending.
    private let codes: [UInt64]
    /// For each code the position in the snapshot's tree.
    private let positions: [UInt32]

    /// A group of places that is shown as one symbol, or a single place.
    struct Cluster: Equatable, Sendable {
        /// 0 to 4095 from the tile's upper left corner.
        let x: Int
        let y: Int
        let count: Int
        /// The position of a single place; nil for a group.
        let position: Int?
    }

    /// A tile has 2³ by 2³ cells, 32 pixels each.
    static let cellBits = 3
    /// Up to this many places of a cell are shown one by one, more as a group:
    /// how a place is shown depends on the number of places around it, and not
    /// on the tile in which it happens to lie.
    static let mostSingles = 15
    /// The center of this many places of a cell decides where its group is
    /// shown.
    private static let sampleSize = 64

    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    /// - Complexity: O(*n* log *n*).
    init(_ snapshot: Snapshot, _ layer: Layer) throws {
        let tree = snapshot.tree(of: layer)
        let all = (0..<tree.positionCount).lazy.filter { tree.contains($0) }
        try self.init(snapshot, layer, positions: all, count: tree.count)
    }

    /// Some features of a layer.
    ///
    /// - Parameter count: how many.
    /// - Complexity: O(*n* log *n*).
    init(_ snapshot: Snapshot, _ layer: Layer, positions: some Sequence<Int>, count: Int) throws {
        let tree = snapshot.tree(of: layer)
        var keyed: [(code: UInt64, position: UInt32)] = []
        keyed.reserveCapacity(count)
        for position in positions {
            if position % 4_096 == 0 { try Task.checkCancellation() }
            guard let cell = TileAddress.cell(try tree.coordinate(at: position)) else { continue }
            keyed.append((MortonCode.of(x: cell.x, y: cell.y), UInt32(position)))
        }
        // Most of the work is comparing; the sort stops, too, when the task is
        // cancelled for a newer snapshot.
        var untilLook = 100_000
        try keyed.sort {
            untilLook -= 1
            if untilLook == 0 {
                try Task.checkCancellation()
                untilLook = 100_000
            }
            return ($0.code, $0.position) < ($1.code, $1.position)
        }
        codes = keyed.map(\.code)
        self.positions = keyed.map(\.position)
    }

    /// How many places the index has.
    var count: Int { codes.count }

    /// The contents of a tile: for each of its 64 cells the places, or their
    /// group.
    ///
    /// - Complexity: O(*shown* · log *n*), however many places there are.
    func clusters(in tile: TileAddress) -> [Cluster] {
        let range = tile.codes
        let start = lowerBound(range.lowerBound, from: 0)
        let end = range.upperBound == .max ? codes.count : lowerBound(range.upperBound + 1, from: start)
        var clusters: [Cluster] = []
        let shift = UInt64(max(0, 64 - 2 * (tile.zoom + Self.cellBits)))
        var first = start
        while first < end {
            let last = (codes[first] >> shift) << shift | ((1 << shift) - 1)
            let next = last == .max ? end : min(end, lowerBound(last + 1, from: first))
            if next - first <= Self.mostSingles {
                clusters += (first..<next).map { single($0, tile) }
            } else {
                clusters.append(group(first..<next, tile))
            }
            first = next
        }
        return clusters
    }

    /// The same, and the symbols up to `buffer` of a tile's 4096 units outside
    /// of it, as the neighboring tiles show them: so symbols of several pixels
    /// are not cut at a tile's edge.
    func clusters(in tile: TileAddress, buffer: Int) -> [Cluster] {
        let extent = Int(VectorTile.extent)
        precondition((0...extent).contains(buffer), "A buffer is no wider than a tile.")
        var all = clusters(in: tile)
        guard buffer > 0 else { return all }
        let inside = -buffer..<extent + buffer
        for rows in -1...1 {
            for columns in -1...1 where rows != 0 || columns != 0 {
                guard let other = tile.beside(columns, rows) else { continue }
                for cluster in clusters(in: other) {
                    let (x, y) = (cluster.x + columns * extent, cluster.y + rows * extent)
                    guard inside.contains(x), inside.contains(y) else { continue }
                    all.append(Cluster(x: x, y: y, count: cluster.count, position: cluster.position))
                }
            }
        }
        return all
    }

    private func single(_ index: Int, _ tile: TileAddress) -> Cluster {
        let (x, y) = tile.position(of: codes[index])
        return Cluster(x: x, y: y, count: 1, position: Int(positions[index]))
    }

    /// The center of places taken evenly from the range; of all places when
    /// they are few.
    private func group(_ range: Range<Int>, _ tile: TileAddress) -> Cluster {
        let samples = min(range.count, Self.sampleSize)
        var (sumX, sumY) = (0, 0)
        for sample in 0..<samples {
            let (x, y) = tile.position(of: codes[range.lowerBound + sample * range.count / samples])
            (sumX, sumY) = (sumX + x, sumY + y)
        }
        return Cluster(x: sumX / samples, y: sumY / samples, count: range.count, position: nil)
    }

    /// The first index from which on no code is smaller: by doubling steps,
    /// then by halving them.
    private func lowerBound(_ code: UInt64, from start: Int) -> Int {
        var (low, step) = (start, 1)
        while low + step < codes.count, codes[low + step] < code {
            low += step
            step *= 2
        }
        var high = min(low + step, codes.count)
        while low < high {
            let middle = (low + high) / 2
            if codes[middle] < code { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
