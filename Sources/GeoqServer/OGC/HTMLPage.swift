import Geoq
import GeoqFormats
import HTTPTypes

/// The same answers as pages for people: plain HTML, no script.
struct HTMLPage {
    private let title: String
    private let ask: Ask

    /// The page for a person who follows a link to something that needs the
    /// token.
    ///
    /// - Parameter root: the path at which the server is.
    static func needsToken(_ problem: Problem, root: Substring) -> Reply {
        var reply = page(
            "The token is needed",
            """
            <p>This server gives its answers to people who have its token. Reload this page and give the token as the
            password; any name will do. The <a href="\(root)/">map</a> asks for it, too. Programs send
            <code>Authorization: Bearer …</code></p>
            """, root: root)
        reply.status = problem.status
        reply.headers.append(contentsOf: problem.headers)
        reply.caching = "no-store"
        return reply
    }

    init(title: String, _ ask: Ask) {
        (self.title, self.ask) = (title, ask)
    }

    /// Any document: objects as lists of names, addresses as links.
    func document(_ value: JSONValue) -> Reply {
        page("<div class=\"document\">\(Self.html(value))</div>")
    }

    /// A table of features.
    func items(_ page: ItemPage, next: String?, _ info: FeatureCollectionInfo) -> Reply {
        var body = "<p>"
        if let matched = page.matched { body += "\(matched) features; " }
        body += "\(page.features.count) on this page. "
        body += "<a href=\"\(Self.escaped(ask.sameQuestion([("f", "geojson")])))\">GeoJSON</a></p>"
        let names = info.columnNames(in: ask.service.live)
        body += "<div class=\"scroll\"><table><thead><tr>"
        for name in names + ["lat", "lon"] { body += "<th scope=\"col\">\(Self.escaped(name))</th>" }
        body += "</tr></thead><tbody>"
        for feature in page.features {
            body += "<tr>"
            var position = 0
            for (index, name) in names.enumerated() {
                let text = Self.escaped(Self.text(feature.value(of: name, from: &position) ?? .null))
                let address = "\(ask.root)/collections/\(info.id)/items/\(feature.id)?f=html"
                body +=
                    index == 0
                    ? "<td><a href=\"\(address)\">\(text.isEmpty ? feature.id : text)</a></td>" : "<td>\(text)</td>"
            }
            body += "<td>\(feature.coordinate.map { "\($0.latitude)" } ?? "")</td>"
            body += "<td>\(feature.coordinate.map { "\($0.longitude)" } ?? "")</td></tr>"
        }
        body += "</tbody></table></div>"
        if let next { body += "<p><a rel=\"next\" href=\"\(Self.escaped(next))\">Next page</a></p>" }
        return self.page(body)
    }

    /// One feature, with the photos of an entry.
    func item(_ feature: Feature, _ info: FeatureCollectionInfo, photos: [PagePhoto] = []) -> Reply {
        var body = "<dl><dt>id</dt><dd>\(Self.escaped(feature.id))</dd>"
        for field in feature.fields where field.value != .null {
            body += "<dt>\(Self.escaped(field.name))</dt><dd>\(Self.escaped(Self.text(field.value)))</dd>"
        }
        if let place = feature.coordinate {
            let map = "\(ask.root)/#at=\(place.latitude),\(place.longitude)&layer=\(info.id)"
            body += "<dt>place</dt><dd><a href=\"\(map)\">\(place.latitude), \(place.longitude)</a></dd>"
        }
        body += "</dl>"
        if !photos.isEmpty {
            let shown = photos.map { photo($0, longitude: feature.coordinate?.longitude) }
            body += "<div class=\"photos\">\(shown.joined())</div>"
        }
        return page(body)
    }

