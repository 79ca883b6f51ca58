"""Resumable uploads, by version 1.0.0 of tus. Failures are plain text with their true status."""

import base64
import json
import threading

from ..errors import Unserved
from ..web import Response
from .failures import Failure

VERSION = ("Tus-Resumable", "1.0.0")


class Upload:
    def __init__(self, claims, bucket, name, version, length, replaces, facts):
        self.claims, self.bucket, self.name, self.version = claims, bucket, name, version
        self.length, self.replaces, self.facts = length, replaces, facts
        self.lock = threading.Lock()


class Resumable:
    def __init__(self, gateway, objects):
        self.gateway, self.objects, self.blobs = gateway, objects, objects.blobs
        self._uploads = {}

    def answer(self, request, key):
        if request.method == "OPTIONS":
            return Response(204, [VERSION, ("Tus-Version", "1.0.0"), ("Tus-Extension", "creation,creation-with-upload,"
                                                                      "creation-defer-length,termination,expiration")])
        try:
            if request.headers.get("tus-resumable") != "1.0.0":
                raise Failure(412, "", "Tus-Resumable Required", "InvalidRequest")
            claims = self.objects.claims(request)
            if request.method == "POST" and not key:
                return self.create(request, claims)
            upload = self._uploads.get(key)
            if upload is None or upload.claims.get("sub") != claims.get("sub"):
                raise Failure(404, "", "The file for this url was not found", "NoSuchUpload")
            if request.method == "HEAD":
                return Response(200, [VERSION, ("Cache-Control", "no-store"), ("Upload-Length", str(upload.length)),
                                      ("Upload-Offset", str(self.blobs.size(upload.version)))], is_head=True)
            if request.method == "PATCH":
                return self.add(request, upload)
            if request.method == "DELETE":
                self.blobs.remove(self._uploads.pop(key).version)
                return Response(204, [VERSION])
            raise Unserved(f"resumable uploads by {request.method}")
        except Failure as failure:
            return Response(failure.status, [VERSION, ("Content-Type", "text/plain")], failure.message.encode(),
                            is_head=request.method == "HEAD")

    def create(self, request, claims):
        facts = {}
        for pair in request.headers.get("upload-metadata", "").split(","):
            name, _, value = pair.strip().partition(" ")
            facts[name] = base64.b64decode(value).decode()
        if not request.headers.get("upload-length", "").isdigit():
            raise Unserved("resumable uploads without Upload-Length")
        length = int(request.headers["upload-length"])
        bucket, name = facts.get("bucketName", ""), facts.get("objectName", "")
        replaces = request.headers.get("x-upsert") == "true"
        self.objects.check(bucket, length, facts.get("contentType", "application/octet-stream"))
        self.objects.test_right(claims, bucket, name, replaces)
        upload = Upload(claims, bucket, name, self.blobs.begin(), length, replaces, facts)
        key = base64.urlsafe_b64encode(f"{bucket}/{name}/{upload.version}".encode()).decode().rstrip("=")
        self._uploads[key] = upload
        headers = [VERSION, ("Location", f"{self.gateway.url}/storage/v1/upload/resumable/{key}")]
        if request.body:
            self.write(upload, request.body)
            headers.append(("Upload-Offset", str(len(request.body))))
        return Response(201, headers)

    def add(self, request, upload):
        if request.headers.get("content-type") != "application/offset+octet-stream":
            raise Failure(415, "", "Content-Type must be application/offset+octet-stream", "InvalidMimeType")
        if not upload.lock.acquire(blocking=False):
            raise Failure(423, "", "The resource is locked", "ResourceLocked")
        try:
            offset = self.blobs.size(upload.version)
            if request.headers.get("upload-offset") != str(offset):
                raise Failure(409, "", "Upload-Offset conflict", "InvalidUploadOffset")
            if offset + len(request.body) > upload.length:
                raise Failure(413, "", "Maximum size exceeded", "EntityTooLarge")
            self.write(upload, request.body)
            return Response(204, [VERSION, ("Upload-Offset", str(offset + len(request.body)))])
        finally:
            upload.lock.release()

    def write(self, upload, data):
        """Adds bytes; the last of them make the object."""
        self.blobs.append(upload.version, data)
        if self.blobs.size(upload.version) < upload.length:
            return
        facts = upload.facts
        seconds = facts.get("cacheControl")
        metadata = json.loads(facts["metadata"]) if facts.get("metadata") else None
        self.objects.complete(upload.claims, upload.bucket, upload.name, upload.version, upload.replaces,
                              facts.get("contentType", "application/octet-stream"),
                              f"max-age={seconds}" if seconds else "no-cache", metadata)
