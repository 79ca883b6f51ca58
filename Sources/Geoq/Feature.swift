public import GeoqIndex

/// A thing with an id, perhaps a place, and named values in a fixed order: a
/// whole row of a layer, or a hit with its distance, ready to be written.
public struct Feature: Equatable, Sendable, Identifiable {
    /// One named value.
    public struct Field: Equatable, Sendable {
        /// The column's name.
        public var name: String
        /// What the feature has there; null when it has nothing.
        public var value: FieldValue

        /// A column's name and what the feature has there.
        public init(_ name: String, _ value: FieldValue) {
            (self.name, self.value) = (name, value)
        }
    }

    /// A UUID in lower case.
    public var id: String
    /// Where it is; nil when it has no place.
    public var coordinate: Coordinate?
    /// Everything but `id`, `lat` and `lon`, each name once.
    public var fields: [Field]
    package var sync = RowSync()

    /// - Parameters:
    ///   - id: a UUID in lower case.
    ///   - fields: in the order in which they are written, each name once.
    public init(id: String, coordinate: Coordinate?, fields: [Field]) {
        (self.id, self.coordinate, self.fields) = (id, coordinate, fields)
    }

    /// The value of a field; nil when there is none of that name.
    ///
    /// - Complexity: O(fields).
    public subscript(name: String) -> FieldValue? {
        fields.first { $0.name == name }?.value
    }

    /// The same for one of many names, most of which are asked for in the order of the fields.
    ///
    /// - Parameter position: where it is looked for first: 0 for the first name. Then it is the place behind the field
    ///   that was found.
    /// - Complexity: O(1) where the field is at that place, O(fields) elsewhere.
    package func value(of name: String, from position: inout Int) -> FieldValue? {
        func isOne(_ field: Field) -> Bool { field.name == name }
        let start = min(max(position, 0), fields.count)
        guard let index = fields[start...].firstIndex(where: isOne) ?? fields[..<start].firstIndex(where: isOne) else {
            return nil
        }
        position = index + 1
        return fields[index].value
    }
}
