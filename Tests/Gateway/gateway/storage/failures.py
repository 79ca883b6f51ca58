"""Failures as Storage tells them: HTTP 400 for nearly all, with the true status as text in the body."""

import psycopg

from ..web import json_response


class Failure(Exception):
    def __init__(self, status, error, message, code, http=400):
        super().__init__(message)
        self.status, self.error, self.message, self.code, self.http = status, error, message, code, http

    def response(self):
        return json_response(self.http, {"statusCode": str(self.status), "error": self.error, "message": self.message,
                                         "code": self.code})


def not_found():
    return Failure(404, "not_found", "Object not found", "NoSuchKey")


def no_bucket():
    return Failure(404, "Bucket not found", "Bucket not found", "NoSuchBucket")


def duplicate():
    return Failure(409, "Duplicate", "The resource already exists", "ResourceAlreadyExists")


def of_database(error):
    """The failure of a statement on storage.objects or storage.buckets."""
    if error.sqlstate == "42501":
        return Failure(403, "Unauthorized", error.diag.message_primary, "AccessDenied")
    if error.sqlstate == "23505":
        return duplicate()
    if error.sqlstate == "23503":
        return no_bucket()
    if isinstance(error, psycopg.OperationalError) and error.sqlstate in ("57014", "53300"):
        return Failure(544, "DatabaseTimeout", "The connection to the database timed out", "DatabaseTimeout", 544)
    return Failure(500, "Internal", error.diag.message_primary or str(error), "DatabaseError", 500)
