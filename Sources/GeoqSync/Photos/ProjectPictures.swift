package import Geoq
import GeoqStore
package import GeoqSupabase

/// The pictures of a project's Storage, by the right of the user who is logged in.
package struct ProjectPictures: Sendable {
    let client: ProjectClient

    /// A remote that has pictures.
    package init(_ client: ProjectClient) {
        self.client = client
    }

    /// The largest picture that is fetched.
    private static let mostBytes = 16 << 20

    /// Fetches an object.
    ///
    /// - Throws: `SyncError`, of the kind `noTable` for an object that is not there
    ///   or that the user may not see; `CancellationError`.
    package func download(_ path: String, from bucket: StorageBucket = .watchlistPhotos) async throws -> [UInt8] {
        try await translating(bucket) {
            let answer = try await client.send(StorageCall.download(path, in: bucket))
            guard answer.body.count <= Self.mostBytes else {
                throw SyncError(
                    .protocol, "the picture has \(answer.body.count) bytes, and \(Self.mostBytes) is the most",
                    retryMayHelp: false)
            }
            return answer.body
        }
    }

    /// What the project says of an object; nil when it is not there.
    ///
    /// - Throws: `SyncError`, `CancellationError`.
    package func object(_ path: String, in bucket: StorageBucket = .watchlistPhotos) async throws -> StorageObject? {
        try await translating(bucket) {
            do {
                return try StorageObject(try await client.send(StorageCall.info(path, in: bucket)))
            } catch let fault as RemoteFault where StorageFault(fault, isResumable: false) == .noObject {
                return nil
            }
        }
    }

    /// Asks for an address by which everyone can fetch an object for some time.
    ///
    /// - Throws: `SyncError`, `CancellationError`.
    func sign(_ path: String, in bucket: StorageBucket = .watchlistPhotos, seconds: Int) async throws -> Secret {
        try await translating(bucket) {
            let answer = try await client.send(StorageCall.sign(path, in: bucket, seconds: seconds))
            return try StorageAnswer.signedURL(answer, of: client.project)
        }
    }

    /// Deletes objects.
    ///
    /// - Returns: how many were there.
    /// - Throws: `SyncError`, `CancellationError`.
    @discardableResult
    package func delete(_ paths: [String], in bucket: StorageBucket = .watchlistPhotos) async throws -> Int {
        try await translating(bucket) {
            var deleted = 0
            for start in stride(from: 0, to: paths.count, by: StorageCall.mostDeleted) {
                let part = Array(paths[start..<min(start + StorageCall.mostDeleted, paths.count)])
                let answer = try await client.send(StorageCall.delete(part, in: bucket))
                deleted += try TableAnswer(answer).rows.count
            }
            return deleted
        }
    }

    /// All objects of a user, by path, with their bytes.
    ///
    /// - Throws: `SyncError`, `CancellationError`.
    /// - Complexity: a request for each folder.
    package func objects(
        of user: String, in bucket: StorageBucket = .watchlistPhotos
    ) async throws -> [String: Int] {
        try await translating(bucket) {
            var (found, folders) = ([String: Int](), [user])
            while let folder = folders.popLast() {
                guard folder.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= Self.deepestFolder else {
                    throw RemoteFault(.drift, message: "the bucket’s folders lie in each other without an end")
                }
                for name in try await names(folder, bucket) {
                    let path = "\(folder)/\(name.name)"
                    if let bytes = name.bytes { found[path] = bytes } else { folders.append(path) }
                }
            }
            return found
        }
    }

    /// The same, of the bucket of a purpose.
    ///
    /// - Returns: nil for a project without a bucket for profiles or for covers: it
    ///   may be of an earlier schema.
    package func objects(of user: String, of purpose: PhotoPurpose) async throws -> [String: Int]? {
        do {
            return try await objects(of: user, in: StorageBucket(purpose))
        } catch let error as SyncError where error.remedy == .buckets && purpose != .observation {
            return nil
        }
    }

    /// The objects of this schema lie at most two folders below their user's.
    private static let deepestFolder = 8

    private func names(_ folder: String, _ bucket: StorageBucket) async throws -> [StorageName] {
        var (names, known): ([StorageName], Set<ByteText>) = ([], [])
        while true {
            let answer = try await client.send(StorageCall.list(folder, in: bucket, from: names.count))
            let page = try StorageAnswer.names(answer)
            names += page
            if page.count < StorageCall.pageOfList { return names }
            // A name may come twice, because another one was made before it meanwhile, but not all of a page.
            guard page.filter({ known.insert(ByteText($0.name)).inserted }).count > 0 else {
                throw RemoteFault(.drift, message: "a page of the bucket’s list comes again and again")
            }
        }
    }

    /// Whether the project has the column that names a row's picture.
    ///
    /// - Throws: `SyncError`, `CancellationError`.
    func has(_ column: PictureColumn) async throws -> Bool {
        let request = TableCall.page(of: column.table.rawValue, select: column.name, id: "id", after: nil, limit: 1)
        do {
            _ = try await client.send(request)
            return true
        } catch let fault as RemoteFault where fault.code == "42703" || fault.isMissingTable {
            return false
        } catch {
            throw SyncError.ofProject(error, table: column.table.rawValue)
        }
    }

    /// A row that has one picture, as the project has it.
    ///
    /// - Returns: nil when this user sees no such row.
    /// - Throws: `SyncError`, `CancellationError`.
    func row(_ id: FeatureID, of table: MirrorTable) async throws -> ServerRow? {
        let writer = JSONRowWriter(table: table, names: TableMapping.Table(table: table.rawValue))
        do {
            let answer = try await client.send(TableCall.rows(of: table.rawValue, id: "id", ids: [id]))
            return try TableAnswer(answer).rows.first.map { writer.serverRow($0) }
        } catch {
            throw SyncError.ofProject(error, table: table.rawValue)
        }
    }

    /// Deletes the object of a row's picture, unless another picture is in its place.
    ///
    /// - Parameter sha256: the first digits of the SHA-256 that the object must have; nil
    ///   to delete any object at this path.
    /// - Returns: whether the object was there, and was deleted.
    /// - Throws: `RemoteFault`, `SessionError`, `CancellationError`.
    func delete(_ path: String, in bucket: StorageBucket, ifIs sha256: String?) async throws -> Bool {
        do {
            let object = try StorageObject(try await client.send(StorageCall.info(path, in: bucket)))
            if let sha256, object.sha256?.hasPrefix(sha256) != true { return false }
        } catch let fault as RemoteFault where StorageFault(fault, isResumable: false) == .noObject {
            return false
        }
        _ = try await client.send(StorageCall.delete([path], in: bucket))
        return true
    }

    /// Does one step of sending a picture.
    ///
    /// - Returns: what came of it.
    /// - Throws: a fault that stops all sending.
    func perform(
        _ step: PictureSending.Step, _ picture: [UInt8], of upload: PhotoUpload
    ) async throws -> PictureSending.Outcome {
        guard let path = upload.path, let kind = upload.contentType, let sha256 = upload.sha256 else {
            preconditionFailure("A picture is made ready before it is sent.")
        }
        let bucket = StorageBucket(upload.purpose)
        let replaces = PictureColumn(upload.purpose) != nil
        var isResumable = true
        do {
            switch step {
            case .look:
                isResumable = false
                return .object(try StorageObject(try await client.send(StorageCall.info(path, in: bucket))))
            case .send:
                isResumable = false
                _ = try await client.send(
                    StorageCall.upload(
                        picture, to: path, in: bucket, contentType: kind, sha256: sha256, replaces: replaces))
                return .sent
            case .create:
                let answer = try await client.send(
                    StorageCall.create(
                        bytes: picture.count, to: path, in: bucket, contentType: kind, sha256: sha256,
                        replaces: replaces))
                return .created(id: try StorageAnswer.uploadID(answer))
            case .askOffset(let id):
                return .offset(try StorageAnswer.uploadOffset(try await client.send(StorageCall.offset(of: id))))
            case .piece(let id, let start, let end):
                let request = StorageCall.piece(Array(picture[start..<end]), of: id, at: start)
                return .offset(try StorageAnswer.uploadOffset(try await client.send(request)))
            case .stored, .refused, .later: preconditionFailure("The end of a picture's way is no request.")
            }
        } catch let fault as RemoteFault {
            let meaning = StorageFault(fault, isResumable: isResumable)
            guard meaning != .stop else { throw SyncError.ofStorage(fault, bucket) }
            return .fault(
                meaning, code: fault.code.isEmpty ? nil : fault.code,
                message: fault.message.isEmpty ? "status \(fault.status)" : fault.message,
                pause: fault.retryAfter.map { $0 / .seconds(1) })
        }
    }

    private func translating<Value>(
        _ bucket: StorageBucket, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch {
            throw SyncError.ofStorage(error, bucket)
        }
    }
}

/// A remote that keeps the pictures of photos.
package protocol RemotePicturing: Remote {
    var pictures: ProjectPictures { get }
}

extension SyncError {
    /// Any error about a project's pictures as a sync's; a cancellation stays one.
    static func ofStorage(_ error: any Error, _ bucket: StorageBucket = .watchlistPhotos) -> any Error {
        guard let fault = error as? RemoteFault else { return ofProject(error) }
        switch StorageFault(fault, isResumable: false) {
        case .noObject:
            return SyncError(
                .refused, "the project does not have the picture, or does not show it to this user",
                retryMayHelp: false, code: fault.code)
        case .stop where fault.class == .permanent:
            return SyncError(
                .schema, "the project has no bucket \(bucket.rawValue) for pictures",
                retryMayHelp: false, code: fault.code, remedy: .buckets)
        default: return ofProject(error)
        }
    }
}
