"""GoTrue: users, sessions, tokens."""

import datetime
import hashlib
import json
import re
import secrets
import uuid
from urllib.parse import parse_qs

from . import database
from .errors import Unserved
from .pkce import Codes, is_answer
from .tokens import BadToken, sign, verify
from .web import Response, json_response

OAUTH = {"google": "https://accounts.google.com", "apple": "https://appleid.apple.com"}
USER = """
select json_build_object(
    'id', u.id, 'aud', u.aud, 'role', u.role, 'email', coalesce(u.email, ''), 'email_confirmed_at', u.email_confirmed_at,
    'phone', '', 'confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
    'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data,
    'identities', coalesce((select json_agg(json_build_object(
        'identity_id', md5(i.provider || i.provider_id)::uuid, 'id', i.provider_id, 'user_id', i.user_id,
        'identity_data', i.identity_data, 'provider', i.provider, 'last_sign_in_at', u.last_sign_in_at,
        'created_at', i.created_at, 'updated_at', i.created_at)) from auth.identities i where i.user_id = u.id), '[]'),
    'created_at', u.created_at, 'updated_at', u.updated_at, 'is_anonymous', false)::text
from auth.users u where """


class Failure(Exception):
    """A failure as GoTrue tells it."""

    def __init__(self, status, code, message, extra=None):
        super().__init__(message)
        self.status, self.code, self.message, self.extra = status, code, message, extra or {}


class OAuthFailure(Exception):
    def __init__(self, error, description):
        super().__init__(description)
        self.error, self.description = error, description


