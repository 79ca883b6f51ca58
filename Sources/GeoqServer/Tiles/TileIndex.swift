import Geoq
import GeoqIndex

/// A layer in the order in which the map's tiles lie, so that every tile, and
/// every cell of a tile, is one range: how many places it has is a subtraction,
/// whatever their number.
///
/// Twelve bytes a place.
struct TileIndex: Sendable {
    /// Ascending.
    private let codes: [UInt64]
    /// The position of each in the snapshot's tree.
    private let positions: [UInt32]

    /// A group of places that is shown as one, or a single one.
    struct Cluster: Equatable, Sendable {
        /// 0 to 4095 from the tile's upper left corner.
        let x: Int
        let y: Int
        let count: Int
        /// The position of the single one; nil for a group.
        let position: Int?
    }

    /// So many places are shown one by one.
    static let mostSingles = 1_000
    /// More are put into cells: 2³ by 2³ in a tile, 32 pixels each.
    static let cellBits = 3
    /// So many places of a cell tell where its group is shown.
    private static let sampleSize = 64

    /// - Complexity: O(*n* log *n*).
    init(_ snapshot: Snapshot, _ layer: Layer) throws {
        let tree = snapshot.tree(of: layer)
        var keyed: [(code: UInt64, position: UInt32)] = []
        keyed.reserveCapacity(tree.count)
        for position in 0..<tree.positionCount where tree.contains(position) {
            guard let cell = TileAddress.cell(try tree.coordinate(at: position)) else { continue }
            keyed.append((MortonCode.of(x: cell.x, y: cell.y), UInt32(position)))
        }
        keyed.sort { ($0.code, $0.position) < ($1.code, $1.position) }
        codes = keyed.map(\.code)
        positions = keyed.map(\.position)
    }

    /// How many places it has.
    var count: Int { codes.count }

    /// What a tile shows: each place, or groups of them, no more than 64.
    ///
    /// - Complexity: O(*shown* · log *n*), however many places there are.
    func clusters(in tile: TileAddress) -> [Cluster] {
        let range = tile.codes
        let start = lowerBound(range.lowerBound, from: 0)
        let end = range.upperBound == .max ? codes.count : lowerBound(range.upperBound + 1, from: start)
        if end - start <= Self.mostSingles { return (start..<end).map { single($0, tile) } }
        var clusters: [Cluster] = []
        let shift = UInt64(max(0, 64 - 2 * (tile.zoom + Self.cellBits)))
        var first = start
        while first < end {
            let last = (codes[first] >> shift) << shift | ((1 << shift) - 1)
            let next = last == .max ? end : min(end, lowerBound(last + 1, from: first))
            clusters.append(next - first == 1 ? single(first, tile) : group(first..<next, tile))
            first = next
        }
        return clusters
    }

    private func single(_ index: Int, _ tile: TileAddress) -> Cluster {
        let (x, y) = tile.position(of: codes[index])
        return Cluster(x: x, y: y, count: 1, position: Int(positions[index]))
    }

    /// The middle of places taken evenly from the range: all of them when they
    /// are few.
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
