import Synchronization

/// An area's grid, made once it is worth it.
///
/// A grid takes some milliseconds to make; an area that is asked about once does without.
/// The leaves that its edge has crossed in all searches so far are counted, and when
/// they have cost about as much as a grid does, one is made. The number is that of rings
/// of ten thousand vertices, where a grid takes 1.3 ms and a leaf 2.7 µs.
struct LazyAreaGrid: ~Copyable, Sendable {
    /// How many crossed leaves cost about as much as the grid.
    static let leavesBefore = 512
    /// Cells on a side. A row is about as high as the boundary's smallest turns in a
    /// ring of ten thousand vertices.
    static let side = 256

    enum State {
        case unmade
        /// Some search makes it; the others go on without.
        case inMaking
        /// Nil for an area that has none.
        case made(AreaGrid?)
    }

    private let leaves = Atomic(0)
    private let state = Mutex(State.unmade)

    /// Counts a leaf that the edge crosses.
    @inline(__always)
    func count() { leaves.wrappingAdd(1, ordering: .relaxed) }

    /// The grid, when there is one; it is made when it is time.
    func grid(of area: Area) -> AreaGrid? {
        leaves.load(ordering: .relaxed) < Self.leavesBefore ? nil : madeGrid(of: area)
    }

    /// The grid, made now if it was not yet; nil while another search makes it.
    func madeGrid(of area: Area) -> AreaGrid? {
        let (made, isMine): (AreaGrid?, Bool) = state.withLock { state in
            switch state {
            case .unmade:
                state = .inMaking
                return (nil, true)
            case .inMaking: return (nil, false)
            case .made(let grid): return (grid, false)
            }
        }
        guard isMine else { return made }
        let grid = AreaGrid(area, side: Self.side)
        state.withLock { $0 = .made(grid) }
        return grid
    }
}
