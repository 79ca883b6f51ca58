import Geoq

/// An object of a project's Storage.
package struct StorageObject: Hashable, Sendable {
    package var bytes: Int
    /// The SHA-256 of its bytes, as its uploader gave it; nil when it gave none.
    package var sha256: String?
    /// When it was stored, as the server writes it.
    package var createdAt: String
    /// When its bytes were stored, which may have replaced others.
    package var storedAt: String

    package init(bytes: Int, sha256: String?, createdAt: String, storedAt: String? = nil) {
        (self.bytes, self.sha256, self.createdAt) = (bytes, sha256, createdAt)
        self.storedAt = storedAt ?? createdAt
    }

    /// - Parameter answer: to `StorageCall.info`.
    /// - Throws: `RemoteFault` of the class `drift` for another body.
    package init(_ answer: TransportAnswer) throws(RemoteFault) {
        guard let object = (try? JSONValue(parsing: answer.body))?.object, let size = StorageAnswer.size(object),
            let createdAt = (object["created_at"] ?? object["last_modified"])?.string
        else { throw StorageAnswer.unreadable("what it says of an object") }
        self.init(
            bytes: size, sha256: object["metadata"]?.object?["sha256"]?.string, createdAt: createdAt,
            storedAt: object["last_modified"]?.string)
    }
}

/// A name in a folder of a bucket.
package struct StorageName: Hashable, Sendable {
    package var name: String
    /// nil for a folder.
    package var bytes: Int?
}

/// Answers of Storage that are no object.
package enum StorageAnswer {
    /// The names of a folder.
    ///
    /// - Throws: `RemoteFault` of the class `drift` for another body.
    package static func names(_ answer: TransportAnswer) throws(RemoteFault) -> [StorageName] {
        guard let items = (try? JSONValue(parsing: answer.body))?.array else { throw unreadable("a list of names") }
        var names: [StorageName] = []
        for item in items {
            guard let object = item.object, let name = object["name"]?.string, !name.isEmpty, !name.contains("/") else {
                throw unreadable("a list of names")
            }
            let isFolder = object["id"].map { $0 == .null } ?? true
            names.append(StorageName(name: name, bytes: isFolder ? nil : object["metadata"]?.object.flatMap(size) ?? 0))
        }
        return names
    }

    /// The address that a signature makes: only below the project's own.
    ///
    /// - Returns: a secret, because each client that has it may fetch the object.
    /// - Throws: `RemoteFault` of the class `drift` for another body.
    package static func signedURL(_ answer: TransportAnswer, of project: SupabaseProject) throws(RemoteFault) -> Secret
    {
        guard let path = (try? JSONValue(parsing: answer.body))?.object?["signedURL"]?.string,
            path.hasPrefix("/object/sign/"), path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw unreadable("an address") }
        return Secret("\(project.origin)/storage/v1\(path)")
    }

    /// The name of an upload that has begun. The server tells an address; only its
    /// end is used, so that no bytes and no token go elsewhere.
    ///
    /// - Throws: `RemoteFault` of the class `drift` for another address.
    package static func uploadID(_ answer: TransportAnswer) throws(RemoteFault) -> String {
        guard let location = answer.header("location"), let range = location.firstRange(of: "/upload/resumable/")
        else { throw unreadable("where an upload goes on") }
        let id = location[range.upperBound...].prefix { $0 != "?" && $0 != "#" }
        guard !id.isEmpty, id.utf8.count <= 2_048,
            id.wholeMatch(of: /[A-Za-z0-9._-]+/) != nil, !id.allSatisfy({ $0 == "." })
        else { throw unreadable("where an upload goes on") }
        return String(id)
    }

    /// How many bytes of an upload are there.
    ///
    /// - Throws: `RemoteFault` of the class `drift` when the server does not say.
    package static func uploadOffset(_ answer: TransportAnswer) throws(RemoteFault) -> Int {
        guard let offset = answer.header("upload-offset").flatMap({ Int($0) }), offset >= 0 else {
            throw unreadable("how much of an upload is there")
        }
        return offset
    }

    /// nil for what is no number of bytes that an object can have: a sum of such numbers could overflow.
    fileprivate static func size(_ object: JSONObject) -> Int? {
        object["size"]?.double.flatMap { Int(exactly: $0) }.flatMap { (0...mostBytes).contains($0) ? $0 : nil }
    }

    /// 1 TiB.
    private static let mostBytes = 1 << 40

    static func unreadable(_ what: String) -> RemoteFault {
        RemoteFault(.drift, message: "the answer of Storage does not have \(what)")
    }
}
