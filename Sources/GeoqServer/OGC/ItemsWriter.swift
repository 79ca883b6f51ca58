import Geoq
import GeoqFormats

/// Writes a page of features, as GeoJSON with the members that OGC API –
/// Features adds, as a table for people, or as rows of another format.
struct ItemsWriter {
    let page: ItemPage
    let info: FeatureCollectionInfo
    let next: String?

    func reply(_ ask: Ask) throws -> Reply {
        let whole = CollectionPage(
            ask: ask, matched: page.matched, returned: page.features.count, version: page.version, next: next,
            isTimed: true)
        switch ask.format {
        case .geojson: return whole.geoJSON { $1.appendGeoJSON(page.features[$0]) }
        case .html: return whole.linked(HTMLPage(title: info.title, ask).items(page, next: next, info))
        default:
            return whole.linked(
                try .features(page.features, as: ask.format, fields: info.columnNames, file: info.id))
        }
    }

    /// One feature.
    static func reply(_ feature: Feature, _ info: FeatureCollectionInfo, _ ask: Ask) -> Reply {
        if ask.format == .html { return HTMLPage(title: info.title, ask).item(feature, info) }
        var bytes: [UInt8] = []
        bytes.appendGeoJSON(feature)
        // Requirement 32: links of the feature, inside its object.
        bytes.removeLast()
        let own = "/collections/\(info.id)/items/\(feature.id)"
        let links: JSONValue = [
            .link("self", .geojson, ask.link(own)), .link("collection", .json, ask.link("/collections/\(info.id)")),
            .link("alternate", .html, ask.link(own, [("f", "html")])),
        ]
        bytes.append(contentsOf: #","links":"#.utf8)
        bytes.appendJSON(links)
        bytes.append(contentsOf: "}\n".utf8)
        return Reply(.geojson, bytes)
    }
}
