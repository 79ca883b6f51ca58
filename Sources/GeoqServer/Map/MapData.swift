import CMapData

/// The lowest layer of the map at higher zooms, as `data/make.py` writes it.
enum MapData {
    /// Coasts and borders.
    static var land: [UInt8] {
        [UInt8](UnsafeBufferPointer(start: geoq_land(), count: geoq_land_size()))
    }

    /// Names of places.
    static var places: [UInt8] {
        [UInt8](UnsafeBufferPointer(start: geoq_places(), count: geoq_places_size()))
    }
}
