import Geoq
import GeoqFormats
import HTTPTypes

extension OGC {
    /// The definition of the API (OpenAPI 3.0), written from the endpoints.
    static let api = Endpoint(
        path: "/api", operation: "api", summary: "The definition of this API.", access: .open,
        cost: .little, formats: [.openapi, .html],
        schema: "OpenAPI"
    ) { ask in
        try ask.parameters.check()
        let document = APIDocument(ask.service, base: ask.base).value
        return ask.format == .html ? HTMLPage(title: "API", ask).api(ask.service.endpoints) : Reply(.openapi, document)
    }
}

/// Writes the OpenAPI 3.0.3 document.
struct APIDocument {
    private let service: Service
    private let base: String

    init(_ service: Service, base: String) {
        (self.service, self.base) = (service, base)
    }

    var value: JSONValue {
        var paths: [(String, JSONValue)] = []
        let endpoints = service.endpoints
        for endpoint in endpoints where endpoint.isDocumented {
            // Two endpoints may share path and method: they are one operation, with two
            // kinds of body.
            let same = endpoints.filter { $0.path == endpoint.path && $0.method == endpoint.method }
            if endpoint.takesForm, same.count > 1 { continue }
            let operation = (
                endpoint.method.rawValue.lowercased(), self.operation(endpoint, form: same.first(where: \.takesForm))
            )
            if let index = paths.firstIndex(where: { $0.0 == endpoint.path }) {
                paths[index].1 = paths[index].1.adding([operation])
            } else {
                paths.append((endpoint.path, JSONValue.object(JSONObject()).adding([operation])))
            }
        }
        var components: [(String, JSONValue)] = [("schemas", Schemas.all)]
        var document: [(String, JSONValue)] = [
            ("openapi", "3.0.3"),
            (
                "info",
                [
                    "title": "geoq", "version": "1.0.0",
                    "description":
                        "What is near here? Exact answers about birding places. Only the server's own page may change watchlists; errors are RFC 9457 problem details.",
                ]
            ),
            ("servers", [["url": .string(base)]]),
            ("paths", JSONValue.object(JSONObject()).adding(paths)),
        ]
        if service.configuration.token != nil {
            components.append(("securitySchemes", ["token": ["type": "http", "scheme": "bearer"]]))
        }
        document.append(("components", JSONValue.object(JSONObject()).adding(components)))
        return JSONValue.object(JSONObject()).adding(document)
    }

    /// - Parameter form: the endpoint that takes a form for the same operation.
    private func operation(_ endpoint: Endpoint, form: Endpoint?) -> JSONValue {
        let others: [JSONValue] =
            endpoint.pathParameters.map { Self.parameter($0, in: "path", isRequired: true) }
            + endpoint.headerParameters.map { Self.parameter($0, in: "header", isRequired: false) }
        var members: [(String, JSONValue)] = [
            ("operationId", .string(endpoint.operation)), ("summary", .string(endpoint.summary)),
            (
                "parameters",
                .array(others + (endpoint.takesForm ? [] : endpoint.parameters(in: service.live)).map(\.openAPI))
            ),
        ]
        var content: [(String, JSONValue)] = []
        if let body = endpoint.requestBody { content.append(("application/x-ndjson", ["schema": body])) }
        if !endpoint.members.isEmpty { content.append(("application/json", ["schema": Self.body(endpoint)])) }
        if let form { content.append((Form.mediaType, self.form(form.parameters(in: service.live)))) }
        if !content.isEmpty {
            members.append(
                ("requestBody", ["required": true, "content": JSONValue.object(JSONObject()).adding(content)]))
        }
        members.append(("responses", responses(endpoint)))
        if service.configuration.token != nil, endpoint.access != .open {
            members.append(("security", [["token": []]]))
        }
        return JSONValue.object(JSONObject()).adding(members)
    }

