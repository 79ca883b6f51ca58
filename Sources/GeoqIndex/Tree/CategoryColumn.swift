/// A column of categories, such as species: a small number for each item, kept
/// by position.
package struct CategoryColumn: Sendable {
    package let categories: MappedColumn<UInt32>
    /// Where each category is; without them a search has to look at each item.
    let postings: CategoryPostings?

    package init(_ categories: MappedColumn<UInt32>, postings: CategoryPostings? = nil) {
        (self.categories, self.postings) = (categories, postings)
    }
}

/// Which sites hold a category: an inverted index, with one *posting* of four
/// bytes for each category of each site.
///
/// The sites of a category ascend, and so do the sites under a node of the
/// tree. So a part of the list belongs to each node, and a search goes down
/// only where that part is not empty (`NearestSearch.walk`).
package struct CategoryPostings: Sendable {
    /// Where each category's postings start; one more at the end.
    let starts: MappedColumn<UInt32>
    let sites: MappedColumn<UInt32>

    /// - Parameters:
    ///   - starts: as `PackedTree.postings(of:count:)` gave them.
    ///   - sites: those that `PackedTree.postings(of:count:)` gave with them.
    package init(starts: MappedColumn<UInt32>, sites: MappedColumn<UInt32>) {
        (self.starts, self.sites) = (starts, sites)
    }

    /// The postings of a category; empty for a category that the column does
    /// not have.
    func range(of category: Int) throws(IndexError) -> Range<Int> {
        guard category + 1 < starts.count else { return 0..<0 }
        let (first, end) = (Int(try starts.value(at: category)), Int(try starts.value(at: category + 1)))
        guard first <= end, end <= sites.count else {
            throw .damaged(offset: starts.offset(of: category), expected: "ascending starts", found: "\(first), \(end)")
        }
        return first..<end
    }
}

extension PackedTree {
    /// An inverted index of a column.
    ///
    /// - Parameters:
    ///   - categories: one for each position.
    ///   - count: categories are smaller than this.
    /// - Returns: the columns of a `CategoryPostings`.
    /// - Complexity: O(items + *count*).
    package func postings(of categories: [UInt32], count: Int) throws(IndexError) -> (starts: [UInt32], sites: [UInt32])
    {
        precondition(categories.count == self.count, "Each item has a category.")
        var starts = [UInt32](repeating: 0, count: count + 1)
        try forEachPosting(categories, count) { category, _ in starts[category + 1] += 1 }
        for category in 0..<count { starts[category + 1] += starts[category] }
        var ends = starts
        var sites = [UInt32](repeating: 0, count: Int(starts[count]))
        try forEachPosting(categories, count) { category, site in
            sites[Int(ends[category])] = site
            ends[category] += 1
        }
        return (starts, sites)
    }

    /// Each category of each site, once, by ascending sites.
    private func forEachPosting(
        _ categories: [UInt32], _ count: Int, _ body: (Int, UInt32) -> Void
    ) throws(IndexError) {
        try withView { view throws(IndexError) in
            var latest = [UInt32](repeating: .max, count: count)
            for site in 0..<view.siteCount {
                for position in try view.items(atSites: site..<site + 1) {
                    let category = Int(categories[position])
                    if latest[category] == UInt32(site) { continue }
                    latest[category] = UInt32(site)
                    body(category, UInt32(site))
                }
            }
        }
    }
}
