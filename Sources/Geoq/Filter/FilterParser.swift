import GeoqIndex

extension PropertyFilter {
    /// Reads CQL2 text (OGC 21-065r2, annex B), such as
    /// `name LIKE '%Marsh%' AND (count >= 3 OR date IS NULL)`.
    ///
    /// It understands `=`, `<>`, `<`, `<=`, `>`, `>=`, `IN`, `LIKE`, `BETWEEN`,
    /// `IS NULL`, each of the last four also with `NOT`, and `AND`, `OR`, `NOT`
    /// and parentheses. Keywords may be in any case. Values are texts, numbers,
    /// `TRUE`, `FALSE`, `DATE('yyyy-mm-dd')`, `TIMESTAMP('…')`, which is read as
    /// a text, and columns, plain or in double quotes. `CASEI(…)` of a column or
    /// text compares without regard to case.
    /// `S_INTERSECTS(geom, BBOX(west, south, east, north))` and the same with
    /// `POINT(lon lat)`, `POLYGON((lon lat, …))` or `MULTIPOLYGON` are conditions
    /// on the row's point; a polygon's edges are straight in longitude and
    /// latitude. Heights (`POINT Z`, a `BBOX` of six numbers) are left out.
    /// `S_WITHIN(geom, …)` is the same without the edges. `BETWEEN` takes any
    /// values, not only numbers, and `NOT` may be repeated.
    ///
    /// - Throws: `FilterError` with the place, also beyond one of the `Limits`.
    /// - Complexity: O(length).
    public init(cql2Text text: String) throws(FilterError) {
        try self.init(text, isDraft: false)
    }

    /// The same for the drafts of CQL2 (`cql-text`), which have `ILIKE`, too:
    /// a `LIKE` without regard to case.
    ///
    /// - Throws: `FilterError`, in the same cases.
    /// - Complexity: O(length).
    public init(cqlText text: String) throws(FilterError) {
        try self.init(text, isDraft: true)
    }

    private init(_ text: String, isDraft: Bool) throws(FilterError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Limits.textBytes else {
            throw .misfit(
                .tooLarge, "\(bytes.count) bytes of text are too many", "write at most \(Limits.textBytes)")
        }
        var parser = try FilterParser(bytes, isDraft: isDraft)
        self = try parser.parse()
    }
}

/// Recursive descent, one method a rule of the grammar.
struct FilterParser {
    var lexer: FilterLexer
    var token: FilterToken
    var depth = 0
    var conditions = 0

    /// Whether there is `ILIKE`.
    let isDraft: Bool

    init(_ bytes: [UInt8], isDraft: Bool) throws(FilterError) {
        self.isDraft = isDraft
        lexer = FilterLexer(bytes)
        token = try lexer.next()
    }

    /// The whole text.
    mutating func parse() throws(FilterError) -> PropertyFilter {
        let filter = try booleanExpression()
        guard token.kind == .end else { throw unexpected("AND, OR or the end") }
        return filter
    }

    /// `booleanExpression = booleanTerm [ {"OR" booleanTerm} ]`
    private mutating func booleanExpression() throws(FilterError) -> PropertyFilter {
        var terms = [try booleanTerm()]
        while try accept(.or) { terms.append(try booleanTerm()) }
        return terms.count == 1 ? terms[0] : .or(terms)
    }

    /// `booleanTerm = booleanFactor [ {"AND" booleanFactor} ]`
    private mutating func booleanTerm() throws(FilterError) -> PropertyFilter {
        var factors = [try booleanFactor()]
        while try accept(.and) { factors.append(try booleanFactor()) }
        return factors.count == 1 ? factors[0] : .and(factors)
    }

    /// `booleanFactor = ["NOT"] booleanPrimary`
    private mutating func booleanFactor() throws(FilterError) -> PropertyFilter {
        let opening = token
        if try accept(.not) {
            try deepen(opening)
            defer { depth -= 1 }
            return .not(try booleanFactor())
        }
        if token.kind == .leftParenthesis {
            try advance()
            try deepen(opening)
            defer { depth -= 1 }
            let inner = try booleanExpression()
            try expect(.rightParenthesis, "AND, OR or a closing parenthesis")
            return inner
        }
        return try predicate()
    }

