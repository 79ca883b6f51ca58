import Geoq

extension ArchiveDescription {
    /// Reads a `meta.xml`.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, or one byte more than `maximumBytes` of it.
    ///   - file: The name of the file in messages.
    /// - Throws: `FileProblem` when it is too large, is not well-formed XML,
    ///   has a document type, names no core, or describes a table that cannot
    ///   be.
    /// - Complexity: O(*n*) of the bytes.
    init(xml bytes: [UInt8], file: String) throws(FileProblem) {
        func problem(_ reason: String) -> FileProblem { FileProblem(file: file, reason: reason) }
        guard bytes.count <= ArchiveDescription.maximumBytes else {
            throw problem("larger than \(ArchiveDescription.maximumBytes) bytes")
        }
        let text = bytes.withUnsafeBufferPointer { TextEncoding.transcoded($0).text }
        var reader = XMLReader(text)
        var tables = TableCollector()
        do {
            while let piece = try reader.next() {
                switch piece {
                case .start(let name, let attributes): try tables.start(XMLReader.localName(name), attributes)
                case .text(let text): tables.text(text)
                case .end(let name): tables.end(XMLReader.localName(name))
                }
            }
        } catch let error as XMLReader.Problem {
            throw problem("not well-formed XML: line \(error.line): \(error.reason)")
        } catch let error as TableCollector.Problem {
            throw problem(error.reason)
        } catch {
            throw problem(String(describing: error))
        }
        guard tables.isArchive else { throw problem("not the description of an archive") }
        guard let core = tables.core else { throw problem("it names no core table") }
        self.init(core: core, extensions: tables.extensions)
    }
}

/// Collects the tables while the elements go by.
private struct TableCollector {
    struct Problem: Error {
        var reason: String
    }

    private(set) var isArchive = false
    private(set) var core: ArchiveDescription.Table?
    private(set) var extensions: [ArchiveDescription.Table] = []

    private var table: ArchiveDescription.Table?
    private var location: String?

    mutating func start(_ element: String, _ attributes: [String: String]) throws(Problem) {
        switch element {
        case "archive": isArchive = true
        case "core", "extension":
            guard extensions.count < ArchiveDescription.maximumTables else {
                throw Problem(reason: "more than \(ArchiveDescription.maximumTables) tables")
            }
            table = try TableCollector.table(attributes)
        case "location":
            guard table?.files.count ?? 0 < ArchiveDescription.maximumTables else {
                throw Problem(reason: "more than \(ArchiveDescription.maximumTables) files for one table")
            }
            location = ""
        case "id", "coreid": table?.idIndex = try TableCollector.index(attributes)
        case "field":
            guard table?.fields.count ?? 0 < ArchiveDescription.maximumColumns else {
                throw Problem(reason: "more than \(ArchiveDescription.maximumColumns) fields")
            }
            guard let term = attributes["term"] else { throw Problem(reason: "a field without a term") }
            table?.fields.append(
                ArchiveDescription.Field(
                    term: TableCollector.lastPart(term), index: try TableCollector.index(attributes),
                    defaultValue: attributes["default"]))
        default: break
        }
    }

    mutating func text(_ text: String) {
        location?.append(text)
    }

    mutating func end(_ element: String) {
        switch element {
        case "location":
            let path = location.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") } ?? ""
            if !path.isEmpty { table?.files.append(path) }
            location = nil
        case "core":
            core = core ?? table
            table = nil
        case "extension":
            if let table { extensions.append(table) }
            table = nil
        default: break
        }
    }

    private static func table(_ attributes: [String: String]) throws(Problem) -> ArchiveDescription.Table {
        var table = ArchiveDescription.Table(rowType: lastPart(attributes["rowType"] ?? ""))
        if let text = attributes["fieldsTerminatedBy"] {
            guard let separator = try byte(text) else { throw Problem(reason: "fieldsTerminatedBy is empty") }
            table.separator = separator
        }
        if let text = attributes["fieldsEnclosedBy"] { table.quote = try byte(text) }
        if let text = attributes["ignoreHeaderLines"] {
            guard let count = Int(text), (0...1000).contains(count) else {
                throw Problem(reason: "ignoreHeaderLines=\"\(text.prefix(20))\" is not a number of lines")
            }
            table.headerLines = count
        }
        if let encoding = attributes["encoding"] { table.encoding = encoding.lowercased() }
        return table
    }

    private static func index(_ attributes: [String: String]) throws(Problem) -> Int? {
        guard let text = attributes["index"] else { return nil }
        guard let index = Int(text), (0..<ArchiveDescription.maximumColumns).contains(index) else {
            throw Problem(reason: "index=\"\(text.prefix(20))\" is not the number of a column")
        }
        return index
    }

    /// The text guide writes tabs as `\t`; nil for an empty text.
    private static func byte(_ text: String) throws(Problem) -> UInt8? {
        switch text {
        case "": return nil
        case "\\t", "\t": return UInt8(ascii: "\t")
        default:
            guard text.utf8.count == 1, let byte = text.utf8.first else {
                throw Problem(reason: "\"\(text.prefix(20))\" is not one character that can separate or enclose fields")
            }
            return byte
        }
    }

    /// `http://rs.tdwg.org/dwc/terms/Event` → `Event`
    private static func lastPart(_ address: String) -> String {
        String(address.split(whereSeparator: { $0 == "/" || $0 == "#" }).last ?? "")
    }
}