    private static func parameter(_ own: PathParameter, in place: String, isRequired: Bool) -> JSONValue {
        [
            "name": .string(own.name), "in": .string(place), "required": .bool(isRequired),
            "description": .string(own.summary), "schema": own.schema,
        ]
    }

    /// The schema of a body that is an object.
    private static func body(_ endpoint: Endpoint) -> JSONValue {
        let properties = endpoint.members.map { ($0.name, $0.memberSchema) }
        let required = endpoint.members.filter(\.isRequired).map { JSONValue.string($0.name) }
        let schema: JSONValue = [
            "type": "object", "additionalProperties": false,
            "properties": JSONValue.object(JSONObject()).adding(properties),
        ]
        return required.isEmpty ? schema : schema.adding([("required", .array(required))])
    }

    /// The media type of a form. Its parameters may also stand in the query.
    private func form(_ parameters: [Parameter]) -> JSONValue {
        let schema: JSONValue = [
            "type": "object", "additionalProperties": false,
            "properties": JSONValue.object(JSONObject()).adding(parameters.map { ($0.name, $0.formSchema) }),
        ]
        let lists = parameters.filter(\.isList).map { ($0.name, ["style": "form", "explode": false] as JSONValue) }
        let members = lists.isEmpty ? [] : [("encoding", JSONValue.object(JSONObject()).adding(lists))]
        return (["schema": schema] as JSONValue).adding(members)
    }

    private func responses(_ endpoint: Endpoint) -> JSONValue {
        let content: [(String, JSONValue)] = endpoint.formats.map { format in
            let schema: JSONValue =
                switch format {
                case .json, .geojson, .openapi, .schema:
                    ["$ref": .string("#/components/schemas/\(endpoint.schema ?? "Any")")]
                case .mvt, .picture: ["type": "string", "format": "binary"]
                default: ["type": "string"]
                }
            return (format.contentType, ["schema": schema])
        }
        var responses: [(String, JSONValue)] = [
            (
                String(endpoint.success.code),
                endpoint.success == .noContent
                    ? ["description": "It is done."]
                    : ["description": "The answer.", "content": JSONValue.object(JSONObject()).adding(content)]
            )
        ]
        if endpoint.caching != .never, !endpoint.takesForm {
            responses.append(("304", ["description": "What the client has still holds."]))
        }
        var problems = ["400": "A parameter is wrong; errors names each."]
        if endpoint.mayBeMissing { problems["404"] = "There is no such thing." }
        if endpoint.formats.count > 1 { problems["406"] = "Accept takes none of the formats." }
        if endpoint.access == .edits {
            problems["403"] =
                "The request is not the page's, or the server takes no changes, or may not write to the store."
            problems["409"] = "The list is changed elsewhere: it is mirrored."
            problems["507"] = "The disk of the store is full, or a limit for files is reached; nothing is changed."
        }
        if endpoint.access == .page {
            problems["403"] = "The request is not the page's, or the server shows this to its own machine alone."
        }
        if endpoint.members.contains(where: { $0.name.hasPrefix("was_") }) {
            problems["412"] = "The row has other values by now than were shown (was_…); nothing is changed."
        }
        if !endpoint.members.isEmpty {
            problems["413"] = "The body is too long."
            problems["415"] = "The body is no JSON."
        }
        if endpoint.method == .post, endpoint.members.isEmpty, !endpoint.takesForm {
            problems["413"] = "The body is too long."
        }
        if endpoint.takesForm {
            problems["413"] = "The form is too long."
            problems["415"] = "The body is no form."
        }
        if service.configuration.token != nil, endpoint.access != .open { problems["401"] = "The token is missing." }
        problems["503"] = "The server is busy, or not ready; try again."
        for (status, text) in problems.sorted(by: { $0.key < $1.key }) {
            responses.append((status, Self.problem(text)))
        }
        responses.append(("default", Self.problem("Anything else.")))
        return JSONValue.object(JSONObject()).adding(responses)
    }

    private static func problem(_ text: String) -> JSONValue {
        [
            "description": .string(text),
            "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
        ]
    }
}
