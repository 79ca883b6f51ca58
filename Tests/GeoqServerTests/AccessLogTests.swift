import Foundation
import Geoq
import Synchronization
import TestSupport
import Testing

@testable import GeoqServer

/// An access log on a disk that becomes full, and has room again.
@Suite struct AccessLogTests {
    private static let entry = AccessLog.Entry(
        client: "127.0.0.1", method: "GET", target: "/near", status: 200, bytes: 7, milliseconds: 1)

    /// Writes lines, of which each finds the given room; nil for as much as it needs.
    ///
    /// - Returns: the lines of the file, and what the server's log said.
    private static func logged(room: [Int?]) async throws -> (lines: [String], said: [String]) {
        try await withFolder { folder in
            let (path, said) = (folder + "/access.log", Lines())
            let rooms = Mutex(room)
            let log = try AccessLog(path: path, log: ServerLog(output: { said.append($0) })) { descriptor, bytes in
                let room = rooms.withLock { $0.removeFirst() } ?? bytes.count
                if room == 0 {
                    errno = ENOSPC
                    return -1
                }
                return write(descriptor, bytes.baseAddress, min(room, bytes.count))
            }
            for _ in room { log.write(entry) }
            #expect(rooms.withLock { $0.isEmpty }, "Each line is one write.")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.hasSuffix("\n"))
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
            return (lines, said.all.map { $0.replacing(path, with: "FILE") })
        }
    }

    private static func isWhole(_ line: String) -> Bool { (try? JSONValue(parsing: line))?["status"] != nil }

    @Test func `after a line that was cut the next one begins on its own, and the loss is said once`() async throws {
        let (lines, said) = try await Self.logged(room: [nil, 9, 0, 0, nil, nil])
        #expect(lines.map(Self.isWhole) == [true, false, true, true], "\(lines)")
        #expect(
            said == [
                "the access log FILE cannot be written: not all of a line was taken; its lines are lost",
                "the access log FILE is written again; 3 lines were lost",
            ])
    }

    @Test func `a disk without any room is named, and a line after it follows the last at once`() async throws {
        let (lines, said) = try await Self.logged(room: [nil, 0, nil])
        #expect(lines.map(Self.isWhole) == [true, true], "\(lines)")
        #expect(
            said == [
                "the access log FILE cannot be written: No space left on device; its lines are lost",
                "the access log FILE is written again; 1 line was lost",
            ])
    }

    @Test func `a line is not ended twice when only its beginning found room`() async throws {
        // The third write has room for the end of the second line alone, the fourth for a part of its line.
        let (lines, _) = try await Self.logged(room: [nil, 9, 1, 9, nil])
        #expect(lines.map(Self.isWhole) == [true, false, false, true], "\(lines)")
    }
}
