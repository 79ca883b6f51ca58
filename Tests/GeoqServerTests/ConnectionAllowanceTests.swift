import Testing

@testable import GeoqServer

/// How many connections a server takes, by the files that it may open.
@Suite struct ConnectionAllowanceTests {
    @Test func `a server with enough files takes all connections, and says nothing of them`() throws {
        let needed = ConnectionAllowance.files(for: 1_024, processors: 2)
        #expect(needed > 1_024 + 100)
        for files in [needed, 65_536] {
            let allowance = try #require(ConnectionAllowance(wanted: 1_024, freeFiles: files, processors: 2))
            #expect(allowance.connections == 1_024 && allowance.notice(limit: files) == nil)
        }
        let one = try #require(ConnectionAllowance(wanted: 1_024, freeFiles: needed - 1, processors: 2))
        #expect(one.connections == 1_023 && one.notice(limit: needed) != nil)
    }

    @Test(arguments: [1, 2, 64]) func `connections leave files for the store and each processor's event loop`(
        processors: Int
    ) throws {
        let allowance = try #require(
            ConnectionAllowance(wanted: 1_024, freeFiles: 1_020, processors: processors))
        #expect(allowance.connections <= 1_020 - 100 - 3 * processors)
        #expect(ConnectionAllowance.files(for: allowance.connections, processors: processors) == 1_020)
    }

    @Test func `fewer connections are said in one line, and few in plain words`() throws {
        let some = try #require(ConnectionAllowance(wanted: 1_024, freeFiles: 1_020, processors: 2))
        #expect(
            some.notice(limit: 1_024)
                == "this program may have no more than 1024 files open: 892 connections are taken at a time, and not 1024; "
                + "raise the limit (ulimit -n)")
        let few = try #require(ConnectionAllowance(wanted: 1_024, freeFiles: 160, processors: 2))
        #expect(few.connections == 32 && few.notice(limit: 164)?.contains("which few browsers use up;") == true)
    }

    @Test func `a server that could take no browser does not start`() {
        let least = ConnectionAllowance.files(for: ConnectionAllowance.fewest, processors: 2)
        #expect(ConnectionAllowance(wanted: 1_024, freeFiles: least, processors: 2) != nil)
        for files in [least - 1, 16, 0] {
            #expect(ConnectionAllowance(wanted: 1_024, freeFiles: files, processors: 2) == nil)
        }
        #expect(
            ConnectionAllowance(wanted: 2, freeFiles: least, processors: 2)?.connections == 2, "No more are wanted.")
    }
}
