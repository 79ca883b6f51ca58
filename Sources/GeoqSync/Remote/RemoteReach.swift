package import GeoqIndex

/// A remote's distances and geoq's differ by nanometers.
extension Distance {
    /// How much further than asked candidates are taken, in meters and as a share.
    private static let margin = (meters: 0.001, share: 1e-9)

    /// A little more: what a remote is asked, so that nothing on the edge is missing.
    package var widened: Distance {
        .meters(meters * (1 + Self.margin.share) + Self.margin.meters)
    }

    /// Half as much more. All that geoq finds to be within it, the remote has given
    /// when it was asked for `widened`; and all that the remote finds to be within the
    /// distance itself, geoq finds to be within it.
    package var halfWidened: Distance {
        .meters(meters * (1 + Self.margin.share / 2) + Self.margin.meters / 2)
    }
}
