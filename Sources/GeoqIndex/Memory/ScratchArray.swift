// The invariants that are named here are listed in `MemoryRegion.swift`.

/// Memory for the arrays of one question, taken from the system at once.
struct ScratchMemory: ~Copyable {
    private let base: UnsafeMutableRawPointer
    private let byteCount: Int
    private var used = 0

    init(byteCount: Int) {
        self.byteCount = byteCount
        base = .allocate(byteCount: byteCount, alignment: 16)
    }

    deinit { base.deallocate() }

    /// Room for some elements; nil when too little is left.
    @inline(__always)
    fileprivate mutating func take<Element>(_ count: Int, of type: Element.Type) -> UnsafeMutablePointer<Element>? {
        let size = (count * MemoryLayout<Element>.stride + 15) & ~15
        guard size <= byteCount - used else { return nil }
        defer { used += size }
        return (base + used).bindMemory(to: type, capacity: count)
    }
}

/// Memory that one question fills and drops: an array without the checks for
/// uniqueness, and with room made for many elements at once (invariant 7).
struct ScratchArray<Element: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private var ownsMemory: Bool
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        base = .allocate(capacity: self.capacity)
        ownsMemory = true
    }

    /// - Parameter memory: is used when it has room, and kept as long as the array.
    @inline(__always)
    init(capacity: Int, in memory: inout ScratchMemory) {
        let part = memory.take(capacity, of: Element.self)
        base = part ?? .allocate(capacity: capacity)
        self.capacity = capacity
        ownsMemory = part == nil
    }

    deinit {
        if ownsMemory { base.deallocate() }
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count, "An element that was written is read.")
            return base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < count, "An element that was written is replaced.")
            base[index] = newValue
        }
    }

    /// Makes room for more elements.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(to: max(count + more, 2 * capacity)) }
    }

    @inline(never)
    private mutating func grow(to capacity: Int) {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        if ownsMemory { base.deallocate() }
        (base, self.capacity, ownsMemory) = (larger, capacity, true)
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        reserve(1)
        base[count] = element
        count += 1
    }

    /// Appends into room that was reserved, and keeps it only when told to: a
    /// branch that cannot be predicted costs more than a wasted write.
    @inline(__always)
    mutating func appendReserved(_ element: Element, keeping keep: Int) {
        assert(count < capacity, "Room was made before.")
        base[count] = element
        count &+= keep
    }

    /// Appends a vector into room that was reserved.
    @inline(__always)
    mutating func appendReserved<Vector: SIMD>(_ vector: Vector) where Vector.Scalar == Element {
        assert(count + Vector.scalarCount <= capacity, "Room was made before.")
        UnsafeMutableRawPointer(base + count).storeBytes(of: vector, as: Vector.self)
        count &+= Vector.scalarCount
    }

    /// Loads elements that lie one after the other.
    @inline(__always)
    func load<Vector: SIMD>(at index: Int, as type: Vector.Type) -> Vector where Vector.Scalar == Element {
        assert(index >= 0 && index + Vector.scalarCount <= count, "Elements that were written are read.")
        return UnsafeRawPointer(base + index).loadUnaligned(as: Vector.self)
    }

    /// Replaces elements that lie one after the other.
    @inline(__always)
    func store<Vector: SIMD>(_ vector: Vector, at index: Int) where Vector.Scalar == Element {
        assert(index >= 0 && index + Vector.scalarCount <= count, "Elements that were written are replaced.")
        UnsafeMutableRawPointer(base + index).storeBytes(of: vector, as: Vector.self)
    }

    /// Opens a gap at an index and puts an element into it; those behind move
    /// up by one.
    @inline(__always)
    mutating func insert(_ element: Element, at index: Int) {
        reserve(1)
        (base + index + 1).update(from: base + index, count: count - index)
        base[index] = element
        count += 1
    }

    @inline(__always)
    mutating func removeLast() -> Element {
        assert(count > 0, "There is an element to remove.")
        count &-= 1
        return base[count]
    }

    /// Keeps the first elements only.
    mutating func truncate(to count: Int) {
        assert(count <= self.count, "Elements are kept, not made.")
        self.count = count
    }

    /// Makes the array hold `count` copies of one element.
    mutating func fill(_ element: Element, count: Int) {
        self.count = 0
        reserve(count)
        base.update(repeating: element, count: count)
        self.count = count
    }

    /// Sorts some of the elements.
    ///
    /// - Complexity: O(*n* log *n*).
    func sort(_ range: Range<Int>, by areInIncreasingOrder: (Element, Element) -> Bool) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "Elements that were written are sorted.")
        var elements = UnsafeMutableBufferPointer(start: base + range.lowerBound, count: range.count)
        elements.sort(by: areInIncreasingOrder)
    }
}
