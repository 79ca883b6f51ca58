import Geoq
import GeoqStore

extension OGC {
    /// The names that clients may use in a filter (OGC API – Features, Part 3,
    /// section 6): each is a parameter of the items, too.
    static func queryables(of info: FeatureCollectionInfo) -> Endpoint {
        Endpoint(
            path: "/collections/\(info.id)/queryables", operation: "\(info.id)Queryables",
            summary: "What a filter on \(info.id) may name.", formats: [.schema, .html], schema: "JSONSchema"
        ) { ask in
            try ask.parameters.check()
            let kept = ask.service.live.keptColumns(of: info.layer)
            let types = LayerTable.filterColumns(of: info.layer, keeping: kept)
            let columns = info.queryables.map { ($0.name, types[$0.name] ?? .text) } + kept.map { ($0.name, $0.type) }
            return queryables(of: info.id, title: info.title, columns, ask)
        }
    }

    /// The document that names columns for a filter, and the point of a feature.
    static func queryables(
        of id: String, title: String, _ columns: [(name: String, type: ColumnType)], _ ask: Ask
    ) -> Reply {
        let point: JSONValue = [
            "title": "the point, for S_INTERSECTS and S_WITHIN", "format": "geometry-point",
            "x-ogc-role": "primary-geometry",
        ]
        let properties = [("geometry", point)] + columns.map { ($0.name, property($0.name, $0.type)) }
        return ask.document(
            [
                "$schema": .string(draft), "$id": .string(ask.link("/collections/\(id)/queryables")),
                "type": "object", "title": .string(title),
                "properties": JSONValue.object(JSONObject()).adding(properties), "additionalProperties": false,
            ], title: "\(title): queryables")
    }

    /// The schema of a feature.
    static func schema(of info: FeatureCollectionInfo) -> Endpoint {
        Endpoint(
            path: "/collections/\(info.id)/schema", operation: "\(info.id)Schema",
            summary: "What a feature of \(info.id) looks like.", formats: [.schema, .html], schema: "JSONSchema"
        ) { ask in
            try ask.parameters.check()
            let kept = ask.service.live.keptColumns(of: info.layer)
            let properties = LayerTable.columns(of: info.layer, keeping: kept).map {
                ($0.name, property($0.name, $0.type))
            }
            return ask.document(
                [
                    "$schema": .string(draft), "$id": .string(ask.link("/collections/\(info.id)/schema")),
                    "type": "object", "title": .string(info.title), "description": .string(info.description),
                    "required": ["type", "id", "geometry", "properties"],
                    "properties": [
                        "type": ["type": "string", "const": "Feature"], "id": ["type": "string", "format": "uuid"],
                        "geometry": [
                            "type": "object", "required": ["type", "coordinates"],
                            "properties": [
                                "type": ["type": "string", "const": "Point"],
                                "coordinates": [
                                    "type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number"],
                                ],
                            ],
                        ],
                        // A column without a value is null.
                        "properties": [
                            "type": "object", "properties": JSONValue.object(JSONObject()).adding(properties),
                        ],
                    ],
                ], title: "\(info.title): schema")
        }
    }

    private static let draft = "https://json-schema.org/draft/2020-12/schema"

    /// One type, without null as a second one: clients take the type of a
    /// column from here (GDAL does not read a list of types).
    private static func property(_ name: String, _ type: ColumnType) -> JSONValue {
        switch type {
        case .text: ["title": .string(name), "type": "string"]
        case .integer: ["title": .string(name), "type": "integer"]
        case .real: ["title": .string(name), "type": "number"]
        case .boolean: ["title": .string(name), "type": "boolean"]
        case .date: ["title": .string(name), "type": "string", "format": "date"]
        }
    }
}
