/// A moment of a project with the kit: which transactions had ended by then, as
/// PostgreSQL writes a `pg_snapshot`, `xmin:xmax:` and the running ones.
package struct KitMoment: Hashable, Sendable {
    private let xmin: Int64
    private let xmax: Int64

    /// nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let xmin = Int64(parts[0]), let xmax = Int64(parts[1]) else { return nil }
        (self.xmin, self.xmax) = (xmin, xmax)
    }

    /// Whether a row of this version had been there: all transactions below
    /// `xmin` had ended. false also when that is not certain.
    package func certainlyHad(_ version: Int64) -> Bool { version > 0 && version < xmin }

    /// Whether no transaction was running.
    package var isQuiet: Bool { xmin == xmax }
}
