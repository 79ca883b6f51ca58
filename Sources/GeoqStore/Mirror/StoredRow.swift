/// The stored values of a row of the store, in the order of the mirrored
/// columns. They are valid during one call only.
package struct StoredRow {
    private let statement: PreparedStatement
    private let first: Int32

    init(_ statement: PreparedStatement, first: Int32) {
        (self.statement, self.first) = (statement, first)
    }

    package func isNull(_ column: Int) -> Bool { statement.isNull(first + Int32(column)) }

    /// A number, if the value is stored as one.
    package func number(_ column: Int) -> Double? {
        statement.isNumber(first + Int32(column)) ? statement.double(first + Int32(column)) : nil
    }

    /// The bytes of a text; the digits of a number.
    package func withText<Value>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        statement.withText(first + Int32(column), body)
    }
}
