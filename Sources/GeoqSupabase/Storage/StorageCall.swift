import FoundationEssentials
import Geoq

/// Requests to a project's Storage.
package enum StorageCall {
    /// Browsers and caches between may keep an object for an hour.
    private static let cacheSeconds = 3_600
    /// Longer lists of a folder come in pages.
    package static let pageOfList = 1_000
    /// The most paths that one request deletes.
    package static let mostDeleted = 100
    /// How long a person waits for a picture of which nothing comes: as long as for a connection.
    private static let patience = Duration.seconds(10)

    /// Sends a whole object.
    ///
    /// - Parameter replaces: whether it replaces one that is there; else that stays as
    ///   it is.
    package static func upload(
        _ bytes: [UInt8], to path: String, in bucket: StorageBucket, contentType: String, sha256: String,
        replaces: Bool = false
    ) -> WireRequest {
        var request = request("POST", ["object", bucket.rawValue], path, mayRepeat: false)
        request.headers += [
            ("content-type", contentType), ("cache-control", "max-age=\(cacheSeconds)"),
            ("x-upsert", "\(replaces)"), ("x-metadata", base64(metadata(sha256))),
        ]
        request.body = bytes
        return request
    }

    /// Asks what an object is.
    package static func info(_ path: String, in bucket: StorageBucket) -> WireRequest {
        request("GET", ["object", "info", bucket.rawValue], path, mayRepeat: true)
    }

    /// Asks for an object's bytes, by the user's own right.
    package static func download(_ path: String, in bucket: StorageBucket) -> WireRequest {
        var request = request("GET", ["object", "authenticated", bucket.rawValue], path, mayRepeat: true)
        // A picture is packed as it is.
        request.headers.append(("accept", "*/*"))
        request.silence = patience
        return request
    }

    /// Deletes objects. Those that are not there, or that the user may not delete,
    /// count for nothing.
    package static func delete(_ paths: [String], in bucket: StorageBucket) -> WireRequest {
        precondition(!paths.isEmpty && paths.count <= mostDeleted, "A request deletes 1 to \(mostDeleted) objects.")
        return WireRequest(.storage, "DELETE", "object", bucket.rawValue, mayRepeat: true)
            .with(json: .object(JSONObject([.init("prefixes", .array(paths.map { .string($0) }))])))
    }

    /// The address of an object of a public bucket. Caches between know a version by
    /// its own address.
    ///
    /// - Parameters:
    ///   - version: as a query has it: `v=0123456789abcdef`; empty for none.
    ///   - origin: the project's.
    package static func publicURL(
        _ path: String, in bucket: StorageBucket, version: String, at origin: String
    ) -> String {
        var request = request("GET", ["object", "public", bucket.rawValue], path, mayRepeat: true)
        if let mark = version.firstIndex(of: "=") {
            request.query.append((String(version[..<mark]), String(version[version.index(after: mark)...])))
        }
        return request.url(at: origin)
    }

    /// Asks for an address by which everyone can fetch an object for some time.
    package static func sign(_ path: String, in bucket: StorageBucket, seconds: Int) -> WireRequest {
        var request = request("POST", ["object", "sign", bucket.rawValue], path, mayRepeat: true)
            .with(json: .object(JSONObject([.init("expiresIn", .integer(Int64(seconds)))])))
        request.silence = patience
        return request
    }

    /// Asks for the names in a folder.
    ///
    /// - Parameter folder: a path without a slash at its end.
    package static func list(_ folder: String, in bucket: StorageBucket, from offset: Int) -> WireRequest {
        let order = JSONValue.object(JSONObject([.init("column", .string("name")), .init("order", .string("asc"))]))
        return WireRequest(.storage, "POST", "object", "list", bucket.rawValue, mayRepeat: true)
            .with(
                json: .object(
                    JSONObject([
                        .init("prefix", .string(folder)), .init("limit", .integer(Int64(pageOfList))),
                        .init("offset", .integer(Int64(offset))), .init("sortBy", order),
                    ])))
    }

    private static func request(
        _ method: String, _ words: [String], _ path: String, mayRepeat: Bool
    ) -> WireRequest {
        var request = WireRequest(.storage, method, mayRepeat: mayRepeat)
        request.path = words + path.split(separator: "/").map(String.init)
        return request
    }

    // MARK: - Uploads that can go on (tus 1.0.0, with Supabase's metadata)

    /// A server takes pieces of this length, and the rest as the last one.
    package static let pieceBytes = 6 << 20

    /// Begins an upload in pieces.
    ///
    /// - Parameter replaces: As of `upload`.
    package static func create(
        bytes: Int, to path: String, in bucket: StorageBucket, contentType: String, sha256: String,
        replaces: Bool = false
    ) -> WireRequest {
        var request = WireRequest(.storage, "POST", "upload", "resumable", mayRepeat: false)
        let facts = [
            ("bucketName", bucket.rawValue), ("objectName", path), ("contentType", contentType),
            ("cacheControl", "\(cacheSeconds)"), ("metadata", metadata(sha256)),
        ]
        request.headers += [
            version, ("upload-length", "\(bytes)"),
            ("upload-metadata", facts.map { "\($0) \(base64($1))" }.joined(separator: ",")),
            ("x-upsert", "\(replaces)"),
        ]
        return request
    }

    /// Asks how much of an upload is there.
    package static func offset(of id: String) -> WireRequest { resumable("HEAD", id, mayRepeat: true) }

    /// Sends the bytes from an offset on.
    package static func piece(_ bytes: [UInt8], of id: String, at offset: Int) -> WireRequest {
        var request = resumable("PATCH", id, mayRepeat: false)
        request.headers += [
            ("upload-offset", "\(offset)"), ("content-type", "application/offset+octet-stream"),
        ]
        request.body = bytes
        return request
    }

    private static func resumable(_ method: String, _ id: String, mayRepeat: Bool) -> WireRequest {
        var request = WireRequest(.storage, method, "upload", "resumable", id, mayRepeat: mayRepeat)
        request.headers.append(version)
        return request
    }

    private static let version = (name: "tus-resumable", value: "1.0.0")

    private static func metadata(_ sha256: String) -> String { #"{"sha256":"\#(sha256)"}"# }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
