extension PackedTree {
    /// The items inside a shape, its edge included, in ascending `ItemKey`.
    ///
    /// Exact: a box decides by the coordinates' numbers (`BoundingBox.contains`), a
    /// circle as `geod_inverse` does, an area as `Area.contains`. A subtree that lies
    /// wholly inside or outside is taken or left out by its box.
    ///
    /// - Parameters:
    ///   - limit: at most so many; nil for all.
    ///   - key: only items with larger keys.
    /// - Throws: `IndexError.damaged` when the walk meets damaged bytes.
    /// - Complexity: O(items inside + *limit* log *limit*), and the nodes that the
    ///   shape's edge crosses; for an area each of these costs O(log *vertices*) more.
    public func positions(
        in shape: Shape, limit: Int? = nil, after key: ItemKey? = nil
    ) throws(IndexError) -> [Int] {
        var statistics = SearchStatistics()
        return try positions(in: shape, limit: limit, after: key, &statistics)
    }

    /// The same for items that pass a filter, by a search that `interruption` may tell to
    /// stop. It adds its cost to `statistics`.
    package func positions(
        in shape: Shape, limit: Int? = nil, after key: ItemKey? = nil, filter: ItemFilter = .everything,
        interruption: Interruption? = nil, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Int] {
        precondition(limit ?? 0 >= 0, "A limit is zero or more.")
        if limit == 0 || count == 0 { return [] }
        let first = FirstKeys(limit: limit ?? .max, after: key)
        let answer = try withView { view throws(IndexError) in
            let context = SearchContext(view, filter: filter, interruption: interruption)
            return switch shape {
            case .circle(let circle): try Self.found(CircleShape(circle), context, first)
            case .box(let box): try Self.found(BoxShape(box), context, first)
            case .area(let area): try Self.found(AreaShape(area), context, first)
            case .corridor(let corridor): try Self.found(CorridorShape(corridor), context, first)
            }
        }
        statistics += answer.statistics
        return answer.positions
    }

    private static func found<Shape: SearchShape>(
        _ shape: consuming Shape, _ context: consuming SearchContext, _ first: consuming FirstKeys
    ) throws(IndexError) -> (positions: [Int], statistics: SearchStatistics) {
        var search = ShapeSearch(context, shape, KeySink<Shape.Leaf>(first: first))
        try search.run()
        return (search.sink.first.positions(), search.context.statistics)
    }

    /// How many items are inside a shape: as many as `positions(in:)` gives, which it
    /// need not read.
    ///
    /// - Throws: `IndexError.damaged` when the walk meets damaged bytes.
    /// - Complexity: O(nodes that the shape's edge crosses), for an area
    ///   O(log *vertices*) for each.
    public func count(in shape: Shape) throws(IndexError) -> Int {
        var statistics = SearchStatistics()
        return try count(in: shape, &statistics)
    }

    /// The same for items that pass a filter, by a search that `interruption` may tell to
    /// stop. It adds its cost to `statistics`.
    ///
    /// - Complexity: with a filter O(items inside) more.
    package func count(
        in shape: Shape, filter: ItemFilter = .everything, interruption: Interruption? = nil,
        _ statistics: inout SearchStatistics
    ) throws(IndexError) -> Int {
        if count == 0 { return 0 }
        let answer = try withView { view throws(IndexError) in
            let context = SearchContext(view, filter: filter, interruption: interruption)
            return switch shape {
            case .circle(let circle): try Self.counted(CircleShape(circle), context)
            case .box(let box): try Self.counted(BoxShape(box), context)
            case .area(let area): try Self.counted(AreaShape(area), context)
            case .corridor(let corridor): try Self.counted(CorridorShape(corridor), context)
            }
        }
        statistics += answer.statistics
        return answer.total
    }

    private static func counted<Shape: SearchShape>(
        _ shape: consuming Shape, _ context: consuming SearchContext
    ) throws(IndexError) -> (total: Int, statistics: SearchStatistics) {
        let sink = CountSink<Shape.Leaf>(context)
        var search = ShapeSearch(context, shape, sink)
        try search.run()
        return (search.sink.total, search.context.statistics)
    }
}
