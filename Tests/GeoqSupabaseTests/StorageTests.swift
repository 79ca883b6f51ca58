import Geoq
import TestSupport
import Testing

@testable import GeoqSupabase

/// What is said to Storage, as text, and what its answers mean.
@Suite struct StorageTests {
    private static let path =
        "a0000000-0000-4000-8000-00000000000a/e0000000-0000-4000-8000-00000000000e/f0000000-0000-4000-8000-00000000000f.jpg"
    private static let bucket = StorageBucket.watchlistPhotos

    private static func project() throws -> SupabaseProject {
        try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
    }

    /// The request without what all requests have.
    private static func text(_ request: WireRequest) throws -> String {
        var request = request
        request.asker = .application
        let message = request.message(to: try project(), token: nil)
        let headers = message.headers.filter { !["apikey", "authorization", "accept-encoding"].contains($0.name) }
        return "\(message.method) \(message.url.dropFirst(23))\n"
            + headers.map { "\($0.name): \($0.value)\n" }.joined() + String(decoding: message.body, as: UTF8.self)
    }

    @Test func `who waits for a picture waits no longer for silence than for a connection`() throws {
        for request in [
            StorageCall.download(Self.path, in: Self.bucket),
            StorageCall.sign(Self.path, in: Self.bucket, seconds: 3_600),
        ] {
            var request = request
            request.asker = .application
            let message = request.message(to: try Self.project(), token: nil)
            #expect(message.silenceTimeout == message.connectTimeout)
        }
        var other = StorageCall.info(Self.path, in: Self.bucket)
        other.asker = .application
        #expect(other.message(to: try Self.project(), token: nil).silenceTimeout == .seconds(30))
    }

