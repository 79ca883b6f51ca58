import Foundation
import Geoq
import GeoqFormats
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// The map and its files, all read when the server starts: no path of a
/// request ever reaches the file system.
final class MapPage: Sendable {
    /// By their paths below `/assets/`.
    private let assets: [String: Asset]
    private let page: Asset
    private let policy: String

    /// - Throws: `ServerError` when Leaflet is missing.
    init(_ configuration: ServerConfiguration) throws {
        var assets: [String: Asset] = [
            "map.css": Asset(PackageResources.map_css, contentType: Self.style),
            "pages.css": Asset(PackageResources.pages_css, contentType: Self.style),
            "icon.svg": Asset(PackageResources.icon_svg, contentType: "image/svg+xml"),
            "countries.json": Asset(PackageResources.countries_json, contentType: "application/json"),
            "land.bin": Asset(MapData.land, contentType: "application/octet-stream"),
            "places.tsv": Asset(MapData.places, contentType: "text/tab-separated-values; charset=utf-8"),
        ]
        for (name, script) in Self.scripts { assets["\(name).js"] = Asset(script, contentType: Self.script) }
        try assets.merge(Self.leaflet(in: configuration.leafletFolder)) { first, _ in first }
        self.assets = assets
        var html = String(decoding: PackageResources.index_html, as: UTF8.self)
        let tiles = configuration.onlineTiles ?? ""
        html = html.replacingOccurrences(of: "{{online-tiles}}", with: HTMLPage.escaped(tiles))
        html = html.replacingOccurrences(of: "{{needs-token}}", with: configuration.token == nil ? "no" : "yes")
        page = Asset(Array(html.utf8), contentType: Format.html.contentType)
        let images = try configuration.onlineTiles.map { try Self.origins(of: $0) } ?? []
        policy =
            "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data: blob:\(images.map { " " + $0 }.joined()); "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    /// By name; `map` imports the others.
    private static var scripts: [String: [UInt8]] {
        [
            "address": PackageResources.address_js, "base": PackageResources.base_js,
            "circle": PackageResources.circle_js, "coordinates": PackageResources.coordinates_js,
            "details": PackageResources.details_js, "drawing": PackageResources.drawing_js,
            "editor": PackageResources.editor_js, "edits": PackageResources.edits_js,
            "entries": PackageResources.entries_js, "events": PackageResources.events_js,
            "focus": PackageResources.focus_js, "handle": PackageResources.handle_js,
            "hits": PackageResources.hits_js, "land": PackageResources.land_js,
            "listener": PackageResources.listener_js, "live": PackageResources.live_js,
            "map": PackageResources.map_js, "names": PackageResources.names_js,
            "photos": PackageResources.photos_js, "presence": PackageResources.presence_js,
            "news": PackageResources.news_js, "places": PackageResources.places_js,
            "question": PackageResources.question_js, "search": PackageResources.search_js,
            "server": PackageResources.server_js, "share": PackageResources.share_js,
            "species": PackageResources.species_js, "text": PackageResources.text_js,
            "tiles": PackageResources.tiles_js, "trajectories": PackageResources.trajectories_js,
            "watchlists": PackageResources.watchlists_js,
        ]
    }

    private static let script = "text/javascript; charset=utf-8"
    private static let style = "text/css; charset=utf-8"

    /// `/`: the map for people, a list of links for programs.
    static let landing = Endpoint(
        path: "/", operation: "landing", summary: "What there is: links for programs, the map for people.",
        access: .open, caching: .own, formats: [.json, .html], schema: "Landing"
    ) { ask in
        try ask.parameters.check()
        guard ask.format == .html else { return Reply(.json, OGC.landing(ask)) }
        // A browser that draws the page will soon ask for tiles.
        if let moment = try? ask.service.live.moment() { ask.service.tiles.prepare(.hotspots, at: moment) }
        var reply = ask.service.page.page.reply(to: ask)
        reply.headers[.contentSecurityPolicy] = ask.service.page.policy
        return reply
    }

    /// `/assets/…`
    static let files = [
        file("/assets/{name}"), file("/assets/{folder}/{name}"), file("/assets/{folder}/images/{name}"),
    ]

    private static func file(_ path: String) -> Endpoint {
        Endpoint(
            path: path, operation: "asset", summary: "A file of the page.", access: .open, caching: .own,
            isDocumented: false
        ) { ask in
            let name = path.split(separator: "/").dropFirst().map { part in
                part.hasPrefix("{") ? ask.path(String(part.dropFirst().dropLast())) : String(part)
            }.joined(separator: "/")
            guard let asset = ask.service.page.assets[name] else {
                throw Problem(.notFound, "The page has no file of this name.")
            }
            var reply = asset.reply(to: ask)
            // A shared worker follows the policy of its own file, not the
            // page's.
            reply.headers[.contentSecurityPolicy] =
                "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
            return reply
        }
    }

    private static func leaflet(in folder: String) throws -> [String: Asset] {
        func read(_ name: String) -> [UInt8]? {
            FileManager.default.contents(atPath: "\(folder)/\(name)").map(Array.init)
        }
        guard let script = read("leaflet.min.js") ?? read("leaflet.js"), let style = read("leaflet.css") else {
            throw ServerError.leafletMissing(folder)
        }
        return [
            "leaflet/leaflet.js": Asset(script, contentType: Self.script),
            "leaflet/leaflet.css": Asset(style, contentType: Self.style),
        ]
    }

    /// `https://host` of a template of tiles; one for each of the letters that Leaflet puts in the place of `{s}`.
    private static func origins(of template: String) throws(ServerError) -> [String] {
        guard ["{z}", "{x}", "{y}"].allSatisfy(template.contains), !template.contains(where: { " ;,'\"".contains($0) })
        else { throw .badOnlineTiles(template) }
        var origins: [String] = []
        for letter in template.contains("{s}") ? ["a", "b", "c"] : [""] {
            let address = template.replacingOccurrences(of: "{s}", with: letter)
                .replacingOccurrences(of: "{", with: "").replacingOccurrences(of: "}", with: "")
            guard let url = URL(string: address), let scheme = url.scheme, ["http", "https"].contains(scheme),
                let host = url.host()
            else { throw .badOnlineTiles(template) }
            let origin = "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
            if !origins.contains(origin) { origins.append(origin) }
        }
        return origins
    }
}

extension Asset {
    /// The file, or 304 for a client that already has it.
    func reply(to ask: Ask) -> Reply {
        let tag = EntityTag(moment: self.tag)
        let names = ask.request.headers[.ifNoneMatch]
        var reply = tag.isNamed(by: names) || names?.trimmed == "*" ? Reply(.notModified) : Reply(self)
        reply.headers[.eTag] = tag.text
        reply.caching = "public, no-cache"
        return reply
    }
}
