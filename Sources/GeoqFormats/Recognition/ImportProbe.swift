import Geoq

/// An input as formats look at it to recognize it: its members and the
/// beginnings of their contents.
final class ImportProbe {
    let input: any ImportInput
    let options: ImportOptions
    /// Makes a table for joins, which may be larger than memory.
    let makeSpool: () throws -> any KeyedSpool

    /// How much of a member is looked at, in bytes.
    static let headBytes = 64 << 10

    /// Reads the dates of all members.
    var dates = DateReading(.yearFirst)

    private var heads: [String: MemberHead] = [:]

    init(_ input: any ImportInput, options: ImportOptions, makeSpool: @escaping () throws -> any KeyedSpool) {
        (self.input, self.options, self.makeSpool) = (input, options, makeSpool)
    }

    /// The members that can hold data: without hidden files and the private
    /// files of archivers.
    private(set) lazy var members: [String] = {
        let visible = input.members.filter { path in
            !path.hasSuffix("/")
                && !path.split(separator: "/").contains {
                    $0.hasPrefix(".") && $0 != "." && $0 != ".." || $0 == "__MACOSX"
                }
        }
        return input.members.count == 1 ? input.members : visible
    }()

    /// The beginning of a member. It is read once.
    func head(of member: String) throws -> MemberHead {
        if let head = heads[member] { return head }
        let head = MemberHead(member, bytes: try input.peek(member, count: ImportProbe.headBytes))
        heads[member] = head
        return head
    }

    /// The members that look like text tables, with their headers.
    func tables() throws -> [(member: String, table: TableHead)] {
        try members.compactMap { member in try head(of: member).table.map { (member, $0) } }
    }

    /// The name of a member in messages: the input's name, and the member's
    /// path if there are several members. A shapefile with the files beside it has the name of
    /// its `.shp`, which is one of the members.
    func fileName(of member: String) -> String {
        input.members.count == 1 || member == input.name ? input.name : "\(input.name)/\(member)"
    }

    /// Opens a member as a table, in the dialect that it was recognized by.
    ///
    /// - Parameter names: The columns, when the first line is already a row.
    func openTable(
        _ member: String, names: [String]? = nil, width: DelimitedTable.Width = .exact
    ) throws -> DelimitedTable {
        let (head, stream) = (try head(of: member).table, try input.open(member))
        let file = fileName(of: member)
        let table: DelimitedTable
        if let names {
            table = try DelimitedTable(
                stream, file: file, dialect: head?.dialect ?? .csv, names: names, width: width)
        } else if let head {
            table = try DelimitedTable(stream, file: file, head: head, width: width)
        } else {
            table = try DelimitedTable(stream, file: file, dialect: .csv, width: width)
        }
        table.dates = dates
        return table
    }

    /// Checks that the user asked for the kind of rows that the file holds.
    ///
    /// - Throws: `FileProblem` with one sentence if not.
    func expect(_ kind: ImportKind, in title: String) throws(FileProblem) {
        guard options.kind != kind else { return }
        throw FileProblem(file: input.name, .otherKind(title: title, holds: kind, asked: options.kind))
    }
}
