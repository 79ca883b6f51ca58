import Testing

@testable import GeoqCLI

/// One thing is said as one.
@Suite struct CountedWordsTests {
    @Test func `a proof of one row says so`() {
        #expect(
            ProofSummary.words(hashed: 1, read: 1) == "all columns of 1 row were compared, of 1 of them value by value")
        #expect(
            ProofSummary.words(hashed: 0, read: 1)
                == "all columns of a sample of 1 row were compared, value by value")
        #expect(
            ProofSummary.words(hashed: 0, read: 2)
                == "all columns of a sample of 2 rows were compared, value by value")
        #expect(ProofSummary.leftOut(of: 1) == "of 1 row left out")
        #expect(ProofSummary.leftOut(of: 300) == "of 300 rows left out")
    }
}
