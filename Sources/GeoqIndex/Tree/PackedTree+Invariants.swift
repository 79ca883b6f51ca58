extension PackedTree {
    /// Checks everything that the search relies on: each site inside the boxes
    /// above it, points and places that agree, starts that ascend, keys that
    /// ascend within a site, nothing missing.
    ///
    /// - Throws: `IndexError.damaged`, naming where.
    /// - Complexity: O(*n*), with a conversion to Cartesian coordinates a site.
    package func checkInvariants() throws(IndexError) {
        for site in 0..<siteCount {
            let place = try coordinate(ofSite: site)
            let isOnEarth = abs(place.latitude) <= 90 && abs(place.longitude) <= 180
            guard isOnEarth, EarthPoint(place).squaredChord(to: try point(ofSite: site)) < 1e-12 else {
                throw .damaged(offset: places.offset(of: 2 * site), expected: "the point's place", found: "\(place)")
            }
            let items = try items(atSites: site..<site + 1)
            guard !items.isEmpty else {
                throw .damaged(offset: keys.offset(of: 0), expected: "items at site \(site)", found: "none")
            }
            for item in items.dropFirst() {
                let (previous, next) = (try key(at: item - 1), try key(at: item))
                guard previous < next else {
                    throw .damaged(offset: keys.offset(of: item), expected: "ascending keys", found: "\(next)")
                }
            }
            try checkBoxes(aboveSite: site)
        }
        if siteCount > 0 {
            let all = try items(atSites: 0..<siteCount)
            guard all == 0..<count else {
                throw .damaged(offset: keys.offset(of: 0), expected: "\(count) items", found: "\(all)")
            }
        }
    }

    /// Checks that the sites which a short leaf does not have, and the children which a
    /// short node does not have, are nowhere. So no search comes to one of them,
    /// whatever the other numbers of a file say.
    ///
    /// - Throws: `IndexError.damaged`, naming where.
    /// - Complexity: O(*height*): only the last of each level is short.
    func checkEnds() throws(IndexError) {
        guard siteCount > 0 else { return }
        let (leafSize, fanOut) = (TreeShape.leafSize, TreeShape.fanOut)
        let leaf = (shape.leafCount - 1) * 3 * leafSize
        try points.verify(leaf, 3 * leafSize)
        for lane in (siteCount - 1) % leafSize + 1..<leafSize {
            for axis in 0..<3 {
                let index = leaf + axis * leafSize + lane
                guard points[index] == .infinity else {
                    throw .damaged(offset: points.offset(of: index), expected: "no site", found: "\(points[index])")
                }
            }
        }
        for level in shape.levels {
            let last = level.nodeCount - 1
            let group = level.firstGroup + last / fanOut
            try verifyBoxes(group)
            for lane in last % fanOut + 1..<fanOut {
                for axis in 0..<3 {
                    let slot = group * TreeShape.groupStride + axis * fanOut + lane
                    let (low, high) = (boxes[slot], boxes[slot + 3 * fanOut])
                    guard low == .infinity, high == -.infinity else {
                        throw .damaged(offset: boxes.offset(of: slot), expected: "no box", found: "\(low)…\(high)")
                    }
                }
            }
        }
    }

    private func checkBoxes(aboveSite site: Int) throws(IndexError) {
        let point = try point(ofSite: site)
        let fanOut = TreeShape.fanOut
        for level in shape.levels {
            let node = site / level.sitesPerNode
            let group = level.firstGroup + node / fanOut
            try verifyBoxes(group)
            let slot = group * TreeShape.groupStride + node % fanOut
            for (axis, value) in [point.x, point.y, point.z].enumerated() {
                let (low, high) = (boxes[slot + axis * fanOut], boxes[slot + (axis + 3) * fanOut])
                guard Double(low) <= value, value <= Double(high) else {
                    throw .damaged(
                        offset: boxes.offset(of: slot), expected: "a box around site \(site)", found: "\(low)…\(high)")
                }
            }
        }
    }
}
