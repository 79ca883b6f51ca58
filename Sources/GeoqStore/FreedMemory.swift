import CSQLite

/// Memory that was freed and that the allocator keeps.
enum FreedMemory {
    /// Gives it back to the system, where the allocator can.
    static func giveBack() {
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }
}
