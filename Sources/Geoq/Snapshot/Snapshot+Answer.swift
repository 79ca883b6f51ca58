package import GeoqIndex

extension Snapshot {
    /// How a question is answered.
    package enum Method: Hashable, Sendable {
        /// By the tree.
        case index
        /// By asking `geod_inverse` about every feature: the oracle.
        case bruteForce
    }

    /// The hits of a question, in order.
    ///
    /// - Precondition: the question's limits are zero or more.
    /// - Throws: `QueryError` when the question cannot be answered as it
    ///   stands, such as one with a `filter`, which only the store can answer;
    ///   `IndexError` when the index is damaged.
    /// - Complexity: that of `PackedTree.neighbors(of:limit:within:beyond:)`.
    public func answer(_ query: Query) throws -> [Hit] {
        try answer(query, positions: nil)
    }

    /// The hits of a question that may have a filter, in order.
    ///
    /// - Parameters:
    ///   - positions: the features that the query's `filter` accepts, as the
    ///     store found them; needed when there is a filter.
    ///   - method: both give the same hits in the same order.
    package func answer(
        _ query: Query, positions: PositionSet? = nil, method: Method = .index
    ) throws -> [Hit] {
        var statistics = SearchStatistics()
        return try answer(query, positions: positions, method: method, &statistics)
    }

    /// The same, and adds its cost to `statistics`.
    package func answer(
        _ query: Query, positions: PositionSet? = nil, method: Method = .index,
        _ statistics: inout SearchStatistics
    ) throws -> [Hit] {
        let layer = layer(query.layer)
        let found = try self.positions(query, positions, method: method, &statistics)
        guard let added = layer.added else { return try layer.base.hits(found, query.layer) }
        let count = layer.base.tree.count
        var base = try layer.base.hits(found.filter { $0.position < count }, query.layer)[...]
        var later = try added.hits(
            found.filter { $0.position >= count }.map { ($0.position - count, $0.distance) }, query.layer)[...]
        return found.map { $0.position < count ? base.removeFirst() : later.removeFirst() }
    }

    /// The positions of the hits in the layer's trees, with their distances.
    package func positions(
        _ query: Query, _ positions: PositionSet?, method: Method = .index, _ statistics: inout SearchStatistics
    ) throws -> [(position: Int, distance: Distance?)] {
        var query = query
        try query.check()
        if query.first != nil {
            query.limit = try pageSize(of: query, positions, method)
            query.first = nil
        }
        let layer = layer(query.layer)
        let tree = layer.tree
        let whole = query.takeWholeArea()
        try query.checkCursor(version: version)
        let (filter, added) = try itemFilters(query, positions, layer, method)
        switch query.area {
        case .around(let center, let radius):
            let neighbors = query.neighbors(of: center, within: radius, filter)
            let found =
                switch method {
                case .index: try tree.neighbors(neighbors, added: added, &statistics)
                case .bruteForce: try tree.scannedNeighbors(neighbors, added: added)
                }
            return found.map { ($0.position, $0.distance) }
        case .box(let box):
            let key = query.after?.id.key
            let shape = whole.map { Shape.area($0) } ?? .box(box)
            let found =
                switch method {
                case .index:
                    try tree.positions(
                        in: shape, limit: query.limit, after: key, filter: filter, added: added,
                        interruption: query.interruption, &statistics)
                case .bruteForce:
                    try tree.scannedPositions(in: shape, limit: query.limit, after: key, filter: filter, added: added)
                }
            return found.map { ($0, nil) }
        case .along(let corridor):
            return try self.positions(along: corridor, query, (filter, added), method: method, &statistics)
        }
    }

    /// How many hits the page may have when the question asks for the `first`
    /// hits of all pages together: the hits of the pages before are counted.
    private func pageSize(of query: Query, _ positions: PositionSet?, _ method: Method) throws -> Int? {
        guard let first = query.first else { return query.limit }
        guard let after = query.after else { return min(first, query.limit ?? first) }
        // Count only up to the cursor's distance: there, few hits come after
        // it.
        var rest = query
        (rest.first, rest.limit) = (nil, nil)
        if case .around(let center, let radius) = query.area, let reach = after.distance {
            rest.area = .around(center, within: min(radius ?? reach, reach))
        }
        var all = rest
        all.after = nil
        let before = try number(of: all, positions, method) - number(of: rest, positions, method)
        return min(max(first - before, 0), query.limit ?? first)
    }

    private func number(of query: Query, _ positions: PositionSet?, _ method: Method) throws -> Int {
        if method == .index { return try count(query, positions: positions) }
        var statistics = SearchStatistics()
        return try self.positions(query, positions, method: method, &statistics).count
    }

    /// How many hits a question has, its limits included.
    ///
    /// - Throws: as `answer(_:)` does.
    /// - Complexity: that of `answer(_:)` at most; a subtree that lies wholly inside is
    ///   counted without being looked at.
    public func count(_ query: Query) throws -> Int {
        try count(query, positions: nil)
    }

