/// The colors that a picture names by numbers, without a profile.
enum NamedColors: Hashable, Sendable {
    case sRGB
    case displayP3
    /// Sent as if they were those of sRGB.
    case others

    static let noteOfOthers = "its colors are not those of sRGB, and are sent as if they were: they may look different"

    /// - Parameters:
    ///   - primaries: by the number of ITU-T H.273, as `transfer`.
    ///   - transfer: how light becomes samples.
    init(primaries: Int, transfer: Int) {
        // None is named, that of sRGB, or that of television, which is near it; not those of a high dynamic range.
        let isUsual = [1, 2, 6, 13, 14, 15].contains(transfer)
        self =
            switch primaries {
            case 1 where isUsual, 2 where isUsual: .sRGB
            case 12 where isUsual: .displayP3
            default: .others
            }
    }

    /// - Parameter places: x and y of white, red, green and blue in the diagram of colors, in hundred-thousandths.
    init(places: [Int]) {
        func isNear(_ others: [Int]) -> Bool {
            places.count == others.count && zip(places, others).allSatisfy { abs($0 - $1) <= 200 }
        }
        self =
            if isNear([31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]) {
                .sRGB
            } else if isNear([31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]) {
                .displayP3
            } else {
                .others
            }
    }

    /// The profile that a picture of these colors is sent with; nil where sRGB, which needs none, is the nearest.
    var profile: [UInt8]? { self == .displayP3 ? ColorProfile.displayP3 : nil }
}
