import Geoq

/// The attributes of one feature, of which two are its name and its kind.
package struct AreaFields {
    /// Attributes that hold an area's name, the best first; letters and digits
    /// count, without case. `NAMELSAD` is the US Census' ("Tompkins County", where its
    /// `NAME` is "Tompkins"), `NAME_5`…`NAME_0` are GADM's, `shapeName` is
    /// geoBoundaries', `UNIT_NAME` the National Park Service's, `SITENAME` Natura 2000's, `ADMIN` and `SOVEREIGNT`
    /// Natural Earth's.
    package static let names = [
        "NAMELSAD", "name", "title", "label", "name_en", "shapeName", "site_name", "UNIT_NAME", "unit_nm", "park_name",
        "area_name", "region_name", "NAME_5", "NAME_4", "NAME_3", "NAME_2", "NAME_1", "NAME_0", "ADMIN", "NAME_LONG",
        "GEOUNIT", "SOVEREIGNT", "orig_name", "COUNTRY", "region",
    ]

    /// Attributes that tell what an area is, the best first.
    package static let kinds = [
        "kind", "type", "category", "class", "designation", "desig_eng", "desig", "admin_level", "boundary",
        "featurecla", "shapeType", "ENGTYPE_5", "ENGTYPE_4", "ENGTYPE_3", "ENGTYPE_2", "ENGTYPE_1", "unit_type",
        "site_type",
    ]

    /// How many other attributes are kept.
    package static let maximumProperties = 100
    /// The longest text of an attribute that is kept, in bytes of UTF-8.
    package static let longestText = 1_000

    /// In the file's order.
    private var all: [AreaRecord.Property] = []
    /// Attributes that were not kept.
    private(set) var leftOut = 0

    private static let nameRanks = ranks(names)
    private static let kindRanks = ranks(kinds)

    init() {}

    /// Takes an attribute; null says nothing and is not kept.
    mutating func append(_ name: String, _ value: FieldValue) {
        if value == .null { return }
        guard all.count < AreaFields.maximumProperties + 2, name.utf8.count <= JSONFieldBinder.maximumNameBytes else {
            leftOut += 1
            return
        }
        all.append(AreaRecord.Property(name: name, value: value))
    }

    /// Takes a member of a JSON object; arrays and objects are left out.
    mutating func append(_ member: JSONObject.Member) {
        switch member.value {
        case .null: break
        case .bool(let flag): append(member.name, .bool(flag))
        case .integer(let integer): append(member.name, .integer(integer))
        case .number(let number): append(member.name, .real(number))
        case .digits(let text), .string(let text): append(member.name, .text(text))
        case .array, .object: leftOut += 1
        }
    }

    /// Takes name and kind out.
    ///
    /// - Throws: `AreaProblem.longName`, `AreaProblem.nulInName`.
    mutating func takeNames() throws(AreaProblem) -> (name: String?, kind: String?) {
        let name = take(AreaFields.nameRanks)
        let kind = take(AreaFields.kindRanks)
        for text in [name, kind] {
            guard text?.utf8.count ?? 0 <= ImportRecord.longestName else {
                throw .longName(bytes: text?.utf8.count ?? 0)
            }
            if text?.utf8.contains(0) == true { throw .nulInName }
        }
        return (name, kind)
    }

    /// The properties that are left. Long ones, and those beyond the most that are kept, are left out and counted.
    mutating func takeProperties() -> [AreaRecord.Property] {
        let short = all.filter { property in
            if case .text(let text) = property.value { text.utf8.count <= AreaFields.longestText } else { true }
        }
        let kept = Array(short.prefix(AreaFields.maximumProperties))
        leftOut += all.count - kept.count
        return kept
    }

    private mutating func take(_ ranks: [ColumnName: Int]) -> String? {
        var best: (rank: Int, index: Int, text: String)?
        for (index, property) in all.enumerated() {
            guard let rank = ranks[ColumnName(property.name)], rank < best?.rank ?? .max,
                let text = AreaFields.text(property.value)
            else { continue }
            best = (rank, index, text)
        }
        guard let best else { return nil }
        all.remove(at: best.index)
        return best.text
    }

    /// The text without blanks at its ends; nil when nothing is left of it.
    private static func text(_ value: FieldValue) -> String? {
        switch value {
        case .text(var text):
            let trimmed = text.withUTF8 { String(decoding: $0.trimmed, as: UTF8.self) }
            return trimmed.isEmpty ? nil : trimmed
        case .integer(let integer): return String(integer)
        case .null, .bool, .real: return nil
        }
    }

    private static func ranks(_ names: [String]) -> [ColumnName: Int] {
        Dictionary(names.enumerated().map { (ColumnName($1), $0) }) { first, _ in first }
    }
}
