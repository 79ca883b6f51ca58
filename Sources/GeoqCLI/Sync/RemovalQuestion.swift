import Foundation
import GeoqStore
import GeoqSync

/// Asks whether most of a mirror may be removed.
struct RemovalQuestion: Sendable {
    /// Whether `--yes` was given.
    let isAllowed: Bool

    /// Asks on a terminal; without one the answer is no.
    @Sendable func answer(_ leaving: [MirrorTable: Int], of held: Int) async -> Bool {
        if isAllowed { return true }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return false }
        let tables = leaving.sorted { $0.key.rank < $1.key.rank }.map { "\($0.value) of \($0.key)" }
        FileHandle.standardError.write(
            Data(
                """
                \rThis removes \(leaving.values.reduce(0, +)) of the \(held) rows of the mirror \
                (\(tables.joined(separator: ", "))). Go on? [y/N] 
                """.utf8))
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }
}
