import Geoq
import GeoqFormats
import HTTPTypes
import Hummingbird
import NIOCore

/// A handler's answer, before it is compressed and gets its headers.
struct Reply: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// A file whose compressed bytes are kept, too.
        case asset(Asset)
        case stream(ResponseBody)
    }

    var status: HTTPResponse.Status = .ok
    var contentType: String
    var body: Body
    var headers = HTTPFields()
    /// The value of `Cache-Control`; nil for the endpoint's own.
    var caching: String?
    var isCompressible = true
    /// The headers of a request that decide about the answer.
    var varying: Varying = []

    init(_ format: Format, _ bytes: [UInt8]) {
        (contentType, body, isCompressible) = (format.contentType, .bytes(bytes), format.isCompressible)
    }

    init(_ format: Format, _ value: JSONValue) {
        var bytes: [UInt8] = []
        bytes.appendJSON(value)
        bytes.append(UInt8(ascii: "\n"))
        self.init(format, bytes)
    }

    /// Bytes that gzip makes no smaller.
    init(contentType: String, _ bytes: [UInt8]) {
        (self.contentType, body, isCompressible) = (contentType, .bytes(bytes), false)
    }

    init(_ format: Format, stream: ResponseBody) {
        (contentType, body, isCompressible) = (format.contentType, .stream(stream), false)
    }

    init(_ asset: Asset) {
        (contentType, body) = (asset.contentType, .asset(asset))
    }

    init(_ problem: Problem) {
        var bytes: [UInt8] = []
        bytes.appendJSON(problem.body)
        bytes.append(UInt8(ascii: "\n"))
        (status, contentType, body) = (problem.status, Problem.contentType, .bytes(bytes))
        headers = problem.headers
        caching = "no-store"
    }

    /// Makes a browser save the answer under a name (RFC 6266).
    mutating func offer(as name: String) {
        headers[.contentDisposition] = "attachment; filename=\"\(name)\""
    }

    /// Only a status.
    init(_ status: HTTPResponse.Status) {
        (self.status, contentType, body) = (status, "", .bytes([]))
    }

    /// The message for one request: compressed, or without content, as the
    /// request asks.
    func message(to request: Request) -> Message {
        var headers = headers
        if !contentType.isEmpty { headers[.contentType] = contentType }
        // Of a problem, which no endpoint has dressed.
        if let caching, headers[.cacheControl] == nil { headers[.cacheControl] = caching }
        var buffer: ByteBuffer
        let mayCompress = isCompressible && Gzip.isAccepted(request.headers[.acceptEncoding])
        let varying = isCompressible ? varying.union(.encoding) : varying
        if !varying.isEmpty { headers[.vary] = varying.names }
        switch body {
        case .stream(let stream):
            if request.method != .head { return Message(status: status, headers: headers, content: .stream(stream)) }
            // Without a length, NIO would write an end of chunks, which HEAD
            // must not have.
            headers[.contentLength] = "0"
            return Message(status: status, headers: headers, content: .none)
        case .asset(let asset):
            buffer = ByteBuffer(bytes: mayCompress ? asset.compressed ?? asset.bytes : asset.bytes)
            if mayCompress, asset.compressed != nil { headers[.contentEncoding] = "gzip" }
        case .bytes(let bytes):
            if mayCompress, bytes.count >= Gzip.smallest, let small = Gzip.compressed(bytes) {
                buffer = ByteBuffer(bytes: small)
                headers[.contentEncoding] = "gzip"
            } else {
                buffer = ByteBuffer(bytes: bytes)
            }
        }
        // RFC 9110, section 8.6: no length where there is no content.
        if status == .notModified || status == .noContent {
            return Message(status: status, headers: headers, content: .none)
        }
        headers[.contentLength] = String(buffer.readableBytes)
        // Section 9.3.2: the headers of GET without its content.
        return Message(status: status, headers: headers, content: request.method == .head ? .none : .bytes(buffer))
    }
}

/// An answer as it is sent.
struct Message {
    enum Content {
        case none
        case bytes(ByteBuffer)
        case stream(ResponseBody)
    }

    var status: HTTPResponse.Status
    var headers: HTTPFields
    var content: Content

    var head: HTTPResponse { HTTPResponse(status: status, headerFields: headers) }

    /// The same for Hummingbird, which adds a length to every answer without
    /// one.
    var response: Response {
        var response: Response
        switch content {
        case .none: response = Response(status: status, body: ResponseBody())
        case .bytes(let bytes): response = Response(status: status, body: ResponseBody(byteBuffer: bytes))
        case .stream(let stream): response = Response(status: status, body: stream)
        }
        response.headers = headers
        return response
    }
}

/// The headers of a request that decide about an answer (RFC 9110, section
/// 12.5.5).
struct Varying: OptionSet {
    static let format = Varying(rawValue: 1)
    static let encoding = Varying(rawValue: 2)
    static let origin = Varying(rawValue: 4)

    let rawValue: Int

    /// The value of `Vary`.
    var names: String { Self.allNames[rawValue & 7] }

    /// By combination, because every answer needs it.
    private static let allNames = (0..<8).map { number in
        ["Accept", "Accept-Encoding", "Origin"].enumerated().filter { number >> $0.offset & 1 == 1 }
            .map(\.element).joined(separator: ", ")
    }
}

/// A file of the page, read when the server starts.
struct Asset: Sendable {
    let contentType: String
    let bytes: [UInt8]
    let compressed: [UInt8]?
    /// Names the content.
    let tag: String

    init(_ bytes: [UInt8], contentType: String) {
        (self.bytes, self.contentType) = (bytes, contentType)
        let small = bytes.count >= Gzip.smallest ? Gzip.compressed(bytes, level: 9) : nil
        compressed = small.flatMap { $0.count < bytes.count ? $0 : nil }
        var hash = FNV1a()
        hash.add(bytes)
        tag = hash.text
    }
}
