import GeoqIndex

extension RuleShapes {
    /// How far outside of its area, or from its line, a shape's rule holds.
    func reach(of id: UInt32) -> Double {
        switch shapes[Int(id & ~Self.firstID)] {
        case .area(_, let approach): approach
        case .route(let corridor): corridor.width.meters
        case .removed: 0
        }
    }
}
