import GeoqIndex

/// The rules for a latitude and a longitude that stand in fields.
package enum CoordinateFields {
    /// The place of a row.
    ///
    /// - Parameters:
    ///   - latitude: Degrees north; nil when the field is missing.
    ///   - longitude: Degrees east; nil when the field is missing.
    /// - Returns: nil when both are missing.
    /// - Throws: `FieldProblem` when one of two is missing, or a number is out
    ///   of range; with a hint when they look swapped. Its `column` is "lat"
    ///   or "lon".
    package static func coordinate(latitude: Double?, longitude: Double?) throws(FieldProblem) -> Coordinate? {
        switch (latitude, longitude) {
        case (nil, nil): return nil
        case (.some, nil): throw FieldProblem(column: "lon", reason: "lat without lon")
        case (nil, .some): throw FieldProblem(column: "lat", reason: "lon without lat")
        case (.some(let latitude), .some(let longitude)):
            do {
                return try Coordinate(strictLatitude: latitude, longitude: longitude)
            } catch {
                throw FieldProblem(error)
            }
        }
    }

    /// The same; a problem has the name of the column or member that is wrong.
    package static func coordinate(
        latitude: Double?, longitude: Double?, names: (latitude: String?, longitude: String?)
    ) throws(FieldProblem) -> Coordinate? {
        do {
            return try coordinate(latitude: latitude, longitude: longitude)
        } catch var problem {
            problem.column = (problem.column == "lat" ? names.latitude : names.longitude) ?? problem.column
            throw problem
        }
    }

    /// The reason for refusing a row that must have a place and has none.
    package static let missing = FieldProblem(column: "lat", reason: "no coordinates")
}

extension FieldProblem {
    private static let swapped = "did you swap lat and lon?"
    private static let fullCircle = "longitudes from 0 to 360? subtract 360 from those above 180"
    private static let projected = "coordinates of a projection must be converted to degrees (EPSG:4326) first"

    /// A coordinate out of range, the hint apart from the reason.
    package init(_ error: CoordinateError) {
        switch error {
        case .latitudeOutOfRange(let latitude, let longitude):
            // If the two were swapped, both would be in range.
            let isSwapped = abs(latitude) <= 180 && abs(longitude) <= 90
            self.init(
                column: "lat", value: String(latitude), reason: "lat \(latitude) out of range −90…90",
                hint: isSwapped ? FieldProblem.swapped : abs(latitude) > 360 ? FieldProblem.projected : nil)
        case .longitudeOutOfRange(let longitude):
            // Even swapped, the longitude would be no latitude.
            let isFullCircle = longitude > 180 && longitude <= 360
            self.init(
                column: "lon", value: String(longitude), reason: "lon \(longitude) out of range −180…180",
                hint: isFullCircle ? FieldProblem.fullCircle : abs(longitude) > 360 ? FieldProblem.projected : nil)
        case .southAboveNorth:
            // A field is a place and no box.
            self.init(column: "lat", reason: error.description)
        }
    }
}
