extension ImportProbe {
    /// Refuses what no format can read, whatever it holds.
    ///
    /// - Throws: `FileProblem` with one sentence.
    func refuseUnreadable() throws {
        if input.members.contains(where: { $0 == "xl/workbook.xml" || $0 == "xl/workbook.bin" }) {
            throw FileProblem(
                file: input.name, reason: "this is an Excel workbook; save the sheet as CSV and import that")
        }
        guard let member = members.first else {
            throw FileProblem(file: input.name, reason: "there is nothing in it")
        }
        if members.count == 1, let reason = try head(of: member).unreadableReason {
            throw FileProblem(file: input.name, reason: reason)
        }
    }

    /// The sentence for an input that no format recognised.
    func unknownFormat() throws -> FileProblem {
        let tables = try tables()
        if tables.isEmpty {
            let heads = try members.map { try head(of: $0) }
            if members.count == 1, let head = heads.first {
                return FileProblem(file: input.name, reason: head.strangeReason)
            }
            return FileProblem(
                file: input.name,
                reason: "none of its \(members.count) files is a table or another format that geoq reads")
        }
        guard tables.count == 1, let (member, table) = tables.first else {
            return FileProblem(
                file: input.name,
                reason: "none of its tables (\(listing(tables.map(\.member)))) is in a known format; "
                    + "import one of them by itself with --map")
        }
        let file = fileName(of: member)
        if table.header.count < 2 {
            return FileProblem(
                file: file,
                reason: "this is not a table: its first line is \(FieldProblem.quoted(table.first.first ?? ""))")
        }
        let (missing, example) =
            switch options.kind {
            case .hotspots: ("lat, lon and name", "lat=…,lon=…,name=…")
            case .observations: ("lat, lon and a species or date", "lat=…,lon=…,scientific_name=…,date=…")
            case .birds: ("common_name", "common_name=…,scientific_name=…")
            case .watchlists: ("title", "title=…")
            }
        return FileProblem(
            file: file,
            reason: "no known format: found the columns \(table.header.summary) and miss \(missing); "
                + "name them with --map \(example)")
    }

    /// A note that some members were not read; nil when all were.
    func noteOfMembers(besides read: [String]) -> String? {
        let others = members.filter { !read.contains($0) }
        return others.isEmpty ? nil : "not read: \(listing(others))"
    }

    /// At most five names, and how many there are beyond.
    private func listing(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }
}

extension MemberHead {
    /// Why no format can read such bytes; nil when one might.
    fileprivate var unreadableReason: String? {
        switch content {
        case .empty: "the file is empty"
        case .pdf: "this is a PDF, not a data file"
        case .html: "this is a web page (HTML), perhaps one that asks to sign in, and not the download"
        case .zip: "this is a zip archive or an Excel workbook within another archive; unpack it first"
        case .gzip: "its gzip cannot be unpacked: it is damaged, or compressed twice"
        case .utf16: "this is UTF-16 text; save it as UTF-8"
        case .bareReturns: "its lines end with CR alone; save it with LF or CR LF line ends"
        case .binary: "this is binary data, not text"
        case .table, .json, .xml: nil
        }
    }

    /// What a member is that could be read and is in no known format.
    fileprivate var strangeReason: String {
        switch content {
        case .json: "this JSON is in no format that geoq knows"
        case .xml: "this is XML, which geoq reads only as the meta.xml of a Darwin Core archive"
        case .table: "its first line cannot be read as the header of a table"
        default: unreadableReason ?? "this is in no format that geoq knows"
        }
    }
}
