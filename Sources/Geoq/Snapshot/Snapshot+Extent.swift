package import GeoqIndex

/// Where and when the features of a layer are.
package struct LayerExtent: Hashable, Sendable {
    /// nil when the layer has no features. It never crosses the date line.
    package var box: BoundingBox?
    /// The first and the last day of the dated features; nil when none has a
    /// date.
    package var days: ClosedRange<Day>?
}

extension Snapshot {
    /// The area and the time that a layer covers.
    ///
    /// - Complexity: O(*n*).
    package func extent(of layer: Layer) throws -> LayerExtent {
        let columns = self.layer(layer)
        let tree = columns.tree
        var (west, south, east, north) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
        for position in 0..<tree.positionCount where tree.contains(position) {
            let place = try tree.coordinate(at: position)
            (west, east) = (min(west, place.longitude), max(east, place.longitude))
            (south, north) = (min(south, place.latitude), max(north, place.latitude))
        }
        var (first, last) = (Int32.max, Int32.min)
        var start = 0
        for part in columns.parts {
            defer { start += part.tree.count }
            guard let firstDays = part.firstDays else { continue }
            let lastDays = part.lastDays
            for own in 0..<part.tree.count where tree.contains(start + own) {
                let day = try firstDays.value(at: own)
                if day == LayerColumns.undated { continue }
                (first, last) = (min(first, day), max(last, try lastDays?.value(at: own) ?? day))
            }
        }
        var extent = LayerExtent()
        if west <= east { extent.box = try BoundingBox(west: west, south: south, east: east, north: north) }
        if first <= last { extent.days = Day(number: first)...Day(number: last) }
        return extent
    }
}
