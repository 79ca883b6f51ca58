/// A list of numbers for each cube, by an open hash table.
///
/// The lists lie in one pool, each in a block whose size is the next power of
/// two, so a list's size tells its block's. A list that outgrows its block moves
/// to one of twice the size; one that has shrunk to half gives the other half
/// back. So numbers come and go one by one, and no room is lost for good.
struct CubeLists: Sendable {
    private struct Slot: BitwiseCopyable {
        /// All ones for a free slot.
        var cube: UInt64 = .max
        var start: UInt32 = 0
        /// A list that has become empty keeps its slot until the table grows.
        var count: UInt32 = 0
    }

    private var slots: [Slot]
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
    /// - Complexity: O(1) amortized: a table that is more than half full is
    ///   made twice as large.
    mutating func insert(_ number: UInt32, into cube: UInt64) {
        if 2 * used >= slots.count { grow() }
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
            let larger = takeBlock(size + 1)
            for offset in 0..<slot.count { pool[Int(larger + offset)] = pool[Int(slot.start + offset)] }
            free[size].append(slot.start)
            slot.start = larger
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
            free[slot.count.trailingZeroBitCount].append(slot.start + slot.count)
        }
        slots[index] = slot
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

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: old.count * 2)
        shift -= 1
        used = 0
        for slot in old where slot.count > 0 {
            slots[slotIndex(of: slot.cube)] = slot
            used += 1
        }
    }

    /// 2⁶⁴ by the golden ratio (Knuth, TAOCP 3, 6.4).
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
}
