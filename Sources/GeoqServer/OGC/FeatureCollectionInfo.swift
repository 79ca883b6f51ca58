import Geoq
import GeoqStore

/// A collection of features, as OGC API – Features calls a layer.
struct FeatureCollectionInfo: Sendable {
    let layer: Layer
    let title: String
    let description: String

    var id: String { layer.rawValue }

    static let all = [
        FeatureCollectionInfo(
            layer: .hotspots, title: "Birding hotspots", description: "Places that birders share, by name."),
        FeatureCollectionInfo(
            layer: .observations, title: "Observations",
            description: "Birds that were seen at a place, most of them on a known day."),
    ]

    /// The columns that a feature has in a store.
    func columnNames(in store: LiveStore) -> [String] {
        LayerTable.columns(of: layer, keeping: store.keptColumns(of: layer)).map(\.name)
    }

    /// The columns of every store that a client may compare with a value, and
    /// name in a filter.
    var queryables: [Parameter] {
        let own = LayerTable.columns(of: layer).map { Self.queryable($0.name, $0.type) }
        return own + [("id", .text), ("lat", .real), ("lon", .real)].map(Self.queryable)
    }

    /// Parameters for the columns that mirrors of relations keep in a store. A column
    /// with the name of another parameter of the endpoint has none; a filter may name
    /// all columns.
    func keptQueryables(in store: LiveStore, besides taken: [Parameter]) -> [Parameter] {
        store.keptColumns(of: layer).filter { column in !taken.contains { $0.name == column.name } && column.name != "f"
        }
        .map { Self.queryable($0.name, $0.type) }
    }

    static func queryable(_ name: String, _ type: ColumnType) -> Parameter {
        let summary = "Only features whose \(name) is this."
        return switch type {
        // Columns of a mirrored relation may have any number.
        case .integer: Parameter(name, .integer(.min ... .max), summary)
        case .real:
            Parameter(
                name, .number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, unit: "any size"),
                summary)
        case .date: Parameter(name, .text(expected: "a day as yyyy-mm-dd", example: "2026-01-31"), summary)
        case .boolean: Parameter(name, .word(["true", "false"]), summary)
        case .text: Parameter(name, .text(expected: "a text", example: "Ithaca"), summary)
        }
    }

    /// The description of the collection (OGC API – Features 1.0, section
    /// 7.14).
    func document(_ ask: Ask, _ extent: LayerExtent) -> JSONValue {
        let path = "/collections/\(id)"
        func link(_ rel: String, _ type: Format, _ path: String, _ title: String) -> JSONValue {
            [
                "rel": .string(rel), "type": .string(type.mediaType), "title": .string(title),
                "href": .string(ask.link(path)),
            ]
        }
        let box = extent.box
        let corners: [Double] = box.map { [$0.west, $0.south, $0.east, $0.north] } ?? [-180, -90, 180, 90]
        let days: [JSONValue] =
            extent.days.map { [.string("\($0.lowerBound)T00:00:00Z"), .string("\($0.upperBound)T23:59:59Z")] } ?? [
                nil, nil,
            ]
        // In the words that `f` takes.
        let hitFormats = JSONValue.array(Questions.hitFormats.map { .string($0.rawValue) })
        let areaFormats = JSONValue.array(OGC.areaFormats.map { .string($0.rawValue) })
        let standardFormat = JSONValue.string(Format.geojson.rawValue)
        let crs84 = JSONValue.string(OGC.crs84)
        return [
            "id": .string(id), "title": .string(title), "description": .string(description), "itemType": "feature",
            "extent": [
                "spatial": ["bbox": [.array(corners.map { .number($0) })], "crs": crs84],
                "temporal": [
                    "interval": [.array(days)], "trs": "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian",
                ],
            ],
            "crs": [crs84], "storageCrs": crs84,
            "links": [
                link("self", .json, path, title),
                link("items", .geojson, "\(path)/items", "The features, as GeoJSON"),
                link("items", .html, "\(path)/items?f=html", "The features, for people"),
                link("data", .geojson, "\(path)/radius", "What lies within a radius (as OGC API – EDR asks)"),
                link("data", .geojson, "\(path)/area", "What lies inside an area (as OGC API – EDR asks)"),
                link("data", .geojson, "\(path)/corridor", "What lies along a line (as OGC API – EDR asks)"),
                // GDAL looks for the first of these two spellings; RFC 8288 has
                // the second.
                link("describedBy", .schema, "\(path)/schema", "What a feature looks like"),
                link("describedby", .schema, "\(path)/schema", "What a feature looks like"),
                link(
                    "http://www.opengis.net/def/rel/ogc/1.0/queryables", .schema, "\(path)/queryables",
                    "What a filter may name"),
                link("related", .json, "/tiles/\(id).json", "Vector tiles of them (TileJSON)"),
            ],
            "data_queries": [
                "radius": [
                    "link": [
                        "href": .string(ask.link("\(path)/radius")), "rel": "data",
                        "variables": [
                            "title": "Radius query", "query_type": "radius",
                            "within_units": .array(LengthUnit.allCases.map { .string($0.rawValue) }),
                            "output_formats": hitFormats,
                            "default_output_format": standardFormat,
                        ],
                    ]
                ],
                "corridor": [
                    "link": [
                        "href": .string(ask.link("\(path)/corridor")), "rel": "data",
                        "variables": [
                            "title": "Corridor query", "query_type": "corridor",
                            "width_units": .array(LengthUnit.allCases.map { .string($0.rawValue) }),
                            "height_units": ["m"], "output_formats": hitFormats,
                            "default_output_format": standardFormat,
                        ],
                    ]
                ],
                "area": [
                    "link": [
                        "href": .string(ask.link("\(path)/area")), "rel": "data",
                        "variables": [
                            "title": "Area query", "query_type": "area", "output_formats": areaFormats,
                            "default_output_format": standardFormat,
                        ],
                    ]
                ],
            ],
        ]
    }
}
