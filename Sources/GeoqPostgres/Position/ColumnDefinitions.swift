import Geoq
import GeoqFormats
import GeoqStore

/// How a server defines the columns that a mirror is read from. When that
/// changes, rows may read otherwise although none was written.
///
/// A column's definition decides what the bytes of its values mean. None of the
/// following gives a row another version (`xmin`): a column is renamed,
/// dropped, or added with a default; a label of an enumeration is renamed; the
/// expression of a column that is computed on reading changes; the server is
/// told otherwise what a system of coordinates is; a partition is exchanged for
/// another whose rows one transaction wrote together with those of the first.
package struct ColumnDefinitions: Equatable {
    /// The remote's columns, by the mirror's names.
    private let columns: [String: Column]
    /// Digests of the systems of coordinates, by their SRIDs, that places are
    /// transformed from; empty where none is.
    package var systems: [String: String] = [:]
    /// The numbers of the partitions, or of the tables that inherit, whose rows are the table's, too.
    package var heirs: Set<String> = []

    /// A column of the remote.
    package struct Column: Equatable {
        var name: String
        /// Its number in the table. A column that is dropped and made again has
        /// another number.
        var number: String
        /// The type, with its modifier: a length, or the kind and the SRID of a
        /// geometry.
        var type: String
        /// A digest of three things: the value of rows that were written before
        /// the column was added, the labels of an enumeration, and an
        /// expression.
        var values: String

        package init(name: String, number: String, type: String, values: String) {
            (self.name, self.number, self.type, self.values) = (name, number, type, values)
        }
    }

    package init(_ columns: [String: Column]) {
        self.columns = columns
    }

    /// - Parameter text: as a store keeps it.
    package init(_ text: String) {
        var columns: [String: Column] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2, parts[0] == Self.systemsKey {
                for system in parts[1].split(separator: ",") {
                    let sides = system.split(separator: "=", maxSplits: 1).map(String.init)
                    if sides.count == 2 { systems[sides[0]] = sides[1] }
                }
            }
            if parts.count == 2, parts[0] == Self.heirsKey {
                heirs = Set(parts[1].split(separator: ",").map(String.init))
            }
            guard parts.count == 5 else { continue }
            columns[parts[0]] = Column(name: parts[1], number: parts[2], type: parts[3], values: parts[4])
        }
        self.columns = columns
    }

    private static let systemsKey = "systems"
    private static let heirsKey = "heirs"

    /// A line for each column, and one for the systems of coordinates:
    /// `systems`, a tab and `SRID=DIGEST`, with commas between; and one for the
    /// partitions: `heirs`, a tab and their numbers, with commas between.
    package var text: String {
        let list = systems.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ",")
        let lines = columns.sorted { $0.key < $1.key }.map { key, column in
            // A name may hold any character, but none may look like the end of
            // a line or field.
            [key, column.name, column.number, column.type, column.values]
                .map { $0.replacingScalars("\n", with: " ").replacingScalars("\t", with: " ") }
                .joined(separator: "\t")
        }
        let others = list.isEmpty ? [] : ["\(Self.systemsKey)\t\(list)"]
        let parts = heirs.isEmpty ? [] : ["\(Self.heirsKey)\t\(heirs.sorted().joined(separator: ","))"]
        return (lines + others + parts).joined(separator: "\n")
    }

    /// The changes in words; nil when rows that were not written read as before.
    ///
    /// A partition that has only come or only gone is no change: ids are compared at each sync. Where one has gone and
    /// another has come, ids of the first may be in the second, with the same versions. So may ids that were deleted from
    /// a partition that stays, when one transaction wrote both: then only a comparison of contents finds the other values.
    package func changes(since before: ColumnDefinitions) -> String? {
        let names = Set(columns.keys).union(before.columns.keys).sorted()
        let words = names.compactMap { name -> String? in
            switch (before.columns[name], columns[name]) {
            case (nil, nil): return nil
            case (nil, .some): return "\(name) has come"
            case (.some, nil): return "\(name) is gone"
            case (let old?, let new?):
                if old == new { return nil }
                if old.type != new.type {
                    return "\(name) is of type \(Self.words(new.type)), and was \(Self.words(old.type))"
                }
                if old.number != new.number || old.name != new.name { return "\(name) is another column" }
                return "\(name) was defined anew"
            }
        }
        let numbers = Set(systems.keys).union(before.systems.keys).sorted()
        let changed = numbers.compactMap { number -> String? in
            switch (before.systems[number], systems[number]) {
            case (nil, .some): "SRID \(number) has come"
            case (.some, nil): "SRID \(number) is gone"
            case (let old, let new): old == new ? nil : "SRID \(number) was defined anew"
            }
        }
        let areExchanged = !heirs.isSubset(of: before.heirs) && !before.heirs.isSubset(of: heirs)
        let exchanged = areExchanged ? ["partitions or child tables were exchanged"] : []
        let all = words + changed + exchanged
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }

    /// A type as SQL writes it. PostgreSQL keeps a length with four bytes of its own, and a precision and a scale
    /// as one number (`varchar.c`, `numeric.c`).
    private static func words(_ type: String) -> String {
        guard type.hasSuffix(")"), let start = type.firstIndex(of: "("),
            let modifier = Int(type[type.index(after: start)...].dropLast()), modifier >= 4
        else { return type }
        let (name, length) = (type[..<start], modifier - 4)
        switch name.hasPrefix("_") ? name.dropFirst() : name {
        case "varchar", "bpchar": return "\(name)(\(length))"
        case "numeric":
            // A scale has eleven bits, of which the first is its sign.
            let scale = ((length & 0x7ff) ^ 1_024) - 1_024
            return "\(name)(\(length >> 16),\(scale))"
        default: return type
        }
    }
}
