"""JSON Web Tokens, signed with HMAC and SHA-256."""

import base64
import hashlib
import hmac
import json


class BadToken(Exception):
    """A token that is not accepted: the code and words that PostgREST has for it."""

    def __init__(self, code, message, details=None):
        super().__init__(message)
        self.code, self.message, self.details = code, message, details


def _encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def sign(claims, secret):
    """A token with these claims."""
    head = _encoded(b'{"alg":"HS256","typ":"JWT"}')
    body = _encoded(json.dumps(claims, separators=(",", ":")).encode())
    mark = hmac.new(secret.encode(), f"{head}.{body}".encode(), hashlib.sha256).digest()
    return f"{head}.{body}.{_encoded(mark)}"


def verify(token, secret, now, skew=30):
    """The claims of a token.

    A clock may be `skew` seconds wrong.
    """
    if not token:
        raise BadToken("PGRST301", "Empty JWT is sent in Authorization header")
    parts = token.split(".")
    if len(parts) != 3:
        raise BadToken("PGRST301", f"Expected 3 parts in JWT; got {len(parts)}")
    mark = hmac.new(secret.encode(), f"{parts[0]}.{parts[1]}".encode(), hashlib.sha256).digest()
    try:
        head, claims, signature = json.loads(_decoded(parts[0])), json.loads(_decoded(parts[1])), _decoded(parts[2])
    except ValueError:
        head, claims, signature = {}, {}, b""
    if head.get("alg") != "HS256" or not hmac.compare_digest(mark, signature):
        raise BadToken(
            "PGRST301", "No suitable key or wrong key type", "None of the keys was able to decode the JWT")
    for name in ("exp", "nbf", "iat"):
        if name in claims and (isinstance(claims[name], bool) or not isinstance(claims[name], (int, float))):
            raise BadToken("PGRST303", f"The JWT '{name}' claim must be a number")
    if "exp" in claims and now > claims["exp"] + skew:
        raise BadToken("PGRST303", "JWT expired")
    if "nbf" in claims and now < claims["nbf"] - skew:
        raise BadToken("PGRST303", "JWT not yet valid")
    if "iat" in claims and now < claims["iat"] - skew:
        raise BadToken("PGRST303", "JWT issued at future")
    return claims
