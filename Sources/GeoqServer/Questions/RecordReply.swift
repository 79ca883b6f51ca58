import Geoq
import GeoqFormats

extension Ask {
    /// An answer of records that have the same fields: as JSON an object with their number and the
    /// records, else a record a line.
    ///
    /// - Parameters:
    ///   - name: the member of the object that has the records, and the name of a file of CSV.
    ///   - names: the names of the fields, which CSV has also without records.
    ///   - first: what the object has before its records, and `last` behind them.
    func reply(
        _ records: [[Feature.Field]], as name: String, names: [String] = [], first: [(String, JSONValue)] = [],
        last: [(String, JSONValue)] = []
    ) throws -> Reply {
        if format == .json {
            return document(of: records.count, as: name, first: first, last: last) { objects, bytes in
                for (index, record) in records.enumerated() {
                    bytes.append(index > 0 ? ",\n" : "\n")
                    objects.append(record, to: &bytes)
                }
            }
        }
        let collected = ByteCollector()
        let writer = RecordWriter(format == .csv ? .csv : .ndjson, names: names, output: collected.append)
        for record in records { try writer.write(record) }
        try writer.finish()
        var reply = Reply(format, collected.bytes)
        if format == .csv { reply.offer(as: "\(name).csv") }
        return reply
    }

    /// An object with the number of records and the records.
    ///
    /// - Parameter write: writes the records, each in a line of its own, with commas between.
    func document(
        of count: Int, as name: String, first: [(String, JSONValue)] = [], last: [(String, JSONValue)] = [],
        _ write: (inout RecordObjects, inout [UInt8]) -> Void
    ) -> Reply {
        var bytes = Array("{".utf8)
        func append(_ name: String, _ value: JSONValue) {
            if bytes.count > 1 { bytes.append(",") }
            bytes.appendJSONKey(name)
            bytes.appendJSON(value)
        }
        append("numberReturned", .count(count))
        for member in first { append(member.0, member.1) }
        bytes.append(",")
        bytes.appendJSONKey(name)
        bytes.append("[")
        var objects = RecordObjects()
        write(&objects, &bytes)
        bytes.append("]")
        for member in last { append(member.0, member.1) }
        bytes.append("}\n")
        return Reply(.json, bytes)
    }
}
