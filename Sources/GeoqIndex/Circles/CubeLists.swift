/// A list of numbers for each cube, by an open hash table.
///
/// The lists lie in one pool, each in a block whose size is the next power of
/// two, so a list's size tells its block's. A list that outgrows its block moves
/// to one of twice the size; one that has shrunk to half moves to one of half the
/// size. The next list of its size takes a block that is left, so numbers come and
/// go one by one, and there are no more blocks of a size than lists of it were at
/// once.
struct CubeLists: Sendable {
    struct Slot: BitwiseCopyable {
        /// All ones for a free slot.
        var cube: UInt64 = .max
        var start: UInt32 = 0
        /// A list that has become empty keeps its slot until the table is made anew.
        var count: UInt32 = 0
    }

    private(set) var slots: [Slot]
    /// How many slots are not free.
    private var used = 0
    /// 64 less the number of bits of a slot's index.
    private var shift: UInt64
    private var pool: [UInt32] = []
    /// The starts of blocks that hold no list, by the logarithm of their size.
    private var free: [[UInt32]] = Array(repeating: [], count: 33)

    init() {
        slots = Array(repeating: Slot(), count: 16)
        shift = 64 - 4
    }

    /// Where a list lies in the pool.
    @inline(__always)
    func range(of cube: UInt64) -> Range<Int> {
        slots.withUnsafeBufferPointer { slots in
            var index = Int(truncatingIfNeeded: (cube &* Self.multiplier) >> shift)
            while true {
                let slot = slots[index]
                if slot.cube == cube { return Int(slot.start)..<Int(slot.start &+ slot.count) }
                if slot.cube == .max { return 0..<0 }
                index = (index &+ 1) & (slots.count &- 1)
            }
        }
    }

    /// Gives `body` the whole pool: the numbers of all lists, and the unused
    /// room between them.
    @inline(__always)
    func withPool<Result>(_ body: (UnsafeBufferPointer<UInt32>) throws -> Result) rethrows -> Result {
        try pool.withUnsafeBufferPointer(body)
    }

    /// Adds a number to a cube's list.
    ///
    /// - Complexity: O(1) amortized: a table that is half full is made anew.
    mutating func insert(_ number: UInt32, into cube: UInt64) {
        if 2 * used >= slots.count { makeAnew() }
        let index = slotIndex(of: cube)
        var slot = slots[index]
        if slot.cube == .max {
            slot.cube = cube
            used += 1
        }
        if slot.count == 0 {
            slot.start = takeBlock(0)
        } else if slot.count.nonzeroBitCount == 1 {
            // The block is full.
            let size = slot.count.trailingZeroBitCount
            move(&slot, from: size, to: size + 1)
        }
        pool[Int(slot.start + slot.count)] = number
        slot.count += 1
        slots[index] = slot
    }

    /// Takes a number out of a cube's list.
    ///
    /// - Precondition: it is there.
    /// - Complexity: O(numbers of the list).
    mutating func remove(_ number: UInt32, from cube: UInt64) {
        let index = slotIndex(of: cube)
        var slot = slots[index]
        let range = Int(slot.start)..<Int(slot.start + slot.count)
        guard slot.cube == cube, let found = pool[range].firstIndex(of: number) else {
            preconditionFailure("A circle is in the lists of its cubes.")
        }
        slot.count -= 1
        pool[found] = pool[Int(slot.start + slot.count)]
        if slot.count == 0 {
            free[0].append(slot.start)
        } else if slot.count.nonzeroBitCount == 1 {
            // The block is twice as large as needed.
            let size = slot.count.trailingZeroBitCount
            move(&slot, from: size + 1, to: size)
        }
        slots[index] = slot
    }

    /// Moves a list from a block for 2^size numbers to one for 2^newSize.
    private mutating func move(_ slot: inout Slot, from size: Int, to newSize: Int) {
        let start = takeBlock(newSize)
        for offset in 0..<slot.count { pool[Int(start + offset)] = pool[Int(slot.start + offset)] }
        free[size].append(slot.start)
        slot.start = start
    }

    /// A block for 2^size numbers.
    private mutating func takeBlock(_ size: Int) -> UInt32 {
        if let start = free[size].popLast() { return start }
        let start = pool.count
        precondition(start + 1 << size <= Int(UInt32.max), "Lists hold fewer than 2³² numbers.")
        pool.append(contentsOf: repeatElement(0, count: 1 << size))
        return UInt32(start)
    }

    /// The slot of a cube, or the free one where it belongs.
    private func slotIndex(of cube: UInt64) -> Int {
        var index = Int(truncatingIfNeeded: (cube &* Self.multiplier) >> shift)
        while slots[index].cube != cube, slots[index].cube != .max { index = (index + 1) & (slots.count - 1) }
        return index
    }

    /// Leaves out the slots of empty lists; twice as large when the others are more than a
    /// quarter.
    private mutating func makeAnew() {
        let old = slots
        let kept = old.count { $0.count > 0 }
        let isLarger = 4 * kept > old.count
        slots = Array(repeating: Slot(), count: isLarger ? old.count * 2 : old.count)
        if isLarger { shift -= 1 }
        used = 0
        for slot in old where slot.count > 0 {
            slots[slotIndex(of: slot.cube)] = slot
            used += 1
        }
    }

    /// 2⁶⁴ by the golden ratio (Knuth, TAOCP 3, 6.4).
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
}