    private mutating func deepen(_ opening: FilterToken) throws(FilterError) {
        depth += 1
        guard depth <= PropertyFilter.Limits.depth else {
            throw .at(
                opening.range.lowerBound, of: lexer.bytes, kind: .tooLarge,
                found: "more than \(PropertyFilter.Limits.depth) parentheses and NOTs within each other",
                expected: "fewer")
        }
    }

    /// `predicate` and `booleanLiteral`; the token behind the operand tells
    /// which.
    private mutating func predicate() throws(FilterError) -> PropertyFilter {
        conditions += 1
        guard conditions <= PropertyFilter.Limits.conditions else {
            throw tooLarge("more than \(PropertyFilter.Limits.conditions) conditions", expected: "fewer")
        }
        let start = token
        if case .word(let word) = token.kind, ["S_INTERSECTS", "S_WITHIN"].contains(word.uppercased()) {
            try advance()
            guard token.kind == .leftParenthesis else {
                throw unexpected("an opening parenthesis after \(word.uppercased())")
            }
            return try word.uppercased() == "S_WITHIN" ? containment() : intersection()
        }
        let left = try operand("a condition")
        if case .comparison(let comparison) = token.kind {
            try advance()
            return .comparison(left, comparison, try operand("a value"))
        }
        if try accept(.is) { return try nullTest(of: left, at: start) }
        let isNegated = try accept(.not)
        var filter: PropertyFilter
        if try accept(.isIn) {
            filter = .isIn(left, try list())
        } else if try accept(.like) {
            filter = .like(left, try pattern())
        } else if isDraft, case .word(let word) = token.kind, word.uppercased() == "ILIKE" {
            try advance()
            filter = .like(left.folded, LikePattern(try pattern().text, foldsCase: true))
        } else if try accept(.between) {
            let low = try operand("a value")
            guard try accept(.and) else { throw unexpected("AND and the upper end of BETWEEN") }
            filter = .between(left, low, try operand("a value"))
        } else if isNegated {
            throw unexpected("IN, LIKE or BETWEEN after NOT")
        } else if case .literal(.bool(let flag)) = left {
            return .constant(flag)
        } else if case .word(let word) = token.kind, word.uppercased() == "ILIKE" {
            throw unexpected("LIKE; without regard to case it is: CASEI(column) LIKE CASEI('mill%')")
        } else {
            throw unexpected("a comparison (=, <>, <, <=, >, >=, IN, LIKE, BETWEEN, IS NULL)")
        }
        if isNegated { filter = .not(filter) }
        return filter
    }

    /// `isNullPredicate`, after its `IS`.
    private mutating func nullTest(
        of operand: PropertyFilter.Operand, at start: FilterToken
    ) throws(FilterError) -> PropertyFilter {
        let isNegated = try accept(.not)
        guard case .column(let name) = operand else { throw unexpected("a column before IS", instead: start) }
        guard try accept(.null) else { throw unexpected(isNegated ? "NULL" : "NULL or NOT NULL") }
        return isNegated ? .not(.isNull(name)) : .isNull(name)
    }

    /// `inList`, with its parentheses.
    private mutating func list() throws(FilterError) -> [PropertyFilter.Operand] {
        try expect(.leftParenthesis, "a list in parentheses")
        var list = [try operand("a value")]
        while token.kind == .comma {
            try advance()
            guard list.count < PropertyFilter.Limits.listElements else {
                throw tooLarge(
                    "a list of more than \(PropertyFilter.Limits.listElements) values", expected: "a shorter one")
            }
            list.append(try operand("a value"))
        }
        try expect(.rightParenthesis, "a comma or a closing parenthesis")
        return list
    }

    /// `patternExpression`
    private mutating func pattern() throws(FilterError) -> LikePattern {
        let start = token
        let pattern: LikePattern
        switch try operand("a pattern in quotes") {
        case .literal(.text(let text)): pattern = LikePattern(text)
        case .foldedText(let text): pattern = LikePattern(text, foldsCase: true)
        default: throw unexpected("a pattern in quotes", instead: start)
        }
        guard pattern.text.utf8.count <= PropertyFilter.Limits.patternBytes else {
            throw .at(
                start.range.lowerBound, of: lexer.bytes, kind: .tooLarge,
                found: "a pattern of more than \(PropertyFilter.Limits.patternBytes) bytes",
                expected: "a shorter one")
        }
        return pattern
    }

