"""Rows of storage.objects, read and written as the request's role, and the checks of buckets."""

import fnmatch
import json
import time
import uuid

import psycopg

from .. import database
from ..tokens import BadToken, verify
from .failures import Failure, duplicate, no_bucket, not_found, of_database

WORDS = {"JWT expired": '"exp" claim timestamp check failed', "No suitable key or wrong key type":
         "signature verification failed"}


class Objects:
    """- owner: a pool of a user who may do everything, for what Storage does itself."""

    def __init__(self, gateway, blobs):
        self.gateway, self.blobs = gateway, blobs

    # Who asks

    def claims(self, request):
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            raise Failure(400, "Error", "headers must have required property 'authorization'", "InvalidRequest")
        return self.verified(token, 403, "Unauthorized", "AccessDenied")

    def verified(self, token, status, error, code):
        try:
            return verify(token.strip(), self.gateway.secret, self.gateway.clock(), 0)
        except BadToken as bad:
            words = WORDS.get(bad.message, "Invalid Compact JWS")
            raise Failure(status, error, words, code) from None

    def as_role(self, claims, body):
        """Runs `body` in a transaction of the token's role."""
        def whole(transaction):
            transaction.execute(
                "select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)",
                [json.dumps(claims), claims.get("role", "anon")])
            return body(transaction)
        return self._run(self.gateway.rest_pool, whole)

    def as_owner(self, body):
        return self._run(self.gateway.owner_pool, body)

    def _run(self, pool, body):
        try:
            return database.run(pool, body)
        except psycopg.Error as error:
            raise of_database(error) from error

    # Buckets

    def bucket(self, bucket):
        """Whether it is public, its limit in bytes, and its media types."""
        rows = self.as_owner(lambda t: t.execute(
            "select public, file_size_limit, allowed_mime_types from storage.buckets where id = $1", [bucket]))
        if not rows:
            raise no_bucket()
        return rows[0]

    def check(self, bucket, size, kind):
        """Refuses what a bucket does not take."""
        _, limit, kinds = self.bucket(bucket)
        if kinds is not None and not any(fnmatch.fnmatch(kind.split(";")[0], wanted) for wanted in kinds):
            raise Failure(415, "invalid_mime_type", f"mime type {kind} is not supported", "InvalidMimeType")
        if limit is not None and size is not None and size > limit:
            raise Failure(413, "Payload too large", "The object exceeded the maximum allowed size", "EntityTooLarge")

    # Objects

    def test_right(self, claims, bucket, name, replaces):
        """An insert as the role, rolled back: whether the upload is allowed and the name is free."""
        class Undone(Exception):
            pass

        def insert(t):
            end = " on conflict (bucket_id, name) do update set version = excluded.version" if replaces else ""
            t.execute("insert into storage.objects (bucket_id, name, owner_id, version) values ($1, $2, $3, $4)" + end,
                      [bucket, name, claims.get("sub"), str(uuid.uuid4())])
            raise Undone

        try:
            self.as_role(claims, insert)
        except Undone:
            pass

    def complete(self, claims, bucket, name, version, replaces, kind, cache_control, user_metadata):
        """Makes a version the object; its id. A former version's bytes go."""
        size = self.blobs.size(version)
        now = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(self.gateway.clock()))
        metadata = {"eTag": self.blobs.tag(version), "size": size, "mimetype": kind, "cacheControl": cache_control,
                    "lastModified": now, "contentLength": size, "httpStatusCode": 200}

        def write(t):
            old = t.execute("select version from storage.objects where bucket_id = $1 and name = $2 for update",
                            [bucket, name])
            if old and not replaces:
                raise duplicate()
            rows = t.execute(
                "insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata) "
                "values ($1, $2, $3::text::uuid, $3, $4, $5, $6) on conflict (bucket_id, name) do update set "
                "version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata, "
                "owner_id = excluded.owner_id, owner = excluded.owner, updated_at = now() returning id",
                [bucket, name, claims.get("sub"), version, json.dumps(metadata),
                 json.dumps(user_metadata) if user_metadata is not None else None])
            return rows[0][0], old[0][0] if old else None

        try:
            made, old = self.as_owner(write)
        except Exception:
            self.blobs.remove(version)
            raise
        self.blobs.remove(old)
        return str(made)

    def find(self, claims, bucket, name):
        """id, version, metadata, user_metadata, created_at, updated_at, as the role sees it; all with claims None."""
        sql = ("select id::text, version, metadata, user_metadata, created_at, updated_at from storage.objects "
               "where bucket_id = $1 and name = $2")
        run = self.as_owner if claims is None else lambda body: self.as_role(claims, body)
        rows = run(lambda t: t.execute(sql, [bucket, name]))
        if not rows:
            raise not_found()
        return rows[0]

    def remove(self, claims, bucket, names):
        """Deletes what the role may; the rows that were really deleted."""
        rows = self.as_role(claims, lambda t: t.execute(
            "delete from storage.objects where bucket_id = $1 and name = any ($2) returning version, row_to_json(objects)",
            [bucket, names]))
        for version, _ in rows:
            self.blobs.remove(version)
        return [facts for _, facts in rows]

    def move(self, claims, bucket, name, target_bucket, target):
        self.find(claims, bucket, name)
        self.as_role(claims, lambda t: t.execute(
            "update storage.objects set bucket_id = $3, name = $4, updated_at = now() where bucket_id = $1 and name = $2",
            [bucket, name, target_bucket, target]))

    def copy(self, claims, bucket, name, target_bucket, target, replaces):
        _, version, metadata, user_metadata, _, _ = self.find(claims, bucket, name)
        self.test_right(claims, target_bucket, target, replaces)
        copy = self.blobs.begin()
        self.blobs.append(copy, self.blobs.read(version))
        return self.complete(claims, target_bucket, target, copy, replaces, metadata["mimetype"],
                             metadata["cacheControl"], user_metadata)

    def list(self, claims, bucket, body):
        """Names in a folder, and the folders in it, which have no id."""
        prefix = body.get("prefix") or ""
        if prefix and not prefix.endswith("/"):
            prefix += "/"
        wanted = body.get("sortBy") or {}
        column = wanted.get("column") or "name"
        if column not in ("name", "updated_at", "created_at", "last_accessed_at"):
            raise Failure(400, "Error", f"a list cannot be sorted by {column}", "InvalidRequest")
        order = "desc" if wanted.get("order") == "desc" else "asc"
        rows = self.as_role(claims, lambda t: t.execute(f"""
            select json_build_object('name', label, 'id', id, 'updated_at', updated_at, 'created_at', created_at,
                                     'last_accessed_at', last_accessed_at, 'metadata', metadata)
            from (select distinct on (label) label, case when is_file then id end as id,
                         case when is_file then updated_at end as updated_at,
                         case when is_file then created_at end as created_at,
                         case when is_file then last_accessed_at end as last_accessed_at,
                         case when is_file then metadata end as metadata
                  from (select o.*, split_part(substr(o.name, length($2) + 1), '/', 1) as label,
                               position('/' in substr(o.name, length($2) + 1)) = 0 as is_file
                        from storage.objects o where o.bucket_id = $1 and starts_with(o.name, $2)) named
                  where label ilike $5 || '%') listed
            order by {'label' if column == 'name' else column} {order} limit $3 offset $4""",
            [bucket, prefix, int(body.get("limit") or 100), int(body.get("offset") or 0), body.get("search") or ""]))
        return [row[0] for row in rows]
