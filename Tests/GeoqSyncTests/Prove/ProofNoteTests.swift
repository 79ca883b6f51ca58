import Testing

@testable import GeoqSync

/// What a proof left out is counted in words that fit the count.
@Suite struct ProofNoteTests {
    @Test func `one bird or list is said as one`() {
        #expect(ProofReport.Kind.without(birds: 1) == "without 1 bird whose row differs or waits")
        #expect(ProofReport.Kind.without(birds: 2) == "without 2 birds whose rows differ or wait")
        #expect(ProofReport.Kind.without(lists: 1) == "without 1 list whose rules only geoq can read")
        #expect(ProofReport.Kind.without(lists: 2) == "without 2 lists whose rules only geoq can read")
    }
}