    /// How many hits a question has that may have a filter.
    ///
    /// - Complexity: that of `LayeredTree.countNeighbors(_:added:_:)`.
    package func count(_ query: Query, positions: PositionSet?) throws -> Int {
        var query = query
        try query.check()
        if query.first != nil {
            query.limit = try pageSize(of: query, positions, .index)
            query.first = nil
        }
        let layer = layer(query.layer)
        var statistics = SearchStatistics()
        let whole = query.after == nil ? query.takeWholeArea() : nil
        try query.checkCursor(version: version)
        let (filter, added) = try itemFilters(query, positions, layer, .index)
        switch query.area {
        case .around(let center, let radius):
            let neighbors = query.neighbors(of: center, within: radius, filter)
            return try layer.tree.countNeighbors(neighbors, added: added, &statistics)
        case .box(let box) where query.after == nil:
            let count = try layer.tree.count(
                in: whole.map { .area($0) } ?? .box(box), filter: filter, added: added,
                interruption: query.interruption, &statistics)
            return min(count, query.limit ?? .max)
        case .along(let corridor) where query.after == nil:
            let count = try layer.tree.count(
                in: .corridor(corridor), filter: filter, added: added, interruption: query.interruption, &statistics)
            return min(count, query.limit ?? .max)
        case .box, .along:
            return try self.positions(query, positions, &statistics).count
        }
    }

    /// The feature at a position of a layer's tree, as a hit.
    ///
    /// - Precondition: the position is an item's.
    package func hit(at position: Int, _ distance: Distance? = nil, in layer: Layer) throws(IndexError) -> Hit {
        let (columns, position) = self.layer(layer).columns(at: position)
        return try columns.hits([(position, distance)], layer)[0]
    }

    /// The filters of a question: one for the base's positions, one for those
    /// of the added columns.
    func itemFilters(
        _ query: Query, _ positions: PositionSet?, _ layer: SnapshotLayer, _ method: Method = .index
    ) throws -> (base: ItemFilter, added: ItemFilter) {
        let names = try query.species.map { name throws(IndexError) in try self.names(ofSpecies: name, in: layer) }
        let base = try itemFilter(query, names, positions, layer.base, method)
        guard let added = layer.added else { return (base, .everything) }
        let addedPositions = positions.map { positions in
            var own = PositionSet(capacity: added.tree.count)
            for position in 0..<added.tree.count where positions.contains(layer.base.tree.count + position) {
                own.insert(position)
            }
            return own
        }
        return (base, try itemFilter(query, names, addedPositions, added, method))
    }

    private func itemFilter(
        _ query: Query, _ names: SpeciesNames?, _ positions: PositionSet?, _ columns: LayerColumns, _ method: Method
    ) throws -> ItemFilter {
        var tests: [ItemFilter.Test] = []
        if let names {
            guard let column = columns.species else { throw QueryError.notInLayer("species", query.layer) }
            tests.append(.oneOf(column, try columns.speciesCodes(names)))
        }
        if query.since != nil || query.until != nil {
            guard let first = columns.firstDays else { throw QueryError.notInLayer("dates", query.layer) }
            let earliest = query.since?.number ?? LayerColumns.undated + 1
            let latest = query.until?.number ?? .max
            guard earliest <= latest else { return ItemFilter([.member(PositionSet(capacity: columns.tree.count))]) }
            tests.append(.inRange(first, earliest...latest))
            if let last = columns.lastDays { tests.append(.inRange(last, earliest...latest)) }
        }
        if query.filter != nil {
            guard let positions else { throw QueryError.filterNeedsStore }
            tests.append(.member(positions))
        }
        if let area = query.inside {
            tests.append(.member(try Self.members(of: area, columns.tree, method, query.interruption)))
        }
        return ItemFilter(tests)
    }

    /// The items of a tree that lie in an area.
    private static func members(
        of area: Area, _ tree: PackedTree, _ method: Method, _ interruption: Interruption?
    ) throws(IndexError) -> PositionSet {
        var members = PositionSet(capacity: tree.count)
        var statistics = SearchStatistics()
        let found =
            switch method {
            case .index:
                try tree.positions(
                    in: .area(area), limit: nil, after: nil, filter: .everything, interruption: interruption,
                    &statistics)
            case .bruteForce: try BruteForce(tree).positions(in: .area(area))
            }
        for position in found { members.insert(position) }
        return members
    }
}

extension Query {
    /// Refuses what no kind of question, or not this one, can have.
    fileprivate func check() throws(QueryError) {
        precondition((limit ?? 0) >= 0 && (first ?? 0) >= 0, "A limit is zero or more.")
        if minimum != nil, center == nil { throw .minimumWithoutCenter }
    }

    /// The question for the tree. The cursor was checked.
    fileprivate func neighbors(of center: Coordinate, within radius: Distance?, _ filter: ItemFilter) -> NeighborQuery {
        let cursor = after.flatMap { after in
            after.distance.map { NeighborQuery.Cursor(distance: $0, key: after.id.key) }
        }
        var neighbors = NeighborQuery(
            origin: center, limit: limit, radius: radius, minimum: minimum, after: cursor, filter: filter)
        neighbors.interruption = interruption
        return neighbors
    }

    /// The area, when the question is for everything inside it: the tree answers
    /// that by itself. The question is then without it.
    fileprivate mutating func takeWholeArea() -> GeoqIndex.Area? {
        guard area == .box(.everything), let whole = inside else { return nil }
        inside = nil
        return whole
    }
}

extension LayerColumns {
    /// Items as hits, in their order. Each column is read for all items before
    /// the next, because most of the reads are of memory that is far away.
    fileprivate func hits(
        _ found: [(position: Int, distance: Distance?)], _ layer: Layer
    ) throws(IndexError) -> [Hit] {
        let positions = found.map(\.position)
        let numbers = try names.values(at: positions)
        let keys = try tree.keys(at: positions)
        let coordinates = try tree.coordinates(at: positions)
        let names = try texts.bytes.texts(numbers.map { Int($0) }, offsets: texts.offsets)
        return found.indices.map {
            Hit(
                layer: layer, id: FeatureID(key: keys[$0]), name: names[$0], coordinate: coordinates[$0],
                distance: found[$0].distance)
        }
    }
}
