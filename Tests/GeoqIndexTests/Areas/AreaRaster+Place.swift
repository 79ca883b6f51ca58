@testable import GeoqIndex

extension AreaRaster {
    /// What the cell of a place says, as a database computes it (`RegionCondition`);
    /// nil when only the area knows.
    func contains(_ coordinate: Coordinate) -> Bool? {
        if coordinate.isPole || abs(coordinate.longitude) == 180 { return box.contains(coordinate) ? nil : false }
        guard box.contains(coordinate) else { return false }
        let side = Int(Double(inside.count * 8).squareRoot())
        var longitude = coordinate.longitude
        if box.crossesDateLine, longitude < box.west { longitude += 360 }
        let column = min(Int((longitude - box.west) * columnsPerDegree), side - 1)
        let row = min(Int((coordinate.latitude - box.south) * rowsPerDegree), side - 1)
        let (byte, bit) = ((row * side + column) / 8, UInt8(1) << UInt8(column % 8))
        return edge[byte] & bit != 0 ? nil : inside[byte] & bit != 0
    }
}
