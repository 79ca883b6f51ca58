import CSQLite
import GRDB
import Geoq
import GeoqIndex

/// A statement that runs a million times: SQLite's C interface without another
/// layer. Values are bound by their number, from 1; columns are read from 0.
///
/// Lives inside one access to the database, as GRDB's statements do.
final class PreparedStatement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    /// SQLite's error for the first value since the last run that it refused.
    /// The next step throws it; otherwise the statement would run with an older
    /// value.
    private var refusal = SQLITE_OK

    /// SQLite copies the bytes before the call returns.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ db: Database, _ sql: String) throws {
        guard let connection = db.sqliteConnection else { preconditionFailure("The connection is open.") }
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
        guard code == SQLITE_OK, let handle else { throw Self.error(connection) }
        (self.handle, self.connection) = (handle, connection)
    }

    deinit {
        sqlite3_finalize(handle)
    }

    func bind(_ number: Int32, _ text: String?) {
        guard var bound = text else {
            took(sqlite3_bind_null(handle, number))
            return
        }
        bound.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { chars in
                took(
                    sqlite3_bind_text64(
                        handle, number, chars.baseAddress ?? Self.empty, UInt64(chars.count), Self.transient,
                        UInt8(SQLITE_UTF8)))
            }
        }
    }

    func bind(_ number: Int32, _ value: Double?) {
        took(value.map { sqlite3_bind_double(handle, number, $0) } ?? sqlite3_bind_null(handle, number))
    }

    func bind(_ number: Int32, _ value: Int64?) {
        took(value.map { sqlite3_bind_int64(handle, number, $0) } ?? sqlite3_bind_null(handle, number))
    }

    func bind(_ number: Int32, _ bytes: [UInt8]) {
        bytes.withUnsafeBytes {
            took(sqlite3_bind_blob64(handle, number, $0.baseAddress, UInt64($0.count), Self.transient))
        }
    }

    /// Binds the values of a row, without copies, and runs.
    ///
    /// They are bound for this run only: bind all anew before the next.
    ///
    /// - Parameter number: one more value, after those of the row.
    /// - Returns: how many rows the statement itself changed.
    @discardableResult
    func run(_ row: RowValues, and number: Int64? = nil) throws -> Int {
        try row.bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress ?? UnsafeRawPointer(Self.empty)
            var parameter: Int32 = 1
            for value in row.values {
                switch value {
                case .null: took(sqlite3_bind_null(handle, parameter))
                case .integer(let integer): took(sqlite3_bind_int64(handle, parameter, integer))
                case .real(let real): took(sqlite3_bind_double(handle, parameter, real))
                case .text(let range):
                    let text = (start + range.lowerBound).assumingMemoryBound(to: CChar.self)
                    took(sqlite3_bind_text64(handle, parameter, text, UInt64(range.count), nil, UInt8(SQLITE_UTF8)))
                case .blob(let range):
                    took(sqlite3_bind_blob64(handle, parameter, start + range.lowerBound, UInt64(range.count), nil))
                case .column(let column):
                    guard let origin = row.origin else { preconditionFailure("A column is of a statement.") }
                    bind(parameter, column, of: origin)
                }
                parameter += 1
            }
            if let number { bind(parameter, number) }
            return try run()
        }
    }

    func bind(_ number: Int32, value: FieldValue) {
        switch value {
        case .null: took(sqlite3_bind_null(handle, number))
        case .bool(let flag): took(sqlite3_bind_int64(handle, number, flag ? 1 : 0))
        case .integer(let integer): took(sqlite3_bind_int64(handle, number, integer))
        case .real(let real): took(sqlite3_bind_double(handle, number, real))
        case .text(let text): bind(number, text)
        }
    }

    /// Binds a column of another statement's row, unchanged.
    func bind(_ number: Int32, _ column: Int32, of other: PreparedStatement) {
        took(sqlite3_bind_value(handle, number, sqlite3_column_value(other.handle, column)))
    }

    private func took(_ code: Int32) {
        if code != SQLITE_OK, refusal == SQLITE_OK { refusal = code }
    }

    /// - Returns: whether there is a row.
    /// - Throws: `DatabaseError` when SQLite refused a value, or cannot go on.
    ///   Reset the statement before you bind the next values.
    func step() throws -> Bool {
        guard refusal == SQLITE_OK else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: refusal), message: String(cString: sqlite3_errstr(refusal)))
        }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw Self.error(connection)
        }
    }

    /// Runs to the end and resets the statement for the next values.
    ///
    /// - Returns: how many rows the statement itself changed.
    @discardableResult
    func run() throws -> Int {
        defer { reset() }
        while try step() {}
        return Int(sqlite3_changes64(connection))
    }

    /// Runs to the end and resets the statement for the next values.
    ///
    /// - Returns: the first column of the first row; nil without one.
    func firstRow() throws -> Int64? {
        defer { reset() }
        guard try step() else { return nil }
        let value = int(0)
        while try step() {}
        return value
    }

    func reset() {
        sqlite3_reset(handle)
        refusal = SQLITE_OK
    }

    /// A text; empty for NULL.
    func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Gives `body` the bytes of a column in SQLite's own memory; empty for
    /// NULL.
    func withBlob<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        let bytes = sqlite3_column_blob(handle, column)
        return body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// A number; NaN for NULL.
    func double(_ column: Int32) -> Double {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? .nan : sqlite3_column_double(handle, column)
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Whether a value is stored as a number.
    func isNumber(_ column: Int32) -> Bool {
        let type = sqlite3_column_type(handle, column)
        return type == SQLITE_INTEGER || type == SQLITE_FLOAT
    }

    /// Gives `body` the bytes of a text in SQLite's own memory; of a number its
    /// digits.
    func withText<Value>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let bytes = sqlite3_column_text(handle, column)
        return body(UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// A UUID in lower case; nil for anything else.
    func key(_ column: Int32) -> ItemKey? {
        guard let bytes = sqlite3_column_text(handle, column) else { return nil }
        let text = UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
        return FeatureID(lowercase: text)?.key
    }

    func int(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// Any value, as it is stored.
    func value(_ column: Int32) -> DatabaseValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: int(column).databaseValue
        case SQLITE_FLOAT: double(column).databaseValue
        case SQLITE_TEXT: text(column).databaseValue
        default: .null
        }
    }

    /// A value of a column of some type, with the whole of a text.
    func fieldValue(_ column: Int32, as type: ColumnType) -> FieldValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: return type == .boolean ? .bool(int(column) != 0) : .integer(int(column))
        case SQLITE_FLOAT:
            // Another program, or a remote, may have written infinity, which no format can write.
            let number = sqlite3_column_double(handle, column)
            return number.isFinite ? .real(number) : .null
        case SQLITE_TEXT: return .text(text(column))
        case SQLITE_BLOB: return .text(withBlob(column) { String(decoding: $0, as: UTF8.self) })
        default: return .null
        }
    }

    private nonisolated(unsafe) static let empty: UnsafePointer<CChar> = {
        let zero = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        zero.initialize(to: 0)
        return UnsafePointer(zero)
    }()

    private static func error(_ connection: OpaquePointer) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
            message: String(cString: sqlite3_errmsg(connection)))
    }
}
