import Geoq
import HTTPTypes
import Hummingbird

/// A question whose parameters come as the form in a request's body, as browsers and
/// `curl --data-urlencode` send it: for an area or a route that is too long for a URL.
enum Form {
    static let mediaType = "application/x-www-form-urlencoded"

    /// Of the link to the next page, to which a client sends the same form again. The
    /// endpoint of a request without a form has no such parameter, so such a request is
    /// refused, and never answered as another question.
    static let tag = Parameter(
        "form", .text(expected: "what the next link of the page before says", example: nil),
        "The form that the page before was about, which has to be sent again; the next link has it.")

    /// Refuses a link of an answer to a form that is followed without the form.
    ///
    /// - Parameter problems: of the parameters in the request's query.
    static func check(_ endpoint: Endpoint, _ problems: [Problem.BadParameter]) throws(Problem) {
        guard problems.contains(where: { $0.name == tag.name }), endpoint.posted != nil else { return }
        throw .parameter(
            tag.name, nil, expected: tag.expected,
            reason: "the link is of an answer to a form; send the same form to it again, by POST")
    }

    static func isSent(with request: Request) -> Bool {
        request.mediaType == mediaType
    }
}

extension Request {
    /// The media type of the body, without parameters and in lower case; empty when the
    /// client names none.
    var mediaType: String {
        (headers[.contentType] ?? "").prefix { $0 != ";" }.trimmed.lowercased()
    }
}

extension Endpoint {
    /// Parameters that may be too long for a URL.
    private static let long: Set<String> = [Common.area.name, "coords", "route"]

    /// The same question by POST; nil when a URL always has room for it.
    var posted: Endpoint? {
        guard method == .get, parameters.contains(where: { Self.long.contains($0.name) }) else { return nil }
        var copy = self
        copy.method = .post
        copy.takesForm = true
        copy.operation = "\(operation)ByForm"
        copy.summary +=
            " The parameters come as a form, for what is too long for a URL; some may stand in the query, too. The next "
            + "page is asked with the same form again."
        // A page of HTML links to the next one, and a link sends no form.
        copy.formats.removeAll { $0 == .html }
        copy.parameters.append(Form.tag)
        copy.handleAtOnce = nil
        return copy
    }
}

extension Ask {
    /// Takes the form that the request brings: its parameters are those of the query
    /// and those of the form together.
    ///
    /// - Parameter format: finds the format of the answer once all parameters are there.
    /// - Throws: 415 for another type; 413 for a form that is too long; 400 for a form that
    ///   is not UTF-8, or not the form of the page before; 503 while too many forms are
    ///   read, of all clients or of this one.
    mutating func readForm(
        _ known: [Parameter], _ format: (inout ParameterReader) throws(Problem) -> Format
    ) async throws {
        guard Form.isSent(with: request) else {
            throw Problem(.unsupportedMediaType, "Send the parameters as \(Form.mediaType).")
        }
        let (gate, client) = (service.forms, service.client(of: connection))
        guard gate.enter(client) else {
            throw Problem(
                .serviceUnavailable,
                "\(gate.limit) forms are being read, or \(gate.limitOfClient) of this client; try again in a moment.",
                headers: [.retryAfter: "5"])
        }
        defer { gate.leave(client) }
        let bytes = try await bodyBytes(atMost: service.limits.formBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.badRequest, "The form is no UTF-8.")
        }
        if text.drop(while: \.isWhitespace).first == "{" {
            // What curl calls any body that it is not told about.
            throw Problem(
                .badRequest,
                "The body is JSON, and its Content-Type calls it a form. Lines of sightings for /match are "
                    + "application/x-ndjson; all else is asked by a form, name=value&name=value.")
        }
        let tag = EntityTag.hash(text)
        parameters = ParameterReader(
            query: [request.uri.query, text].compactMap(\.self).joined(separator: "&"), known: known)
        if let former = parameters.text(Form.tag), former != tag {
            parameters.note(Form.tag, reason: "the form is not that of the page before; send the same again")
        }
        form = tag
        self.format = try format(&parameters)
    }

    /// Refuses a body that is compressed: its bytes would be taken for text.
    ///
    /// - Throws: 415.
    func checkEncoding() throws(Problem) {
        guard let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" else { return }
        throw Problem(
            .unsupportedMediaType,
            "The body comes with Content-Encoding: \(Problem.shown(encoding)); send it as it is.",
            headers: [.acceptEncoding: "identity"])
    }

    /// The request's body.
    ///
    /// - Throws: 415 when it is compressed, 413 when it is longer, 400 when it breaks off.
    func bodyBytes(atMost most: Int) async throws -> [UInt8] {
        try checkEncoding()
        let tooLong = Problem(.contentTooLarge, "The body has more than \(most) bytes.")
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > most { throw tooLong }
        connection?.askForBody()
        var bytes: [UInt8] = []
        do {
            for try await piece in request.body {
                guard bytes.count + piece.readableBytes <= most else { throw tooLong }
                bytes += piece.readableBytesView
            }
        } catch let error where !(error is Problem || error is CancellationError) {
            // NIO's: the connection has ended, or its chunks make no sense.
            throw Problem(.badRequest, "The body broke off after \(bytes.count) bytes; send all of it.")
        }
        return bytes
    }
}
