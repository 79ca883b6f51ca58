public import GeoqIndex

/// The part of the earth whose hotspots are mirrored.
public enum Region: Hashable, Sendable, CustomStringConvertible {
    /// Its edges included.
    case box(BoundingBox)
    /// What is at most so far from a place.
    case circle(Coordinate, radius: Distance)

    /// The same text for the same region, as options of the command.
    public var description: String {
        switch self {
        case .box(let box): "--region \(box.west),\(box.south),\(box.east),\(box.north)"
        case .circle(let center, let radius):
            "--near \(center.latitude),\(center.longitude) --km \(radius.meters / 1000)"
        }
    }

    /// The region of its text, as a store keeps it.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        let numbers = words.dropFirst().first?.split(separator: ",").compactMap { Double($0) } ?? []
        if words.count == 2, words[0] == "--region", numbers.count == 4,
            let box = try? BoundingBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
        {
            self = .box(box)
        } else if words.count == 4, words[0] == "--near", words[2] == "--km", let radius = Double(words[3]),
            radius.isFinite, radius >= 0, numbers.count == 2,
            let center = try? Coordinate(strictLatitude: numbers[0], longitude: numbers[1])
        {
            self = .circle(center, radius: .kilometers(radius))
        } else {
            return nil
        }
    }
}