    @Test func `requests of whole objects`() throws {
        let upload = StorageCall.upload(
            Array("picture".utf8), to: Self.path, in: Self.bucket, contentType: "image/jpeg", sha256: "ab12")
        #expect(
            try Self.text(upload) == """
                POST /storage/v1/object/watchlist-photos/\(Self.path)
                content-type: image/jpeg
                cache-control: max-age=3600
                x-upsert: false
                x-metadata: eyJzaGEyNTYiOiJhYjEyIn0=
                picture
                """)
        #expect(!upload.mayRepeat, "The sender looks whether it came through.")
        let replacing = StorageCall.upload(
            [1], to: "a/avatar.jpg", in: .profilePhotos, contentType: "image/jpeg", sha256: "ab12", replaces: true)
        #expect(try Self.text(replacing).contains("POST /storage/v1/object/profile-photos/a/avatar.jpg\n"))
        #expect(try Self.text(replacing).contains("x-upsert: true\n"))
        #expect(
            StorageCall.publicURL("a/b.jpg", in: .listCovers, version: "v=12", at: "https://abc.supabase.co")
                == "https://abc.supabase.co/storage/v1/object/public/list-covers/a/b.jpg?v=12")
        #expect(
            StorageCall.publicURL("a/b.jpg", in: .listCovers, version: "", at: "https://abc.supabase.co")
                == "https://abc.supabase.co/storage/v1/object/public/list-covers/a/b.jpg")
        #expect(
            try Self.text(StorageCall.info(Self.path, in: Self.bucket))
                == "GET /storage/v1/object/info/watchlist-photos/\(Self.path)\n")
        #expect(
            try Self.text(StorageCall.download(Self.path, in: Self.bucket)) == """
                GET /storage/v1/object/authenticated/watchlist-photos/\(Self.path)
                accept: */*

                """)
        #expect(
            try Self.text(StorageCall.delete(["a/b.jpg", "a/ü.jpg"], in: Self.bucket)) == """
                DELETE /storage/v1/object/watchlist-photos
                content-type: application/json
                {"prefixes":["a/b.jpg","a/ü.jpg"]}
                """)
        #expect(
            try Self.text(StorageCall.sign(Self.path, in: Self.bucket, seconds: 3_600)) == """
                POST /storage/v1/object/sign/watchlist-photos/\(Self.path)
                content-type: application/json
                {"expiresIn":3600}
                """)
        #expect(
            try Self.text(StorageCall.list("a", in: Self.bucket, from: 1_000)) == """
                POST /storage/v1/object/list/watchlist-photos
                content-type: application/json
                {"prefix":"a","limit":1000,"offset":1000,"sortBy":{"column":"name","order":"asc"}}
                """)
    }

    @Test func `requests of uploads in pieces`() throws {
        #expect(
            try Self.text(
                StorageCall.create(
                    bytes: 7_000_000, to: "a/b.pdf", in: Self.bucket, contentType: "application/pdf", sha256: "ab12"))
                    == """
                    POST /storage/v1/upload/resumable
                    tus-resumable: 1.0.0
                    upload-length: 7000000
                    upload-metadata: bucketName d2F0Y2hsaXN0LXBob3Rvcw==,objectName YS9iLnBkZg==,contentType \
                    YXBwbGljYXRpb24vcGRm,cacheControl MzYwMA==,metadata eyJzaGEyNTYiOiJhYjEyIn0=
                    x-upsert: false

                    """)
        #expect(
            try Self.text(StorageCall.offset(of: "abc-_")) == """
                HEAD /storage/v1/upload/resumable/abc-_
                tus-resumable: 1.0.0

                """)
        #expect(
            try Self.text(StorageCall.piece(Array("xyz".utf8), of: "abc", at: 6)) == """
                PATCH /storage/v1/upload/resumable/abc
                tus-resumable: 1.0.0
                upload-offset: 6
                content-type: application/offset+octet-stream
                xyz
                """)
    }

    @Test func `where an upload goes on is below the project, whatever address the server tells`() throws {
        func id(_ location: String?) throws -> String {
            try StorageAnswer.uploadID(
                TransportAnswer(status: 201, headers: location.map { [("location", $0)] } ?? []))
        }
        #expect(try id("https://abc.supabase.co/storage/v1/upload/resumable/YS9i-_.x") == "YS9i-_.x")
        #expect(try id("https://evil.example/upload/resumable/YS9i?token=1#x") == "YS9i")
        #expect(try id("/storage/v1/upload/resumable/abc") == "abc")
        for wrong in [
            nil, "", "https://abc.supabase.co/elsewhere/abc", "/upload/resumable/", "/upload/resumable/..",
            "/upload/resumable/a/../../rest/v1/users", "/upload/resumable/a%2Fb", "/upload/resumable/a b",
            "/upload/resumable/" + String(repeating: "a", count: 3_000),
        ] {
            #expect(throws: RemoteFault.self, "\(wrong ?? "nothing")") { try id(wrong) }
        }
    }

    private static func json(_ text: String) -> TransportAnswer {
        TransportAnswer(status: 200, headers: [("content-type", "application/json")], body: Array(text.utf8))
    }

    @Test func `answers are read`() throws {
        let object = try StorageObject(
            Self.json(
                #"{"id":"x","size":123,"metadata":{"sha256":"ab"},"created_at":"2026-11-20T08:00:00+00:00","etag":"e"}"#
            ))
        #expect(object == StorageObject(bytes: 123, sha256: "ab", createdAt: "2026-11-20T08:00:00+00:00"))
        #expect(
            try StorageObject(Self.json(#"{"size":1,"metadata":null,"last_modified":"2026-11-20T08:00:00Z"}"#)).sha256
                == nil)
        for wrong in [
            "", "[]", "{}", #"{"size":"1","created_at":""}"#, #"{"size":-1,"created_at":""}"#,
            #"{"size":4e18,"created_at":""}"#,
        ] {
            #expect(throws: RemoteFault.self, "\(wrong)") { try StorageObject(Self.json(wrong)) }
        }
        let names = try StorageAnswer.names(
            Self.json(#"[{"name":"folder","id":null,"metadata":null},{"name":"a.jpg","id":"1","metadata":{"size":7}}]"#)
        )
        #expect(names == [StorageName(name: "folder"), StorageName(name: "a.jpg", bytes: 7)])
        for wrong in ["{}", "[1]", #"[{"name":""}]"#, #"[{"name":"../x"}]"#] {
            #expect(throws: RemoteFault.self, "\(wrong)") { try StorageAnswer.names(Self.json(wrong)) }
        }
        let url = try StorageAnswer.signedURL(
            Self.json(#"{"signedURL":"/object/sign/watchlist-photos/a/b.jpg?token=t"}"#), of: try Self.project())
        #expect(url.reveal() == "https://abc.supabase.co/storage/v1/object/sign/watchlist-photos/a/b.jpg?token=t")
        #expect(!"\(url)".contains("token"))
        for wrong in [#"{"signedURL":"https://evil.example/x"}"#, #"{"signedURL":null}"#] {
            #expect(throws: RemoteFault.self, "\(wrong)") {
                try StorageAnswer.signedURL(Self.json(wrong), of: try Self.project())
            }
        }
        for wrong in [nil, "", "x", "-1"] as [String?] {
            #expect(throws: RemoteFault.self) {
                try StorageAnswer.uploadOffset(
                    TransportAnswer(status: 200, headers: wrong.map { [("upload-offset", $0)] } ?? []))
            }
        }
    }

    private static func fault(_ status: Int, _ body: String, _ type: String = "application/json") throws -> RemoteFault
    {
        try #require(
            RemoteFault(
                TransportAnswer(status: status, headers: [("content-type", type)], body: Array(body.utf8)),
                of: .storage))
    }

    @Test(arguments: [
        (#"{"statusCode":"409","error":"Duplicate","message":"The resource already exists"}"#, StorageFault.isThere),
        (#"{"statusCode":"404","error":"not_found","message":"Object not found"}"#, .noObject),
        (#"{"statusCode":"404","error":"Bucket not found","message":"Bucket not found"}"#, .stop),
        (#"{"statusCode":"413","error":"Payload too large","message":"too large"}"#, .refuse),
        (#"{"statusCode":"415","error":"invalid_mime_type","message":"mime type x"}"#, .refuse),
        (#"{"statusCode":"403","error":"Unauthorized","message":"new row violates row-level security"}"#, .refuse),
        (#"{"statusCode":"403","error":"Unauthorized","message":"\"exp\" claim timestamp check failed"}"#, .stop),
        (#"{"statusCode":"429","error":"x","message":"m"}"#, .later),
        (#"{"statusCode":"544","error":"DatabaseTimeout","message":"m"}"#, .later),
        (#"{"statusCode":"423","error":"ResourceLocked","message":"m"}"#, .otherOffset),
        (#"{"statusCode":"400","error":"InvalidKey","message":"Invalid key"}"#, .refuse),
    ])
    func `what a fault of Storage, which has the status 400, asks for`(body: String, meaning: StorageFault) throws {
        #expect(StorageFault(try Self.fault(400, body), isResumable: false) == meaning)
    }

    @Test(arguments: [
        (404, "The file for this url was not found", StorageFault.noUpload), (410, "", .noUpload),
        (409, "Upload-Offset conflict", .otherOffset), (409, "The resource already exists", .isThere),
        (423, "The resource is locked", .otherOffset), (413, "Maximum size exceeded", .refuse),
        (415, "mime type x is not supported", .refuse), (403, "new row violates row-level security policy", .refuse),
        (403, "\"exp\" claim timestamp check failed", .stop), (500, "x", .later), (503, "", .later),
        (429, "slow down", .later),
    ])
    func `a fault of an upload in pieces is plain text`(status: Int, body: String, meaning: StorageFault) throws {
        #expect(StorageFault(try Self.fault(status, body, "text/plain"), isResumable: true) == meaning)
    }

    @Test(arguments: [
        (400, "{}", "NoSuchKey", RemoteFault.Class.permanent, StorageFault.noObject),
        (404, #"{"message":"Object not found"}"#, "NoSuchKey", .permanent, .noObject),
        (400, #"{"message":"The resource already exists"}"#, "ResourceAlreadyExists", .permanent, .isThere),
        (403, #"{"message":"m"}"#, "AccessDenied", .forbidden, .refuse),
        (404, #"{"message":"m"}"#, "NoSuchBucket", .permanent, .stop),
        (413, "", "EntityTooLarge", .permanent, .refuse), (423, "{}", "ResourceLocked", .transient, .otherOffset),
        (503, "{}", "SlowDown", .transient, .later), (400, "{}", "InvalidJWT", .tokenRefused, .stop),
        (400, #"{"message":"\"exp\" claim timestamp check failed"}"#, "AccessDenied", .tokenRefused, .stop),
    ])
    func `a refusal of Storage may have its code in a header alone`(
        status: Int, body: String, code: String, expected: RemoteFault.Class, meaning: StorageFault
    ) throws {
        let headers = [("content-type", "application/json"), ("x-sb-error-code", code)]
        let answer = TransportAnswer(
            status: status, headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(body.utf8))
        let fault = try #require(RemoteFault(answer, of: .storage))
        #expect(fault.class == expected && fault.code == code, "\(fault)")
        #expect(StorageFault(fault, isResumable: false) == meaning)
    }

    @Test func `a page in the project's place says nothing of a picture`() throws {
        #expect(StorageFault(try Self.fault(403, "<html>", "text/html"), isResumable: true) == .stop)
        #expect(StorageFault(RemoteFault(TransportFailure.timedOut), isResumable: false) == .stop)
    }
}
