import Foundation

extension PostgresCluster {
    /// A cluster with PostGIS in it.
    static func spatial() throws -> PostgresCluster {
        let cluster = try PostgresCluster()
        do {
            _ = try cluster.query("CREATE EXTENSION postgis")
        } catch {
            cluster.stop()
            throw error
        }
        return cluster
    }

    /// Makes a table of numbered rows.
    ///
    /// - Parameters:
    ///   - columns: float64, in the order of the file.
    ///   - raw: a data file.
    func load(_ table: String, _ columns: [String], from raw: String) throws {
        let rows = folder + "/\(table).csv"
        try Self.writeRows(raw, columns: columns.count, to: rows)
        let types = columns.map { "\($0) float8" }.joined(separator: ", ")
        _ = try query(
            "CREATE UNLOGGED TABLE \(table) (id integer, \(types)); COPY \(table) FROM '\(rows)' (FORMAT csv)")
        try FileManager.default.removeItem(atPath: rows)
    }

    /// Numbered rows of so many float64.
    private static func writeRows(_ raw: String, columns: Int, to path: String) throws {
        let data = try Data(contentsOf: URL(filePath: raw), options: .alwaysMapped)
        FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o644])
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        var text = ""
        for row in 0..<data.count / (8 * columns) {
            let numbers = data.withUnsafeBytes { bytes in
                (0..<columns).map {
                    Double(
                        bitPattern: UInt64(
                            littleEndian: bytes.loadUnaligned(
                                fromByteOffset: (row * columns + $0) * 8, as: UInt64.self)))
                }
            }
            text += "\(row)," + numbers.map { "\($0)" }.joined(separator: ",") + "\n"
            if row % 65_536 == 65_535 {
                try file.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }
}
