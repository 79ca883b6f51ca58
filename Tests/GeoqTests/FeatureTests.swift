import Geoq
import Testing

/// The named values of a feature.
@Suite struct FeatureTests {
    private static let wide = Feature(
        id: "00000000-0000-0000-0000-000000000000", coordinate: nil,
        fields: (0..<1_600).map { .init("c\($0)", .integer(Int64($0))) })

    @Test func `values are found from any position, as by their names alone`() {
        for names in [["c0", "c1", "c2"], ["c1599", "c0", "c1599"], ["c5", "other", "c6"], ["c7", "c7", "c3"]] {
            for start in [0, 6, 1_600, 9_999, -1] {
                var position = start
                for name in names {
                    let value = Self.wide.value(of: name, from: &position)
                    #expect(value == Self.wide[name], "\(name) from \(start)")
                }
            }
        }
        let none = Feature(id: "", coordinate: nil, fields: [])
        var position = 3
        let value = none.value(of: "c0", from: &position)
        #expect(value == nil && position == 3)
    }

    @Test func `names in the order of the fields are each found where they are looked for`() {
        var position = 0
        for number in 0..<1_600 {
            // Nothing is looked through: the field is at the position.
            #expect(position == number)
            let value = Self.wide.value(of: "c\(number)", from: &position)
            #expect(value == .integer(Int64(number)))
        }
    }
}