class Auth:
    """Serves /auth/v1.

    - token_life: seconds that an access token holds.
    - reuse_interval: seconds in which a refresh token may be used again that is no parent of the active one.
    """

    def __init__(self, gateway, token_life, reuse_interval):
        self.gateway, self.token_life, self.reuse_interval = gateway, token_life, reuse_interval
        self.codes = Codes(gateway.clock)

    def answer(self, request):
        try:
            return database.run(self.gateway.owner_pool, lambda transaction: self.route(request, transaction))
        except Failure as failure:
            return self.told(request, failure)
        except Reused as reused:
            # The family is revoked although the request fails.
            self.revoke(reused.session)
            return self.told(request, Failure(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"))
        except OAuthFailure as failure:
            return json_response(400, {"error": failure.error, "error_description": failure.description})

    def revoke(self, session):
        database.run(self.gateway.owner_pool, lambda transaction: transaction.execute(
            "update auth.refresh_tokens set revoked = true where session_id = $1", [session]))

    def told(self, request, failure):
        if request.headers.get("x-supabase-api-version", "") >= "2024-01-01":
            body = {"code": failure.code, "message": failure.message, **failure.extra}
            version = [("x-supabase-api-version", "2024-01-01")]
        else:
            body = {"code": failure.status, "error_code": failure.code, "msg": failure.message, **failure.extra}
            version = []
        return json_response(failure.status, body, [("x-sb-error-code", failure.code), *version])

    def route(self, request, t):
        path, method = request.path.rstrip("/"), request.method
        query = {key: values[0] for key, values in parse_qs(request.query).items()}
        if path == "/health" and method == "GET":
            return json_response(200, {"version": "gateway", "name": "GoTrue",
                                       "description": "GoTrue is a user registration and authentication API"})
        if path == "/.well-known/jwks.json" and method == "GET":
            return json_response(200, {"keys": []})
        if path == "/authorize" and method == "GET":
            return self.codes.authorize(query)
        if path == "/signup" and method == "POST":
            return self.sign_up(t, self.body(request))
        if path == "/token" and method == "POST":
            return self.grant(t, query.get("grant_type", ""), self.body(request))
        if path == "/user" and method in ("GET", "PUT"):
            user = self.signed_in(t, request)["sub"]
            return self.change(t, user, self.body(request)) if method == "PUT" else json_response(200, self.user(t, user))
        if path == "/logout" and method == "POST":
            return self.log_out(t, self.signed_in(t, request), query.get("scope", "global"))
        if path == "/admin/users" or path.startswith("/admin/users/"):
            return self.administer(t, request, path.removeprefix("/admin/users").strip("/"), query)
        raise Unserved(f"/auth/v1{path} by {method}")

    def body(self, request):
        try:
            value = json.loads(request.body or b"{}")
        except ValueError:
            raise Failure(400, "bad_json", "Could not parse request body as JSON") from None
        return value if isinstance(value, dict) else {}

    def user(self, t, user):
        rows = t.execute(USER + "u.id = $1", [user])
        if not rows:
            raise Failure(404, "user_not_found", "User not found")
        return json.loads(rows[0][0])

    # Sign-up and grants

    def check_password(self, password):
        if len(password) < 6:
            raise Failure(422, "weak_password", "Password should be at least 6 characters.",
                          {"weak_password": {"reasons": ["length"]}})

    def sign_up(self, t, body):
        email, password = str(body.get("email") or "").lower(), body.get("password") or ""
        if body.get("phone") or not (email or password):
            raise Unserved("sign-up by telephone, and anonymous")
        if not password:
            raise Failure(400, "validation_failed", "Signup requires a valid password")
        if not re.fullmatch(r"[^@\s\x00-\x1f\x7f]+@[^@\s\x00-\x1f\x7f]+\.[^@\s\x00-\x1f\x7f]+", email):
            raise Failure(400, "validation_failed", "Unable to validate email address: invalid format")
        self.check_password(password)
        if t.execute("select 1 from auth.users where email = $1", [email]):
            raise Failure(422, "user_already_exists", "User already registered")
        user = self.add(t, email, password, body.get("data") or {})
        return json_response(200, self.session(t, user, "password"))

    def add(self, t, email, password, data, user=None, provider="email", provider_id=None):
        if "\0" in (password or ""):
            raise Unserved("a password with U+0000, which pgcrypto cuts")
        user = str(user or uuid.uuid4())
        t.execute(
            "insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, "
            "raw_user_meta_data) values ($1, $2, case when $3::text <> '' then crypt($3, gen_salt('bf', 4)) end, now(), "
            "jsonb_build_object('provider', $4::text, 'providers', jsonb_build_array($4::text)), $5)",
            [user, email, password or "", provider, json.dumps(data)])
        facts = {"sub": provider_id or user, "email": email, "email_verified": provider != "email",
                 "phone_verified": False, **(data if provider != "email" else {})}
        t.execute("insert into auth.identities (provider, provider_id, user_id, identity_data) values ($1, $2, $3, $4)",
                  [provider, provider_id or user, user, json.dumps(facts)])
        return user

    def grant(self, t, kind, body):
        if kind == "password":
            return self.by_password(t, body)
        if kind == "refresh_token":
            return self.by_refresh_token(t, body)
        if kind == "id_token":
            return self.by_id_token(t, body)
        if kind == "pkce":
            return self.by_code(t, body)
        if kind == "web3":
            raise Unserved(f"the grant {kind}")
        raise Failure(400, "invalid_credentials", "unsupported_grant_type")

    def by_password(self, t, body):
        if body.get("phone"):
            raise Unserved("login by telephone")
        email, password = str(body.get("email") or "").lower(), str(body.get("password") or "")
        if "\0" in email:
            raise Unserved("login by an address with U+0000, which no text of PostgreSQL has")
        if "\0" in password:
            # No user has such a password here.
            raise Failure(400, "invalid_credentials", "Invalid login credentials")
        rows = t.execute(
            "select id, banned_until > now(), encrypted_password = crypt($2, encrypted_password) from auth.users "
            "where email = $1", [email, password])
        if not rows or not rows[0][2]:
            raise Failure(400, "invalid_credentials", "Invalid login credentials")
        if rows[0][1]:
            raise Failure(400, "user_banned", "User is banned")
        return json_response(200, self.session(t, str(rows[0][0]), "password"))

    def by_id_token(self, t, body):
        """Tokens of providers; the gateway's own secret signs them here."""
        issuer = OAUTH.get(body.get("provider"))
        if not body.get("id_token"):
            raise OAuthFailure("invalid request", "id_token required")
        if issuer is None:
            raise Unserved(f"id tokens of {body.get('provider')}")
        try:
            claims = verify(body["id_token"], self.gateway.secret, self.gateway.clock(), 0)
        except BadToken:
            raise OAuthFailure("invalid request", "Bad ID token") from None
        if claims.get("iss") != issuer:
            raise OAuthFailure("invalid request", "Bad ID token")
        nonce = body.get("nonce") or ""
        if bool(claims.get("nonce")) != bool(nonce):
            raise OAuthFailure("invalid request", "Passed nonce and nonce in id_token should either both exist or not.")
        if nonce and hashlib.sha256(nonce.encode()).hexdigest() != claims["nonce"]:
            raise OAuthFailure("invalid nonce", "Nonces mismatch")
        data = {key: claims[key] for key in ("name", "full_name", "picture") if key in claims}
        return json_response(200, self.of_provider(t, body["provider"], claims["sub"], claims.get("email"), data))

    def of_provider(self, t, provider, subject, email, data):
        """A session of the user that a provider names, who is made the first time."""
        rows = t.execute("select user_id from auth.identities where provider = $1 and provider_id = $2",
                         [provider, subject])
        user = str(rows[0][0]) if rows else self.add(t, email, None, data, provider=provider, provider_id=subject)
        return self.session(t, user, "oauth")

    def by_code(self, t, body):
        code, verifier = body.get("auth_code") or "", body.get("code_verifier") or ""
        if not code or not verifier:
            raise Failure(400, "validation_failed",
                          "invalid request: both auth code and code verifier should be non-empty")
        found = self.codes.take(code)
        if found is None:
            raise Failure(404, "flow_state_not_found", "invalid flow state, no valid flow state found")
        provider, email, challenge, method, end = found
        if self.gateway.clock() > end:
            raise Failure(403, "flow_state_expired", "invalid flow state, flow state has expired")
        if not is_answer(challenge, method, verifier):
            raise Failure(400, "bad_code_verifier", "code challenge does not match previously saved code verifier")
        self.codes.forget(code)
        return json_response(200, self.of_provider(t, provider, email, email, {}))

    def by_refresh_token(self, t, body):
        given = body.get("refresh_token") or ""
        if not given:
            raise Failure(400, "validation_failed", "refresh_token required")
        # Another refresh of the session waits here until this one ends.
        rows = t.execute(
            "select r.session_id, r.revoked, r.updated_at + make_interval(secs => $2) > now(), s.user_id, "
            "u.banned_until > now() from auth.refresh_tokens r join auth.sessions s on s.id = r.session_id "
            "join auth.users u on u.id = s.user_id where r.token = $1 for update of s", [given, self.reuse_interval])
        if not rows:
            raise Failure(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
        session, _, may_reuse, user, is_banned = rows[0]
        # What the one before has done, which the lock waited for.
        revoked = t.execute("select revoked from auth.refresh_tokens where token = $1", [given])[0][0]
        if is_banned:
            raise Failure(400, "user_banned", "Invalid Refresh Token: User Banned")
        active = t.execute("select token, parent from auth.refresh_tokens where session_id = $1 and not revoked "
                           "order by id desc limit 1", [session])
        if revoked and active and active[0][1] == given:
            # The client did not get the answer to its last refresh.
            return json_response(200, self.tokens(t, str(user), str(session), active[0][0]))
        if revoked and not (may_reuse and active):
            raise Reused(session)
        t.execute("update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 "
                  "and not revoked", [session])
        return json_response(200, self.tokens(t, str(user), str(session), self.refresh_token(t, session, given)))

    def refresh_token(self, t, session, parent=None):
        token = secrets.token_hex(6)
        t.execute("insert into auth.refresh_tokens (token, parent, session_id) values ($1, $2, $3)",
                  [token, parent, session])
        return token

    def session(self, t, user, method):
        t.execute("update auth.users set last_sign_in_at = now() where id = $1", [user])
        session = t.execute("insert into auth.sessions (user_id, method) values ($1, $2) returning id",
                            [user, method])[0][0]
        return self.tokens(t, user, str(session), self.refresh_token(t, session))

    def tokens(self, t, user, session, refresh_token):
        facts, now = self.user(t, user), int(self.gateway.clock())
        method = t.execute("select method, extract(epoch from created_at)::bigint from auth.sessions where id = $1",
                           [session])[0]
        claims = {
            "iss": f"{self.gateway.url}/auth/v1", "sub": user, "aud": facts["aud"], "exp": now + self.token_life,
            "iat": now, "email": facts["email"], "phone": "", "app_metadata": facts["app_metadata"],
            "user_metadata": facts["user_metadata"], "role": facts["role"], "aal": "aal1",
            "amr": [{"method": method[0], "timestamp": method[1]}], "session_id": session, "is_anonymous": False,
        }
        return {"access_token": sign(claims, self.gateway.secret), "token_type": "bearer", "expires_in": self.token_life,
                "expires_at": now + self.token_life, "refresh_token": refresh_token, "user": facts}

    # With a session

    def claims(self, request):
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token:
            raise Failure(401, "no_authorization", "This endpoint requires a valid Bearer token")
        try:
            return verify(token, self.gateway.secret, self.gateway.clock(), 0)
        except BadToken as error:
            words = {"JWT expired": "token has invalid claims: token is expired"}.get(
                error.message, "token is malformed")
            raise Failure(403, "bad_jwt", f"invalid JWT: unable to parse or verify signature, {words}") from None

    def signed_in(self, t, request):
        claims = self.claims(request)
        if "sub" not in claims:
            raise Failure(403, "bad_jwt", "invalid claim: missing sub claim")
        if not t.execute("select 1 from auth.users where id = $1", [claims["sub"]]):
            raise Failure(403, "user_not_found", "User from sub claim in JWT does not exist")
        if "session_id" in claims and not t.execute("select 1 from auth.sessions where id = $1", [claims["session_id"]]):
            raise Failure(403, "session_not_found", "Session from session_id claim in JWT does not exist")
        return claims

    def change(self, t, user, body):
        if body.get("phone"):
            raise Unserved("telephone numbers")
        if body.get("password"):
            self.check_password(body["password"])
            same = t.execute("select encrypted_password = crypt($2, encrypted_password) from auth.users where id = $1",
                             [user, body["password"]])[0][0]
            if same:
                raise Failure(422, "same_password", "New password should be different from the old password.")
            t.execute("update auth.users set encrypted_password = crypt($2, gen_salt('bf', 4)) where id = $1",
                      [user, body["password"]])
        if body.get("email"):
            email = body["email"].lower()
            if t.execute("select 1 from auth.users where email = $1 and id <> $2", [email, user]):
                raise Failure(422, "email_exists", "A user with this email address has already been registered")
            t.execute("update auth.users set email = $2 where id = $1", [user, email])
        if isinstance(body.get("data"), dict):
            t.execute("update auth.users set raw_user_meta_data = raw_user_meta_data || $2 where id = $1",
                      [user, json.dumps(body["data"])])
        t.execute("update auth.users set updated_at = now() where id = $1", [user])
        return json_response(200, self.user(t, user))

    def log_out(self, t, claims, scope):
        conditions = {"global": "true", "local": "id = $2", "others": "id <> $2"}
        if scope not in conditions:
            raise Failure(400, "validation_failed", f'Unsupported logout scope "{scope}"')
        session = claims.get("session_id")
        t.execute(f"delete from auth.sessions where user_id = $1 and ($2::uuid is null or {conditions[scope]})",
                  [claims["sub"], session])
        return Response(204)

    # For the key service_role

    def administer(self, t, request, user, query):
        if self.claims(request).get("role") not in ("service_role", "supabase_admin"):
            raise Failure(403, "not_admin", "User not allowed")
        if user:
            try:
                uuid.UUID(user)
            except ValueError:
                raise Failure(404, "validation_failed", "user_id must be an UUID") from None
        if not user and request.method == "GET":
            size, page = int(query.get("per_page", 50)), int(query.get("page", 1))
            rows = t.execute(USER + "true order by u.created_at, u.id limit $1 offset $2", [size, (page - 1) * size])
            return json_response(200, {"users": [json.loads(row[0]) for row in rows], "aud": "authenticated"})
        if not user and request.method == "POST":
            return self.create(t, self.body(request))
        if request.method == "GET":
            return json_response(200, self.user(t, user))
        if request.method == "PUT":
            return self.change_by_admin(t, user, self.body(request))
        if request.method == "DELETE":
            if not t.execute("delete from auth.users where id = $1 returning 1", [user]):
                raise Failure(404, "user_not_found", "User not found")
            return json_response(200, {})
        raise Unserved(f"/auth/v1{request.path} by {request.method}")

    def create(self, t, body):
        email = str(body.get("email") or "").lower()
        if not email:
            raise Failure(400, "validation_failed", "Cannot create a user without either an email or phone")
        if t.execute("select 1 from auth.users where email = $1", [email]):
            raise Failure(422, "email_exists", "A user with this email address has already been registered")
        user = self.add(t, email, body.get("password"), body.get("user_metadata") or {}, body.get("id"))
        return json_response(200, self.user(t, user))

    def change_by_admin(self, t, user, body):
        self.user(t, user)
        if "ban_duration" in body:
            found = re.fullmatch(r"(\d+)(h|m|s)", body["ban_duration"])
            if body["ban_duration"] != "none" and not found:
                raise Failure(400, "validation_failed", "invalid format for ban duration")
            units = {"h": "hours", "m": "minutes", "s": "seconds"}
            span = datetime.timedelta(**{units[found[2]]: int(found[1])}) if found else None
            t.execute("update auth.users set banned_until = now() + $2::interval where id = $1",
                      [user, f"{span.total_seconds()} seconds" if span else None])
        known = {"data": body.get("user_metadata"), "password": body.get("password"), "email": body.get("email")}
        return self.change(t, user, known)


class Reused(Exception):
    """A refresh token came again that must not."""

    def __init__(self, session):
        super().__init__("a refresh token was used again")
        self.session = session
