import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync

/// A statement with the values of its parameters.
struct ParameterizedSQL {
    var text: String
    var parameters: [String?]
}

extension TableQuery {
    /// The places of the table with their distances from the place of the
    /// question, as PostGIS computes them, their names, and what they keep.
    ///
    /// - Parameters:
    ///   - area: where to look.
    ///   - function: the function that gives the rows, instead of the table.
    ///   - isMeasured: whether an order is wanted: by distance from a circle's center, which each
    ///     row then has, or else by id.
    ///   - limit: how many at most, the nearest.
    ///   - withTexts: whether names and what they keep are wanted; NULL otherwise.
    func hits(
        _ area: PlaceArea, from function: String? = nil, isMeasured: Bool = true, limit: Int? = nil,
        hiding hidden: Set<FeatureID>, withTexts: Bool = true
    ) throws -> ParameterizedSQL {
        let places = try checkedPlaces
        let parameters = ParameterList()
        var rows = source
        if case .circle(let center, let radius) = area, let function {
            let arguments = [center.latitude, center.longitude, radius.kilometers].map(parameters.number)
            rows = "\(function)(\(arguments.joined(separator: ", "))) AS t"
        }
        var (meters, order) = ("NULL", isMeasured ? " ORDER BY \(id)" : "")
        if isMeasured, let center = area.center {
            meters = try """
            \(places.function("ST_Distance"))(\(places.geography), \(places.point(center, parameters.number)))
            """
            order = " ORDER BY 4, \(id)"
        }
        let condition = try condition(function == nil ? area : nil, hidden, parameters)
        // As a mirror reads them: a float4 written as text would be another
        // number.
        let degrees = [places.latitude, places.longitude].map { "(\($0))::pg_catalog.float8" }
        // A function gives rows without what is joined to those of the table.
        let kept = description.isRelation && function == nil ? relationValue(table.schema["kept"]) : nil
        let texts = withTexts ? (["name", "locality"].map(text) + [kept ?? "NULL"]).map { readable($0) } : []
        let columns = [id] + degrees + [meters] + (texts.isEmpty ? ["NULL", "NULL", "NULL"] : texts)
        let end = limit.map { " LIMIT \(parameters.integer($0))" } ?? ""
        return ParameterizedSQL(
            text: """
                SELECT \(columns.joined(separator: ", ")) FROM \(rows) WHERE \(condition)\(order)\(end)
                """, parameters: parameters.values)
    }

    var checkedPlaces: PlaceColumns {
        get throws {
            guard let places else { throw SyncError.schema("\(description.fullName) has no places that can be asked") }
            return places
        }
    }

    /// - Parameter area: nil for all rows.
    func condition(
        _ area: PlaceArea?, _ hidden: Set<FeatureID>, _ parameters: ParameterList
    ) throws -> String {
        let places = try checkedPlaces
        var conditions: [String] = []
        let region = RegionCondition(places, number: parameters.number)
        switch area {
        case .circle(let center, let radius): conditions.append(try region.within(radius, of: center))
        case .box(let box): conditions.append(try region.found(box))
        case .boxes(let boxes):
            // PostgreSQL asks an index for each of them, and joins what it finds: each row comes once.
            let any = try boxes.map { "(\(try region.found($0)))" }
            conditions.append(any.isEmpty ? "false" : "(\(any.joined(separator: " OR ")))")
        case nil: break
        }
        if let mayBelong { conditions.append(mayBelong) }
        conditions.append(places.isPlace)
        if !hidden.isEmpty { conditions.append(isNone(of: hidden.sorted(), parameters)) }
        return conditions.joined(separator: " AND ")
    }

    /// A column as text; an empty text for a missing column.
    private func text(_ column: String) -> String {
        if description.isRelation { return relationValue(table.schema[column]) ?? "NULL" }
        return description.source(of: column).map { "t.\(SQLText.name($0.name))::pg_catalog.text" } ?? "NULL"
    }
}

/// Where to look.
enum PlaceArea {
    case circle(Coordinate, Distance)
    case box(BoundingBox)
    /// In any of these boxes.
    case boxes([BoundingBox])

    var center: Coordinate? {
        if case .circle(let center, _) = self { center } else { nil }
    }
}
