"""Requests of /storage/v1."""

import base64
import datetime
import email.parser
import email.policy
import email.utils
import json
import re
from urllib.parse import parse_qs, quote, unquote

from ..errors import Unserved
from ..tokens import sign
from ..web import Response, json_response
from .blobs import Blobs
from .failures import Failure, not_found
from .objects import Objects
from .resumable import Resumable


class Storage:
    def __init__(self, gateway, folder):
        self.gateway = gateway
        self.blobs = Blobs(folder)
        self.objects = Objects(gateway, self.blobs)
        self.resumable = Resumable(gateway, self.objects)

    def answer(self, request):
        path = unquote(request.path)
        if path == "/upload/resumable" or path.startswith("/upload/resumable/"):
            return self.resumable.answer(request, path.removeprefix("/upload/resumable").strip("/"))
        try:
            return self.route(request, [part for part in path.split("/") if part])
        except Failure as failure:
            return failure.response()

    def route(self, request, words):
        method = request.method
        query = {key: values[0] for key, values in parse_qs(request.query, keep_blank_values=True).items()}
        if words[:1] == ["bucket"]:
            return self.bucket(request, words[1:])
        if words[:1] == ["status"] and method == "GET":
            return Response(200)
        if words[:1] != ["object"] or len(words) < 2:
            raise Unserved(f"/storage/v1{request.path}")
        rest = words[1:]
        if rest in (["move"], ["copy"]) and method == "POST":
            return self.move_or_copy(request, rest[0])
        if rest[0] == "list" and method == "POST" and len(rest) == 2:
            self.objects.bucket(rest[1])
            return json_response(200, self.objects.list(self.objects.claims(request), rest[1], self.json(request)))
        if rest[:2] == ["upload", "sign"]:
            return self.signed_upload(request, rest[2], "/".join(rest[3:]), query)
        if rest[0] == "sign":
            return self.sign(request, rest[1], "/".join(rest[2:]), query)
        if rest[0] == "info":
            return self.info(request, rest[1:])
        if rest[0] == "public":
            if not self.objects.bucket(rest[1])[0]:
                raise Failure(404, "Bucket not found", "Bucket not found", "NoSuchBucket")
            return self.download(request, None, rest[1], "/".join(rest[2:]), query)
        if rest[0] == "authenticated":
            rest = rest[1:]
        bucket, name = rest[0], "/".join(rest[1:])
        claims = self.objects.claims(request)
        if method in ("GET", "HEAD"):
            return self.download(request, claims, bucket, name, query)
        if method in ("POST", "PUT"):
            replaces = method == "PUT" or request.headers.get("x-upsert") == "true"
            made = self.upload(request, claims, bucket, name, replaces)
            return json_response(200, {"Id": made, "Key": f"{bucket}/{name}"})
        if method == "DELETE" and name:
            if not self.objects.remove(claims, bucket, [name]):
                raise not_found()
            return json_response(200, {"message": "Successfully deleted"})
        if method == "DELETE":
            return json_response(200, self.objects.remove(claims, bucket, self.json(request).get("prefixes") or []))
        raise Unserved(f"/storage/v1{request.path} by {method}")

    def json(self, request):
        try:
            return json.loads(request.body or b"{}")
        except ValueError:
            raise Failure(400, "Error", "Body is not valid JSON", "InvalidRequest") from None

    # Objects

    def upload(self, request, claims, bucket, name, replaces):
        if not name or not re.fullmatch(r"[\w/!.*'() &$@=;:+,?-]+", name, re.ASCII):
            raise Failure(400, "InvalidKey", f"Invalid key: {name}", "InvalidKey")
        data, kind, cache_control, metadata = contents(request)
        self.objects.check(bucket, len(data), kind)
        self.objects.test_right(claims, bucket, name, replaces)
        version = self.blobs.begin()
        self.blobs.append(version, data)
        return self.objects.complete(claims, bucket, name, version, replaces, kind, cache_control, metadata)

    def download(self, request, claims, bucket, name, query):
        _, version, metadata, _, _, updated = self.objects.find(claims, bucket, name)
        data = self.blobs.read(version)
        headers = [("Content-Type", metadata["mimetype"]), ("ETag", metadata["eTag"]), ("Accept-Ranges", "bytes"),
                   ("Last-Modified", email.utils.format_datetime(updated.astimezone(datetime.timezone.utc), usegmt=True)),
                   ("Cache-Control", metadata["cacheControl"])]
        if "download" in query:
            named = f"; filename={quote(query['download'])}" if query["download"] else ""
            headers.append(("Content-Disposition", "attachment" + named))
        if request.headers.get("if-none-match") == metadata["eTag"]:
            return Response(304, headers)
        part = re.fullmatch(r"bytes=(\d+)-(\d*)", request.headers.get("range", ""))
        if part and int(part[1]) < len(data):
            first, last = int(part[1]), min(int(part[2] or len(data) - 1), len(data) - 1)
            headers.append(("Content-Range", f"bytes {first}-{last}/{len(data)}"))
            return Response(206, headers, data[first:last + 1], is_head=request.method == "HEAD")
        return Response(200, headers, data, is_head=request.method == "HEAD")

    def info(self, request, rest):
        is_public = rest[0] == "public"
        if rest[0] in ("public", "authenticated"):
            rest = rest[1:]
        bucket, name = rest[0], "/".join(rest[1:])
        if is_public and not self.objects.bucket(bucket)[0]:
            raise Failure(404, "Bucket not found", "Bucket not found", "NoSuchBucket")
        claims = None if is_public else self.objects.claims(request)
        made, version, metadata, user_metadata, created, _ = self.objects.find(claims, bucket, name)
        return json_response(200, {
            "id": made, "name": name, "version": version, "bucket_id": bucket, "size": metadata["size"],
            "content_type": metadata["mimetype"], "cache_control": metadata["cacheControl"], "etag": metadata["eTag"],
            "metadata": user_metadata, "last_modified": metadata["lastModified"], "created_at": created.isoformat()})

    def move_or_copy(self, request, verb):
        claims, body = self.objects.claims(request), self.json(request)
        bucket, name = body["bucketId"], body["sourceKey"]
        target_bucket, target = body.get("destinationBucket") or bucket, body["destinationKey"]
        if verb == "move":
            self.objects.move(claims, bucket, name, target_bucket, target)
            return json_response(200, {"message": "Successfully moved"})
        replaces = request.headers.get("x-upsert") == "true"
        made = self.objects.copy(claims, bucket, name, target_bucket, target, replaces)
        return json_response(200, {"Id": made, "Key": f"{target_bucket}/{target}"})

    # Signed URLs

    def signed(self, bucket, name, seconds):
        now = int(self.gateway.clock())
        token = sign({"url": f"{bucket}/{name}", "iat": now, "exp": now + int(seconds)}, self.gateway.secret)
        return f"/object/sign/{bucket}/{quote(name)}?token={token}"

    def sign(self, request, bucket, name, query):
        if request.method in ("GET", "HEAD"):
            claims = self.objects.verified(query.get("token", ""), 400, "InvalidJWT", "InvalidJWT")
            if claims.get("url") != f"{bucket}/{name}":
                raise Failure(400, "InvalidSignature", "The url do not match the signature", "InvalidSignature")
            return self.download(request, None, bucket, name, query)
        if request.method != "POST":
            raise Unserved(f"/storage/v1{request.path} by {request.method}")
        claims, body = self.objects.claims(request), self.json(request)
        if name:
            self.objects.find(claims, bucket, name)
            return json_response(200, {"signedURL": self.signed(bucket, name, body["expiresIn"])})
        answers = []
        for path in body["paths"]:
            try:
                self.objects.find(claims, bucket, path)
                answers.append({"error": None, "path": path, "signedURL": self.signed(bucket, path, body["expiresIn"])})
            except Failure:
                answers.append({"error": "Either the object does not exist or you do not have access to it", "path": path,
                                "signedURL": None})
        return json_response(200, answers)

    def signed_upload(self, request, bucket, name, query):
        if request.method == "POST":
            claims = self.objects.claims(request)
            replaces = request.headers.get("x-upsert") == "true"
            self.objects.bucket(bucket)
            self.objects.test_right(claims, bucket, name, replaces)
            now = int(self.gateway.clock())
            token = sign({"owner": claims.get("sub"), "url": f"{bucket}/{name}", "upsert": replaces, "iat": now,
                          "exp": now + 7200}, self.gateway.secret)
            return json_response(200, {"url": f"/object/upload/sign/{bucket}/{quote(name)}?token={token}", "token": token})
        if request.method != "PUT":
            raise Unserved(f"/storage/v1{request.path} by {request.method}")
        said = self.objects.verified(query.get("token", ""), 400, "InvalidJWT", "InvalidJWT")
        if said.get("url") != f"{bucket}/{name}" or "upsert" not in said:
            raise Failure(400, "InvalidSignature", "The url do not match the signature", "InvalidSignature")
        data, kind, cache_control, metadata = contents(request)
        self.objects.check(bucket, len(data), kind)
        version = self.blobs.begin()
        self.blobs.append(version, data)
        made = self.objects.complete({"sub": said["owner"]}, bucket, name, version, said["upsert"], kind, cache_control,
                                     metadata)
        return json_response(200, {"Id": made, "Key": f"{bucket}/{name}"})

    # Buckets

    def bucket(self, request, rest):
        claims, method = self.objects.claims(request), request.method
        columns = "id, name, coalesce(owner::text, '') as owner, public, created_at, updated_at, file_size_limit, " \
                  "allowed_mime_types"
        if method == "GET":
            where = " where id = $1" if rest else ""
            rows = self.objects.as_role(claims, lambda t: t.execute(
                f"select row_to_json(b) from (select {columns} from storage.buckets{where} order by id) b", rest))
            if rest and not rows:
                raise Failure(404, "Bucket not found", "Bucket not found", "NoSuchBucket")
            return json_response(200, rows[0][0] if rest else [row[0] for row in rows])
        body = self.json(request)
        if method == "POST" and not rest:
            self.objects.as_role(claims, lambda t: t.execute(
                "insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) "
                "values ($1, $2, $3, $4, $5)",
                [body["id"], body.get("name") or body["id"], bool(body.get("public")), body.get("file_size_limit"),
                 body.get("allowed_mime_types")]))
            return json_response(200, {"name": body["id"]})
        if method == "DELETE" and len(rest) == 1:
            self.objects.bucket(rest[0])
            if self.objects.as_owner(lambda t: t.execute("select 1 from storage.objects where bucket_id = $1 limit 1", rest)):
                raise Failure(409, "InvalidRequest", "The bucket you tried to delete is not empty", "InvalidRequest")
            if not self.objects.as_role(claims, lambda t: t.execute(
                    "delete from storage.buckets where id = $1 returning 1", rest)):
                raise Failure(404, "Bucket not found", "Bucket not found", "NoSuchBucket")
            return json_response(200, {"message": "Successfully deleted"})
        raise Unserved(f"/storage/v1{request.path} by {method}")


def contents(request):
    """Bytes, media type, cache control and the user's metadata of an upload, raw or as a form."""
    kind = request.headers.get("content-type", "application/octet-stream")
    if not kind.startswith("multipart/form-data"):
        metadata = request.headers.get("x-metadata")
        try:
            metadata = json.loads(base64.b64decode(metadata)) if metadata else None
        except ValueError:
            metadata = None
        return request.body, kind, request.headers.get("cache-control", "no-cache"), metadata
    form = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(
        f"Content-Type: {kind}\r\n\r\n".encode() + request.body)
    data, media, cache_control, metadata = None, None, "no-cache", None
    for part in form.iter_parts():
        field = part.get_param("name", header="content-disposition")
        if part.get_filename() is not None:
            data, media = part.get_payload(decode=True), part.get_content_type()
        elif field == "cacheControl":
            cache_control = f"max-age={part.get_payload(decode=True).decode().strip()}"
        elif field == "metadata":
            metadata = json.loads(part.get_payload(decode=True))
    if data is None:
        raise Failure(400, "Error", "no file in the form", "InvalidRequest")
    return data, media, cache_control, metadata
