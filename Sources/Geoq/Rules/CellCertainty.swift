package import GeoqIndex

extension ObscuredCell {
    /// How surely a place of a small box is no further from something than `limit` meters.
    ///
    /// **Why.** A distance changes by no more than a place moves. So when that of a box's middle, and how far its
    /// corners are, add up to no more than `limit`, all of the box holds; when their difference is more,
    /// none of it does. Otherwise the box is cut into four. A box in which some places
    /// hold and some do not, and one that is still undecided after `mostBoxes`, is
    /// `possible`.
    ///
    /// - Parameter meters: the distance of a place, to 10⁻⁷ m, negative when it is inside of what has a boundary. A
    ///   distance that is more than the given one need not be known: infinity stands for it.
    /// - Complexity: O(`mostBoxes` · distance); few boxes as a rule.
    fileprivate static func certainty(
        in box: BoundingBox, within limit: Double, _ meters: (_ place: Coordinate, _ furthest: Double) -> Double
    ) -> Area.Certainty {
        // The roundings of distances, twice.
        let slack = 1e-6
        var (boxes, looked) = ([box], 0)
        var (someHold, someFail) = (false, false)
        while let box = boxes.popLast() {
            looked += 1
            let latitude = (box.south + box.north) / 2
            let longitude = (box.west + box.east) / 2
            guard looked <= mostBoxes,
                let middle = try? Coordinate(strictLatitude: latitude, longitude: longitude)
            else { return .possible }
            let reach = Self.reach(of: box, from: middle) + slack
            let outside = meters(middle, limit + reach)
            if outside <= limit { someHold = true } else { someFail = true }
            if someHold && someFail { return .possible }
            if outside + reach <= limit || outside - reach > limit { continue }
            for (west, east) in [(box.west, longitude), (longitude, box.east)] {
                for (south, north) in [(box.south, latitude), (latitude, box.north)] {
                    guard let part = try? BoundingBox(west: west, south: south, east: east, north: north) else {
                        return .possible
                    }
                    boxes.append(part)
                }
            }
        }
        return someFail ? .impossible : .certain
    }

    private static let mostBoxes = 2_000
}

extension Area {
    /// How surely a place of a small box is inside, or outside by no more than
    /// `approach` meters.
    ///
    /// Without an approach the area's own edges tell, exactly. With one the signed distance to the boundary does
    /// (`ObscuredCell.certainty`).
    package func certainty(in box: BoundingBox, approach: Double) -> Certainty {
        if approach == 0 { return certainty(in: box) }
        return ObscuredCell.certainty(in: box, within: approach) { place, _ in
            let meters = distanceToBoundary(from: place)?.meters ?? .infinity
            return contains(place) ? -meters : meters
        }
    }
}

extension Corridor {
    /// How surely a place of a small box is no further from the line than the width (`ObscuredCell.certainty`).
    package func certainty(in box: BoundingBox) -> Area.Certainty {
        ObscuredCell.certainty(in: box, within: width.meters) { place, furthest in
            foot(of: place, within: .meters(furthest))?.offset ?? .infinity
        }
    }
}

extension Circle {
    /// How surely a place of a small box is in the circle (`ObscuredCell.certainty`).
    package func certainty(in box: BoundingBox) -> Area.Certainty {
        if isEverywhere { return .certain }
        return ObscuredCell.certainty(in: box, within: radius.meters) { place, _ in
            Geodesic.inverse(from: center, to: place).distance.meters
        }
    }
}
