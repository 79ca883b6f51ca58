"""Failures of PostgreSQL, as PostgREST tells them."""

import json

from ..database import Cannot, Lost, NoConnection
from ..errors import Refusal

BY_CODE = {
    "23503": 409, "23505": 409, "25006": 405, "21000": 500, "53400": 500, "57P01": 503, "P0001": 400, "42883": 404,
    "42P01": 404, "42P17": 500,
}
BY_CLASS = {
    "08": 503, "09": 500, "0L": 403, "0P": 403, "25": 500, "28": 403, "2D": 500, "38": 500, "39": 500, "3B": 500,
    "40": 500, "53": 503, "54": 500, "55": 500, "57": 500, "58": 500, "F0": 500, "HV": 500, "P0": 500, "XX": 500,
}


def body(code, message, details=None, hint=None):
    return {"code": code, "details": details, "hint": hint, "message": message}


def refusal(status, code, message, details=None, hint=None, challenge=None):
    """A failure with PostgREST's headers."""
    headers = [("Proxy-Status", f"PostgREST; error={code}")]
    if status == 401:
        headers.append(("WWW-Authenticate", challenge or "Bearer"))
    if status == 503:
        headers.append(("Retry-After", "0"))
    return Refusal(status, body(code, message, details, hint), headers)


def status_of(code, message, is_anonymous):
    if code == "42501":
        return 401 if is_anonymous else 403
    if code == "22023" and message.startswith("role ") and message.endswith("does not exist"):
        return 401
    if code.startswith("PT") and code[2:].isdigit():
        return int(code[2:])
    return BY_CODE.get(code) or BY_CLASS.get(code[:2], 400)


def of_database(error, is_anonymous):
    """The answer to a psycopg.Error that has an SQLSTATE."""
    told = error.diag
    code, message = error.sqlstate, told.message_primary
    if code == "PGRST":
        return own_words(told)
    return refusal(status_of(code, message, is_anonymous), code, message, told.message_detail, told.message_hint)


def own_words(told):
    """A function may choose status, headers and body by RAISE SQLSTATE 'PGRST'."""
    try:
        answer, extra = json.loads(told.message_primary), json.loads(told.message_detail)
        headers = [("Proxy-Status", f"PostgREST; error={answer['code']}")]
        headers += list(extra.get("headers", {}).items())
        return Refusal(int(extra["status"]), {key: answer.get(key) for key in ("code", "details", "hint", "message")},
                       headers)
    except (KeyError, TypeError, ValueError):
        return refusal(500, "PGRST121", "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error")


def of_connection(error, is_recovering):
    """The answer when there is no connection, or none any more."""
    if isinstance(error, NoConnection):
        return refusal(504, "PGRST003", "Timed out acquiring connection from connection pool.")
    if isinstance(error, Lost) and error.idle:
        # libpq has no result, so there is no SQLSTATE, and PostgREST takes the empty one for a user's error.
        return refusal(400, "", "")
    if is_recovering:
        return refusal(503, "PGRST002", "Could not query the database for the schema cache. Retrying.")
    closed = ("server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\t"
              "before or while processing the request.\n")
    details = closed * 2 if isinstance(error, Cannot) and error.is_down else "no connection to the server\n"
    return refusal(503, "PGRST001", "Database client error. Retrying the connection.", details)
