package import Geoq
package import GeoqIndex

/// An area as a file gives it, before its rings are checked against each other.
///
/// What every ring has: at least four positions, the last one equal to the
/// first, each with a latitude in −90…90 and a longitude in −180…180 degrees.
/// Whether rings cross themselves or each other is not looked at. Heights and
/// measures (Z and M) are left out.
package struct AreaRecord: Hashable, Sendable {
    /// One attribute of an area.
    package struct Property: Hashable, Sendable {
        /// The name as the file writes it.
        package var name: String
        /// Never null.
        package var value: FieldValue

        package init(name: String, value: FieldValue) {
            (self.name, self.value) = (name, value)
        }
    }

    /// The text of the first of the attributes that `AreaFields.names` lists:
    /// `name`, `title`, `label`, `ADMIN`, `shapeName`, `NAME_5`…`NAME_0`, and
    /// others. Spaces at its ends are cut off; nothing else is changed. nil when
    /// the file gives no name.
    package var name: String?

    /// What the area is, from the first of the attributes that `AreaFields.kinds`
    /// lists: `kind`, `type`, `category`, `class`, `designation`, `admin_level`,
    /// `boundary`, `featurecla`, `shapeType`, and others. nil without one.
    package var kind: String?

    /// Polygons, in each the rings with the outer one first, in each the
    /// positions in the file's order and with the first one again at the end.
    ///
    /// The rings of a shapefile are reversed, so that outer rings run
    /// counter-clockwise as in GeoJSON (RFC 7946, 3.1.6); rings of other formats
    /// run as the file has them.
    package var polygons: [[[Coordinate]]]

    /// The same of the member `uncut` of a GeoJSON that geoq has written (`Area.geoJSON`): what was cut
    /// at ±180°, before it was cut. nil where there is no such member, or it is no polygons.
    package var uncut: [[[Coordinate]]]?

    /// The other attributes that are one text, number or truth value, in the
    /// file's order; at most `AreaFields.maximumProperties`.
    package var properties: [Property]

    /// Which feature of the file it is; 1 is the first. Features that are skipped
    /// or refused count.
    package var number: Int

    /// The line on which it begins; 1 is the first. nil in a shapefile.
    package var line: Int?

    /// The key of the row that it is; nil for a feature of a file.
    package var key: AreaKey?

    package init(
        name: String? = nil, kind: String? = nil, polygons: [[[Coordinate]]], properties: [Property] = [], number: Int,
        line: Int? = nil, key: AreaKey? = nil
    ) {
        (self.name, self.kind, self.polygons) = (name, kind, polygons)
        (self.properties, self.number, self.line) = (properties, number, line)
        self.key = key
    }
}