    /// `scalarExpression`, without arithmetic.
    private mutating func operand(_ expected: String) throws(FilterError) -> PropertyFilter.Operand {
        let start = token
        switch token.kind {
        case .text(let text):
            try advance()
            return .literal(.text(text))
        case .integer(let integer):
            try advance()
            return .literal(.integer(integer))
        case .real(let number):
            try advance()
            return .literal(.real(number))
        case .quotedName(let name):
            try advance()
            return .column(name)
        case .word(let word):
            let keyword = FilterKeyword(rawValue: word.uppercased())
            guard keyword == nil || keyword == .yes || keyword == .no else { throw unexpected(expected) }
            try advance()
            if let keyword { return .literal(.bool(keyword == .yes)) }
            return token.kind == .leftParenthesis ? try call(of: word, at: start) : .column(word)
        case .comparison, .leftParenthesis, .rightParenthesis, .comma, .end:
            throw unexpected(expected)
        }
    }

    /// The arguments of a function, from the left parenthesis on.
    private mutating func call(of function: String, at start: FilterToken) throws(FilterError) -> PropertyFilter.Operand
    {
        try advance()
        let argument = token
        let result: PropertyFilter.Operand
        switch (function.uppercased(), argument.kind) {
        case ("DATE", .text(let text)):
            guard let day = Day(iso: text) else { throw unexpected("a day as 'yyyy-mm-dd'") }
            try advance()
            result = .literal(.date(day))
        case ("TIMESTAMP", .text(let text)):
            // Read as a text: columns hold days, and only the caller knows in
            // which columns.
            guard Day(iso: text.prefix(10)) != nil, text.utf8.count > 10 else {
                throw unexpected("a time as 'yyyy-mm-ddThh:mm:ssZ'")
            }
            try advance()
            result = .literal(.text(text))
        case ("DATE", _):
            throw unexpected("a day as 'yyyy-mm-dd'")
        case ("CASEI", _):
            try deepen(start)
            defer { depth -= 1 }
            switch try operand("a column or a text") {
            case .column(let name), .foldedColumn(let name): result = .foldedColumn(name)
            case .literal(.text(let text)), .foldedText(let text): result = .foldedText(text)
            case .literal: throw unexpected("a column or a text", instead: argument)
            }
        default:
            throw unexpected("a column, a value, CASEI(…), DATE(…) or TIMESTAMP(…)", instead: start)
        }
        try expect(.rightParenthesis, "a closing parenthesis")
        return result
    }

    mutating func advance() throws(FilterError) {
        token = try lexer.next()
    }

    /// Takes a keyword if it is the next word.
    mutating func accept(_ keyword: FilterKeyword) throws(FilterError) -> Bool {
        guard case .word(let word) = token.kind, word.uppercased() == keyword.rawValue else { return false }
        try advance()
        return true
    }

    mutating func expect(_ kind: FilterToken.Kind, _ expected: String) throws(FilterError) {
        guard token.kind == kind else { throw unexpected(expected) }
        try advance()
    }

    func unexpected(_ expected: String, instead other: FilterToken? = nil) -> FilterError {
        let token = other ?? token
        // The message shows only the start of a long literal; its bytes are cut
        // before.
        let bytes = lexer.bytes[token.range].prefix(200)
        let found = token.kind == .end ? "the end" : FilterError.excerpt(String(decoding: bytes, as: UTF8.self))
        return .at(token.range.lowerBound, of: lexer.bytes, found: found, expected: expected)
    }

    private func tooLarge(_ found: String, expected: String) -> FilterError {
        .at(token.range.lowerBound, of: lexer.bytes, kind: .tooLarge, found: found, expected: expected)
    }
}

extension PropertyFilter.Operand {
    /// The same operand, compared without regard to case.
    fileprivate var folded: Self {
        switch self {
        case .column(let name): .foldedColumn(name)
        case .literal(.text(let text)): .foldedText(text)
        default: self
        }
    }
}
