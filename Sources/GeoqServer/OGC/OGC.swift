import Geoq
import Synchronization

/// OGC API – Features, Part 1: Core (OGC 17-069r4) and Part 3: Filtering (OGC
/// 19-079r2) with CQL2 text, and queries by radius, area and corridor in the shape of OGC API – EDR.
enum OGC {
    static let crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"

    static let conformanceClasses = [
        "http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/core",
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core",
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30",
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson",
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/html",
        "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables",
        "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables-query-parameters",
        "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/filter",
        "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/features-filter",
        "http://www.opengis.net/spec/cql2/1.0/conf/cql2-text",
        "http://www.opengis.net/spec/cql2/1.0/conf/basic-cql2",
        "http://www.opengis.net/spec/cql2/1.0/conf/advanced-comparison-operators",
        "http://www.opengis.net/spec/cql2/1.0/conf/case-insensitive-comparison",
        "http://www.opengis.net/spec/cql2/1.0/conf/property-property",
        "http://www.opengis.net/spec/cql2/1.0/conf/basic-spatial-functions",
    ]

    static let endpoints =
        [conformance, api, collections]
        + FeatureCollectionInfo.all.flatMap {
            [
                description(of: $0), items(of: $0), item(of: $0), radius(of: $0), area(of: $0), corridor(of: $0),
                queryables(of: $0), schema(of: $0),
            ]
        }
        + WatchlistCollection.endpoints

    /// The body of `/` for programs (section 7.2).
    static func landing(_ ask: Ask) -> JSONValue {
        func link(_ rel: String, _ type: Format, _ path: String, _ title: String) -> JSONValue {
            [
                "rel": .string(rel), "type": .string(type.contentType), "title": .string(title),
                "href": .string(ask.link(path)),
            ]
        }
        return [
            "title": "geoq", "description": "What is near here? Exact answers about birding places.",
            "links": [
                link("self", .json, "/?f=json", "This document"),
                link("alternate", .html, "/?f=html", "The map"),
                link("service-desc", .openapi, "/api", "The definition of this API"),
                link("service-doc", .html, "/api?f=html", "The same for people"),
                link("conformance", .json, "/conformance", "What this server conforms to"),
                link("data", .json, "/collections", "The collections"),
                link("related", .json, "/areas", "The areas to ask inside of"),
                link("related", .json, "/tiles/areas.json", "Vector tiles of the areas (TileJSON)"),
            ],
        ]
    }

    private static let conformance = Endpoint(
        path: "/conformance", operation: "conformance", summary: "What this server conforms to.",
        access: .open, formats: [.json, .html], schema: "Conformance"
    ) { ask in
        try ask.parameters.check()
        let classes: JSONValue = ["conformsTo": .array(conformanceClasses.map { .string($0) })]
        return ask.document(classes, title: "Conformance")
    }

    private static let collections = Endpoint(
        path: "/collections", operation: "collections", summary: "What collections there are.",
        cost: .little, formats: [.json, .html], schema: "Collections"
    ) { ask in
        try ask.parameters.check()
        let documents = try FeatureCollectionInfo.all.map { info in
            info.document(ask, try ask.service.extents.extent(of: info.layer, at: try ask.wholeMoment))
        }
        let links: JSONValue = [
            ["rel": "self", "type": "application/json", "href": .string(ask.link("/collections"))],
            ["rel": "alternate", "type": "text/html", "href": .string(ask.link("/collections?f=html"))],
            [
                "rel": "related", "type": "application/json", "title": "Vector tiles of the areas (TileJSON)",
                "href": .string(ask.link("/tiles/areas.json")),
            ],
        ]
        let all = documents + [WatchlistCollection.document(ask)]
        return ask.document(["links": links, "collections": .array(all)], title: "Collections")
    }

    private static func description(of info: FeatureCollectionInfo) -> Endpoint {
        Endpoint(
            path: "/collections/\(info.id)", operation: "\(info.id)Description", summary: info.description,
            cost: .little, formats: [.json, .html], schema: "Collection"
        ) { ask in
            try ask.parameters.check()
            let extent = try ask.service.extents.extent(of: info.layer, at: try ask.wholeMoment)
            return ask.document(info.document(ask, extent), title: info.title)
        }
    }
}

extension Ask {
    /// A document as JSON, or as a page.
    func document(_ value: JSONValue, title: String) -> Reply {
        format == .html ? HTMLPage(title: title, self).document(value) : Reply(format, value)
    }

    /// The moment that the answer is about.
    var wholeMoment: Moment {
        get throws { try moment ?? service.live.moment() }
    }
}

/// The extents of the layers of the newest snapshot, each found once.
final class ExtentCache: Sendable {
    private let known = Mutex<(tag: String, extents: [Layer: LayerExtent])>(("", [:]))

    func extent(of layer: Layer, at moment: Moment) throws -> LayerExtent {
        if let extent = known.withLock({ $0.tag == moment.tag ? $0.extents[layer] : nil }) { return extent }
        let extent = try moment.snapshot.extent(of: layer)
        known.withLock { known in
            if known.tag != moment.tag { known = (moment.tag, [:]) }
            known.extents[layer] = extent
        }
        return extent
    }
}