    private func photo(_ shown: PagePhoto, longitude: Double?) -> String {
        let photo = shown.photo
        let address = "\(ask.root)/map/photos/\(photo.id)"
        let words = Self.escaped(
            photo.capturedAt.map { "Photo, taken \(Self.day($0, longitude: longitude))" } ?? "Photo")
        if shown.isDocument { return "<a href=\"\(address)\">Document</a>" }
        return """
            <a href="\(address)"><img src="\(address)?size=small" alt="\(words)" loading="lazy"></a>
            """
    }

    /// The day of a moment in UTC at a longitude, by the sun, as the map shows it; a day
    /// alone is that day, and without a place it is the day in UTC.
    private static func day(_ moment: String, longitude: Double?) -> String {
        let clock = moment.dropFirst(11).prefix(8).split(separator: ":").compactMap { Int($0) }
        guard let longitude, moment.hasSuffix("Z"), clock.count == 3, let day = Day(iso: moment.prefix(10)) else {
            return String(moment.prefix(10))
        }
        let ofDay = clock[0] * 3_600 + clock[1] * 60 + clock[2]
        let days = ((Double(ofDay) + longitude * 240) / 86_400).rounded(.down)
        return Day(number: day.number + Int32(days)).description
    }

    /// The endpoints with their parameters.
    func api(_ endpoints: [Endpoint]) -> Reply {
        var body = "<p>The same for programs: <a href=\"\(ask.root)/api?f=openapi\">OpenAPI 3.0</a>.</p>"
        for endpoint in endpoints where endpoint.isDocumented {
            body += "<h2><code>\(endpoint.method.rawValue) \(Self.escaped(endpoint.path))</code></h2>"
            body += "<p>\(Self.escaped(endpoint.summary))</p>"
            let parameters = endpoint.parameters(in: ask.service.live)
            if parameters.isEmpty { continue }
            body += "<div class=\"scroll\"><table><tbody>"
            for parameter in parameters {
                body += "<tr><th scope=\"row\"><code>\(Self.escaped(parameter.name))</code>"
                body += parameter.isRequired ? " (needed)</th>" : "</th>"
                body += "<td>\(Self.escaped(parameter.summary))</td><td>\(Self.escaped(parameter.expected))</td></tr>"
            }
            body += "</tbody></table></div>"
        }
        return page(body)
    }

    private func page(_ body: String) -> Reply {
        Self.page(title, body, root: ask.root)
    }

    private static func page(_ title: String, _ body: String, root: some StringProtocol) -> Reply {
        let text = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <link rel="icon" href="\(root)/assets/icon.svg" type="image/svg+xml">
            <title>\(Self.escaped(title)) – geoq</title><link rel="stylesheet" href="\(root)/assets/pages.css"></head>
            <body><header><nav aria-label="geoq"><a href="\(root)/">geoq</a>
            <a href="\(root)/collections?f=html">Collections</a> <a href="\(root)/api?f=html">API</a></nav></header>
            <main><h1>\(Self.escaped(title))</h1>
            \(body)
            </main></body></html>

            """
        var reply = Reply(.html, Array(text.utf8))
        reply.headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return reply
    }

    private static func html(_ value: JSONValue) -> String {
        switch value {
        case .object(let object):
            "<dl>" + object.members.map { "<dt>\(escaped($0.name))</dt><dd>\(html($0.value))</dd>" }.joined() + "</dl>"
        case .array(let elements): "<ul>" + elements.map { "<li>\(html($0))</li>" }.joined() + "</ul>"
        case .string(let text) where text.hasPrefix("http://") || text.hasPrefix("https://"):
            "<a href=\"\(escaped(text))\">\(escaped(text))</a>"
        case .string(let text): escaped(text)
        default: escaped(value.text)
        }
    }

    private static func text(_ value: FieldValue) -> String {
        switch value {
        case .null: ""
        case .bool(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text
        }
    }

    /// Text as HTML shows it, in elements and in attributes with quotes.
    /// Characters that reverse the direction of writing, and characters without
    /// a shape, become U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\0"..."\u{8}", "\u{B}"..."\u{C}",
                "\u{E}"..."\u{1F}",
                "\u{7F}"..."\u{9F}":
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
