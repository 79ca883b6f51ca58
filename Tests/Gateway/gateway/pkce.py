"""Login at a provider, by an authorization code with PKCE. The gateway is the provider, too: it asks nothing, and the
user is the one whose address stands in `login_hint`."""

import base64
import hashlib
import secrets
import threading
import uuid
from urllib.parse import urlencode, urlsplit

from .errors import Unserved
from .web import Response


class Codes:
    """Codes that were given out and not exchanged yet.

    - life: seconds that a code holds.
    """

    def __init__(self, clock, life=300):
        self._clock, self._life = clock, life
        self._codes, self._lock = {}, threading.Lock()

    def authorize(self, query):
        """Sends the browser back to where it came from, with a code."""
        provider, target = query.get("provider"), query.get("redirect_to")
        if provider not in ("google", "apple") or not target:
            raise Unserved(f"login at {provider} without redirect_to" if provider else "login without a provider")
        if not query.get("code_challenge"):
            raise Unserved("login at a provider without PKCE")
        code = str(uuid.uuid4())
        email = query.get("login_hint") or f"{secrets.token_hex(8)}@example.org"
        with self._lock:
            self._codes[code] = (provider, email, query["code_challenge"],
                                 query.get("code_challenge_method", "plain").lower(), self._clock() + self._life)
        mark = "&" if urlsplit(target).query else "?"
        return Response(302, [("Location", f"{target}{mark}{urlencode({'code': code})}")])

    def take(self, code):
        """Provider, address, challenge, method and the end of a code; None for an unknown one."""
        with self._lock:
            return self._codes.get(code)

    def forget(self, code):
        with self._lock:
            self._codes.pop(code, None)


def is_answer(challenge, method, verifier):
    """Whether a verifier belongs to a challenge."""
    if method == "s256":
        verifier = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    return secrets.compare_digest(challenge, verifier)
