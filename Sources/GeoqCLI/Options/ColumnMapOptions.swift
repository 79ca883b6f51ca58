import ArgumentParser
import Foundation

/// What the columns of a file are called, where geoq does not know their names.
struct ColumnMapOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Columns under other names: lat=Y,lon=X,name=N,id=I.", valueName: "field=column,..."))
    var map: String?

    func validate() throws { _ = try byField }

    /// The file's columns by geoq's fields.
    ///
    /// - Throws: `ValidationError` for a part that names no two.
    var byField: [String: String] {
        get throws {
            guard let map else { return [:] }
            var columns: [String: String] = [:]
            let pairs = map.split(separator: ",", omittingEmptySubsequences: false)
            if pairs.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
                throw ValidationError("--map \(map) does not name columns, such as lat=Y,lon=X.")
            }
            for pair in pairs {
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2 else {
                    throw ValidationError("--map \(pair) is not field=column, such as lat=Y.")
                }
                columns[parts[0].trimmingCharacters(in: .whitespaces)] = parts[1]
            }
            return columns
        }
    }
}
