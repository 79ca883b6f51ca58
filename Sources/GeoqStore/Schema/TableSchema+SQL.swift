import Geoq

extension TableSchema {
    /// SQL that adds a row whose id is new, and otherwise does nothing. The
    /// parameters are the columns, in their order, from 1.
    func insertion(_ columns: [String]) -> String {
        """
        INSERT INTO \(name) (\(columns.map { "\"\($0)\"" }.joined(separator: ", ")))
        VALUES (\((1...columns.count).map { "?\($0)" }.joined(separator: ", ")))
        ON CONFLICT (id) DO NOTHING
        """
    }

    /// SQL that changes a row that differs, with the same parameters, and the
    /// row's number as the last. A geometry that follows `lat` and `lon` is not
    /// compared.
    ///
    /// - Parameters:
    ///   - columns: the first is `id`.
    ///   - untouched: columns that stay as they are.
    func changing(_ columns: [String], untouched: Set<String>) -> String {
        let numbered = columns.enumerated().dropFirst().map { (name: $0.element, number: $0.offset + 1) }
            .filter { !untouched.contains($0.name) }
        let compared = numbered.filter { !(hasPlace && $0.name == "geom") }
        return """
            UPDATE \(name) SET \(numbered.map { "\"\($0.name)\" = ?\($0.number)" }.joined(separator: ", "))
            WHERE fid = ?\(columns.count + 1)
                AND (\(compared.map { "\"\($0.name)\"" }.joined(separator: ", ")))
                    IS NOT (\(compared.map { "?\($0.number)" }.joined(separator: ", ")))
            """
    }
}
