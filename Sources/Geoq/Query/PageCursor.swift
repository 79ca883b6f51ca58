public import GeoqIndex

/// Where a page ended. The next page begins behind it.
public struct PageCursor: Hashable, Sendable, CustomStringConvertible {
    /// How far along a corridor the page's last hit is, in meters, to the last bit; nil for
    /// other questions.
    public var along: Double?
    /// The exact distance of the page's last hit (`Geodesic.inverse`, to the
    /// last bit); nil for a box and an area, whose hits are ordered by id alone.
    public var distance: Distance?
    /// The id of the page's last hit.
    public var id: FeatureID
    /// The version of the store that the page was read from.
    public var version: Int64
    /// `Corridor.lineDigest` of the line that `along` is along; nil when it was not said.
    package var line: UInt64?
    /// `Query.centerDigest` of the center that `distance` is from; nil when it was not said.
    package var center: UInt64?

    /// - Parameters:
    ///   - along: in meters, for a corridor.
    ///   - distance: of the page's last hit; nil for a box and an area.
    ///   - id: of the page's last hit.
    ///   - version: of the store that the page was read from.
    public init(along: Double? = nil, distance: Distance?, id: FeatureID, version: Int64) {
        (self.along, self.distance, self.id, self.version) = (along, distance, id, version)
    }

    /// `DISTANCE,ID,VERSION` and the like, as `description` gives it, with or without what tells the line or the
    /// center.
    ///
    /// - Complexity: O(characters).
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, let id = FeatureID(parts[1]), let version = Int64(parts[2]) else { return nil }
        if parts[0] == "-" {
            self.init(distance: nil, id: id, version: version)
            return
        }
        var words = parts[0].split(separator: Self.sign, omittingEmptySubsequences: false)
        var line: UInt64?
        var center: UInt64?
        if words.count == 3 {
            guard words[2].utf8.count == Self.digits, let digest = UInt64(words[2], radix: 16) else { return nil }
            words.removeLast()
            if words[1].isEmpty {
                center = digest
                words.removeLast()
            } else {
                line = digest
            }
        }
        var lengths: [Double] = []
        for word in words {
            guard let meters = Double(word), meters.isFinite, meters >= 0 else { return nil }
            lengths.append(meters)
        }
        guard let last = lengths.last, lengths.count <= 2 else { return nil }
        self.init(
            along: lengths.count == 2 ? lengths[0] : nil, distance: .meters(last), id: id, version: version)
        (self.line, self.center) = (line, center)
    }

    /// `12345.678901~~CENTER,8f14…,42`; `-` instead of a distance for boxes; for corridors
    /// `ALONG~DISTANCE~LINE`.
    public var description: String {
        var words = along.map { ["\($0)"] } ?? []
        words.append(distance.map { "\($0.meters)" } ?? "-")
        if along != nil, let line { words.append(HexDigits.text(line)) }
        if along == nil, distance != nil, let center { words += ["", HexDigits.text(center)] }
        return "\(words.joined(separator: String(Self.sign))),\(id),\(version)"
    }

    /// How many hexadecimal digits a digest has.
    private static let digits = 16

    /// Stands between two words; a URL has it as it is.
    private static let sign: Character = "~"
}

extension Query {
    /// Where the page ends whose last hit this is: `after` of the question for the next page.
    ///
    /// The distance of a hit is not enough for that: it is within a micrometer, and the order is to the last bit.
    ///
    /// - Parameters:
    ///   - hit: of an answer to this question.
    ///   - version: of the snapshot that gave the hit.
    /// - Complexity: O(1); along a corridor O(its segments).
    public func cursor(after hit: Hit, version: Int64) -> PageCursor {
        switch area {
        // The order is Karney's, to the last bit, and so is the cursor.
        case .around(let center, _):
            var cursor = PageCursor(distance: hit.geodesic(from: center).distance, id: hit.id, version: version)
            cursor.center = Self.centerDigest(center)
            return cursor
        case .box: return PageCursor(distance: nil, id: hit.id, version: version)
        case .along(let corridor):
            var cursor = PageCursor(
                along: corridor.foot(of: hit.coordinate)?.along, distance: hit.distance, id: hit.id, version: version)
            cursor.line = corridor.lineDigest
            return cursor
        }
    }

    /// A number that tells a center from others: the same in every program and on every machine.
    package static func centerDigest(_ center: Coordinate) -> UInt64 {
        var digest: UInt64 = 3
        // -0 is 0.
        for degrees in [center.latitude + 0, center.longitude + 0] {
            digest = (digest ^ degrees.bitPattern) &* 0x9E37_79B9_7F4A_7C15
            digest ^= digest >> 32
        }
        return digest
    }

    /// Refuses a cursor of another kind of question, of another line or center, or of other rows. Of the same center
    /// another radius goes on in the same order.
    package func checkCursor(version: Int64) throws(QueryError) {
        guard let after else { return }
        let fits =
            switch area {
            case .around: after.along == nil && after.distance != nil
            case .box: after.along == nil && after.distance == nil
            case .along: after.along != nil && after.distance != nil
            }
        guard fits else { throw .wrongCursor }
        if case .along(let corridor) = area, let line = after.line, line != corridor.lineDigest { throw .wrongLine }
        if case .around(let center, _) = area, let digest = after.center, digest != Self.centerDigest(center) {
            throw .wrongCenter
        }
        guard after.version == version else { throw .pageOutdated(after.version, now: version) }
    }
}
