import ArgumentParser
import Foundation

/// What the columns of a file are called, where geoq does not know their names.
struct ColumnMapOptions: ParsableArguments {
    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "Columns under other names: lat=Y,lon=X,name=N,id=I.", valueName: "field=column,..."))
    var maps: [String] = []

    func validate() throws { _ = try byField }

    /// Whether no column was named.
    var isEmpty: Bool { maps.isEmpty }

    /// The file's columns by geoq's fields.
    ///
    /// - Throws: `ValidationError` for a part that names no two, and for a field that is named twice.
    var byField: [String: String] {
        get throws {
            var columns: [String: String] = [:]
            for map in maps {
                let pairs = map.split(separator: ",", omittingEmptySubsequences: false)
                if pairs.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
                    throw ValidationError("--map \(map) does not name columns, such as lat=Y,lon=X.")
                }
                for pair in pairs {
                    let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                    guard parts.count == 2 else {
                        throw ValidationError("--map \(pair) is not field=column, such as lat=Y.")
                    }
                    let field = parts[0].trimmingCharacters(in: .whitespaces)
                    guard columns.updateValue(parts[1], forKey: field) == nil else {
                        throw ValidationError("--map names \(field) twice.")
                    }
                }
            }
            return columns
        }
    }
}
