import Geoq
import GeoqFormats
import GeoqStore

/// The bodies as JSON schemas of OpenAPI 3.0.
enum Schemas {
    static let all: JSONValue = [
        "Any": ["type": "object"], "JSONSchema": object(["$schema", "$id", "type", "properties"]),
        "TileJSON": object(["tilejson", "tiles", "vector_layers"]), "OpenAPI": object(["openapi", "info", "paths"]),
        "Problem": [
            "type": "object", "required": ["title", "status", "detail"],
            "properties": [
                "type": string, "title": string, "status": integer, "detail": string,
                "errors": list(
                    [
                        "type": "object", "required": ["parameter", "expected", "detail"],
                        "properties": [
                            "parameter": string, "value": ["type": "string", "nullable": true], "expected": string,
                            "detail": string,
                        ],
                    ]),
            ],
        ],
        "Link": [
            "type": "object", "required": ["href", "rel"],
            "properties": ["href": string, "rel": string, "type": string, "title": string],
        ],
        "Landing": object(["title", "links"]), "Conformance": object(["conformsTo"]),
        "Collections": object(["links", "collections"]), "Collection": object(["id", "links", "extent"]),
        "Point": [
            "type": "object", "nullable": true, "required": ["type", "coordinates"],
            "properties": [
                "type": ["type": "string", "enum": ["Point"]],
                "coordinates": ["type": "array", "minItems": 2, "maxItems": 2, "items": ["type": "number"]],
            ],
        ],
        "Feature": feature(["type": "object"]),
        "FeatureCollection": collection(of: "Feature"),
        "Hit": feature(
            [
                "type": "object", "required": ["name"],
                "description": "Distance and bearing are from the center; all inside an area have neither.",
                "properties": [
                    "name": string, "distance_m": ["type": "number", "minimum": 0],
                    "bearing_deg": ["type": "number", "minimum": 0, "maximum": 360, "nullable": true],
                    "uncertainty_m": ["type": "number", "minimum": 0, "nullable": true],
                    "withheld": ["type": "string", "nullable": true],
                ],
            ]),
        "HitCollection": collection(of: "Hit"),
        "Along": feature(
            [
                "type": "object", "required": ["name", "along_m", "offset_m", "side"],
                "properties": [
                    "name": string, "along_m": ["type": "number", "minimum": 0],
                    "offset_m": ["type": "number", "minimum": 0],
                    "side": ["type": "string", "nullable": true, "enum": ["left", "right", nil]],
                    "uncertainty_m": ["type": "number", "minimum": 0, "nullable": true],
                    "withheld": ["type": "string", "nullable": true],
                ],
            ]),
        "AlongCollection": collection(of: "Along"),
        "Matched": feature(
            [
                "type": "object", "required": ["name", "certainty", "distance_m", "bearing_deg"],
                "properties": [
                    "name": string, "date": ["type": "string", "nullable": true],
                    "certainty": [
                        "type": "string", "enum": .array(Match.Certainty.allCases.map { .string($0.rawValue) }),
                    ],
                    "distance_m": ["type": "number", "minimum": 0, "nullable": true],
                    "bearing_deg": ["type": "number", "minimum": 0, "maximum": 360, "nullable": true],
                ],
            ]),
        "MatchedCollection": collection(of: "Matched"),
        "SpeciesList": [
            "type": "object", "required": ["numberReturned", "snapshot", "species"],
            "properties": [
                "numberReturned": integer, "snapshot": integer,
                "species": list(object(["common_name", "scientific_name", "observations", "last_seen", "nearest_m"])),
            ],
        ],
        "AreaList": [
            "type": "object", "required": ["numberReturned", "snapshot", "areas", "unusable"],
            "properties": [
                "numberMatched": integer, "numberReturned": integer, "snapshot": integer,
                "next": ["type": "string", "nullable": true],
                "areas": list(object(["id", "name", "kind", "source"])), "unusable": list(string),
            ],
        ],
        "MatchList": [
            "type": "object", "required": ["numberReturned", "matches"],
            "description": "The matches of all inside an area have their sighting, and come in pages.",
            "properties": [
                "numberMatched": integer, "numberReturned": integer, "snapshot": integer,
                "next": ["type": "string", "nullable": true],
                "matches": list(object(["watchlist", "title", "priority", "certainty", "distance_m", "inside_m"])),
            ],
        ],
        "Sighting": [
            "type": "object", "required": ["lat", "lon"],
            "properties": [
                "lat": ["type": "number", "minimum": -90, "maximum": 90],
                "lon": ["type": "number", "minimum": -360, "maximum": 360], "species": string, "date": string,
                "uncertainty_m": ["type": "number", "minimum": 0], "withheld": string,
            ],
        ],
        "EditState": [
            "type": "object",
            "required": ["allowed", "pictures", "pending", "failed", "conflicts", "rows", "complete"],
            "properties": [
                "allowed": ["type": "boolean"], "pictures": ["type": "boolean"],
                "refusal": ["type": "string", "nullable": true],
                "token": ["type": "string", "nullable": true], "project": ["type": "string", "nullable": true],
                "pending": integer, "failed": integer, "conflicts": integer, "complete": ["type": "boolean"],
                "home": [
                    "type": "object", "nullable": true, "required": ["lat", "lon"],
                    "properties": [
                        "name": ["type": "string", "nullable": true], "lat": ["type": "number"],
                        "lon": ["type": "number"],
                    ],
                ],
                "rows": list(
                    [
                        "type": "object", "required": ["table", "id", "status"],
                        "properties": [
                            "table": string, "id": ["type": "string", "format": "uuid"],
                            "status": [
                                "type": "string", "enum": .array(RowStatus.allCases.map { .string($0.rawValue) }),
                            ],
                            "reason": ["type": "string", "nullable": true],
                        ],
                    ]),
            ],
        ],
        "Edited": [
            "type": "object", "required": ["id"],
            "properties": [
                "id": ["type": "string", "format": "uuid"], "status": ["type": "string", "nullable": true],
            ],
        ],
        "PresenceList": [
            "type": "object", "required": ["numberReturned", "hotspots", "undated", "presence"],
            "properties": [
                "numberReturned": integer, "undated": integer, "hotspots": list(object(["id", "name", "distance_m"])),
                "presence": list(
                    object([
                        "common_name", "scientific_name", "bird_id", "week", "likelihood", "observations", "last_seen",
                    ])),
            ],
        ],
        "PhotoList": [
            "type": "object", "required": ["photos"],
            "properties": [
                "photos": list(
                    [
                        "type": "object", "required": ["id", "document"],
                        "properties": [
                            "id": ["type": "string", "format": "uuid"],
                            "taken": ["type": "string", "nullable": true], "document": ["type": "boolean"],
                        ],
                    ])
            ],
        ],
        "BirdList": [
            "type": "object", "required": ["numberMatched", "birds"],
            "properties": ["numberMatched": integer, "birds": list(object(["id", "common_name", "scientific_name"]))],
        ],
        "Health": object(["status"]),
        "FeatureList": object(["type", "features"]),
        "Circle": object(["type", "geometry", "properties"]),
    ]

    private static let string: JSONValue = ["type": "string"]
    private static let integer: JSONValue = ["type": "integer", "minimum": 0]

    private static func list(_ element: JSONValue) -> JSONValue {
        ["type": "array", "items": element]
    }

    private static func object(_ required: [String]) -> JSONValue {
        ["type": "object", "required": .array(required.map { .string($0) })]
    }

    private static func feature(_ properties: JSONValue) -> JSONValue {
        [
            "type": "object", "required": ["type", "id", "geometry", "properties"],
            "properties": [
                "type": ["type": "string", "enum": ["Feature"]], "id": ["type": "string", "format": "uuid"],
                "geometry": ["$ref": "#/components/schemas/Point"], "properties": properties,
            ],
        ]
    }

    private static func collection(of name: String) -> JSONValue {
        [
            "type": "object", "required": ["type", "features", "numberReturned", "links"],
            "properties": [
                "type": ["type": "string", "enum": ["FeatureCollection"]], "numberMatched": integer,
                "numberReturned": integer, "snapshot": integer,
                "links": list(["$ref": "#/components/schemas/Link"]),
                "features": list(["$ref": .string("#/components/schemas/\(name)")]),
            ],
        ]
    }
}
