import CLand

/// The land that the map shows when one looks closer.
enum Land {
    /// Coasts and borders as `data/make.py` writes them.
    static var bytes: [UInt8] {
        [UInt8](UnsafeBufferPointer(start: geoq_land(), count: geoq_land_size()))
    }
}
