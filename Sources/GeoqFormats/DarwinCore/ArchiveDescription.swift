import Geoq

/// What the `meta.xml` of a Darwin Core archive says about its tables (Darwin
/// Core text guide, https://dwc.tdwg.org/text/).
struct ArchiveDescription: Equatable {
    /// One table: the core, or an extension with rows for the core's rows.
    struct Table: Equatable {
        /// The last part of the row type's address: `Occurrence`, `Event`.
        var rowType: String
        /// Paths as they stand there; more than one when a table is split.
        var files: [String] = []
        /// `fieldsTerminatedBy` as one byte.
        var separator = UInt8(ascii: ",")
        /// `fieldsEnclosedBy`; nil for none.
        var quote: UInt8? = UInt8(ascii: "\"")
        /// `ignoreHeaderLines`: how many lines come before the first row.
        var headerLines = 0
        /// In lower case.
        var encoding = "utf-8"
        /// The column of the core's id, in the core and in extensions.
        var idIndex: Int?
        var fields: [Field] = []
    }

    /// One column, or a value that all rows share.
    struct Field: Equatable {
        /// The last part of the term's address: `decimalLatitude`.
        var term: String
        /// Counts from 0; nil for a value that is only a default.
        var index: Int?
        /// The value of rows whose field is empty or missing.
        var defaultValue: String?
    }

    var core: Table
    var extensions: [Table]

    /// The largest `meta.xml` that is read, in bytes. GBIF's have 40 000.
    static let maximumBytes = 1 << 20
    /// Columns count to here; a larger index is refused.
    static let maximumColumns = 4096
    /// How many tables an archive may have, and files a table.
    static let maximumTables = 64
}

extension ArchiveDescription.Table {
    /// A name for each column, as a header line would have it; empty for
    /// columns without a term. The id's column is called `id` when no term
    /// names it.
    var columnNames: [String] {
        let last = max(fields.compactMap(\.index).max() ?? -1, idIndex ?? -1)
        var names = [String](repeating: "", count: last + 1)
        if let idIndex { names[idIndex] = "id" }
        for field in fields {
            if let index = field.index { names[index] = field.term }
        }
        return names
    }

    /// Whether a file of this name belongs to the table, in any folder.
    func hasFile(named name: String) -> Bool {
        files.contains { $0.split(separator: "/").last.map(String.init) == name }
    }
}
