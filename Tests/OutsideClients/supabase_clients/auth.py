"""supabase_auth: users and sessions."""

import hashlib
import time
from urllib.parse import parse_qs, urlsplit

import httpx
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError

from .bench import PASSWORD, equal, fails, id_of, scenario, true


@scenario
def sign_up(b):
    """sign-up gives a session"""
    client, email = b.client(), b.email()
    answer = client.auth.sign_up({"email": email, "password": PASSWORD, "options": {"data": {"name": "Ann"}}})
    equal((answer.user.email, answer.user.role, answer.user.user_metadata["name"]), (email, "authenticated", "Ann"))
    true(answer.session.refresh_token and answer.session.expires_in > 0, "no session")


@scenario
def profile(b):
    """a new user has a profile"""
    client = b.client()
    client.auth.sign_up({"email": b.email(), "password": PASSWORD, "options": {"data": {"name": "Ann"}}})
    equal(client.table("users").select("name").execute().data, [{"name": "Ann"}])


@scenario
def sign_up_twice(b):
    """an address that is taken"""
    email = b.email()
    b.client().auth.sign_up({"email": email, "password": PASSWORD})
    with fails(AuthApiError, status=422, code="user_already_exists"):
        b.client().auth.sign_up({"email": email, "password": PASSWORD})


@scenario
def weak_password(b):
    """a password that is too short"""
    with fails(AuthWeakPasswordError, status=422, code="weak_password"):
        b.client().auth.sign_up({"email": b.email(), "password": "short"})


@scenario
def bad_address(b):
    """an address that is none"""
    with fails(AuthApiError, status=400, code="validation_failed"):
        b.client().auth.sign_up({"email": "no-address", "password": PASSWORD})


@scenario
def sign_in(b):
    """login by password"""
    email, client = b.email(), b.client()
    user = b.client().auth.sign_up({"email": email, "password": PASSWORD}).user
    equal(client.auth.sign_in_with_password({"email": email, "password": PASSWORD}).user.id, user.id)
    equal(client.auth.get_user().user.email, email)


@scenario
def sign_in_capitals(b):
    """an address in capitals"""
    email = b.email()
    b.client().auth.sign_up({"email": email, "password": PASSWORD})
    equal(b.client().auth.sign_in_with_password({"email": email.upper(), "password": PASSWORD}).user.email, email)


@scenario
def wrong_password(b):
    """a wrong password"""
    email = b.email()
    b.client().auth.sign_up({"email": email, "password": PASSWORD})
    with fails(AuthApiError, status=400, code="invalid_credentials"):
        b.client().auth.sign_in_with_password({"email": email, "password": "wrong"})


@scenario
def unknown_user(b):
    """an address that has no user"""
    with fails(AuthApiError, status=400, code="invalid_credentials"):
        b.client().auth.sign_in_with_password({"email": b.email(), "password": PASSWORD})


@scenario
def refresh(b):
    """a refresh gives new tokens"""
    client = b.user()
    old = client.auth.get_session()
    new = client.auth.refresh_session().session
    true(new.refresh_token != old.refresh_token, "the same refresh token")
    equal(client.auth.get_user().user.id, old.user.id)


@scenario
def refresh_parent(b):
    """a refresh whose answer was lost is answered again"""
    client = b.user()
    old = client.auth.get_session().refresh_token
    first = b.client().auth.refresh_session(old).session.refresh_token
    equal(b.client().auth.refresh_session(old).session.refresh_token, first)
    equal(b.client().auth.refresh_session(old).session.refresh_token, first)


@scenario
def refresh_unknown(b):
    """a refresh token that never was"""
    with fails(AuthApiError, status=400, code="refresh_token_not_found"):
        b.client().auth.refresh_session("nothing")


@scenario
def refresh_reused(b):
    """a refresh token two steps back ends the session"""
    b.needs_control()      # a project's interval is ten seconds or more
    client = b.user()
    old = client.auth.get_session().refresh_token
    b.client().auth.refresh_session(b.client().auth.refresh_session(old).session.refresh_token)
    time.sleep(b.control.reuse_interval + 0.2)
    with fails(AuthApiError, status=400, code="refresh_token_already_used"):
        b.client().auth.refresh_session(old)
    with fails(AuthApiError, status=400):
        client.auth.refresh_session()


@scenario
def log_out(b):
    """after logout the refresh token is void"""
    client = b.user()
    token = client.auth.get_session().refresh_token
    client.auth.sign_out({"scope": "local"})
    with fails(AuthApiError, status=400, code="refresh_token_not_found"):
        b.client().auth.refresh_session(token)


def two_sessions(b):
    email = b.email()
    one, two = b.client(), b.client()
    one.auth.sign_up({"email": email, "password": PASSWORD})
    two.auth.sign_in_with_password({"email": email, "password": PASSWORD})
    return one, two


@scenario
def log_out_local(b):
    """a local logout leaves other devices"""
    one, two = two_sessions(b)
    one.auth.sign_out({"scope": "local"})
    true(two.auth.refresh_session().session, "no session")


@scenario
def log_out_global(b):
    """a global logout ends all"""
    one, two = two_sessions(b)
    one.auth.sign_out({"scope": "global"})
    with fails(AuthApiError, status=400):
        two.auth.refresh_session()


@scenario
def log_out_others(b):
    """a logout of the others"""
    one, two = two_sessions(b)
    one.auth.sign_out({"scope": "others"})
    true(one.auth.refresh_session().session, "no session")
    with fails(AuthApiError, status=400):
        two.auth.refresh_session()


@scenario
def session_gone(b):
    """a token whose session has ended"""
    client = b.user()
    token = client.auth.get_session().access_token
    client.auth.sign_out({"scope": "global"})
    with fails(AuthApiError, status=403, code="session_not_found"):
        b.client().auth.get_user(token)


@scenario
def malformed(b):
    """a token that is none"""
    with fails(AuthApiError, status=403, code="bad_jwt"):
        b.client().auth.get_user("a.b.c")


@scenario
def change_password(b):
    """a new password"""
    email, client = b.email(), b.client()
    client.auth.sign_up({"email": email, "password": PASSWORD})
    client.auth.update_user({"password": "another password"})
    b.client().auth.sign_in_with_password({"email": email, "password": "another password"})
    with fails(AuthApiError, code="invalid_credentials"):
        b.client().auth.sign_in_with_password({"email": email, "password": PASSWORD})


@scenario
def same_password(b):
    """the same password again"""
    with fails(AuthApiError, status=422, code="same_password"):
        b.user().auth.update_user({"password": PASSWORD})


@scenario
def metadata(b):
    """data of a user"""
    client = b.user()
    client.auth.update_user({"data": {"color": "green"}})
    equal(client.auth.get_user().user.user_metadata["color"], "green")


@scenario
def token_of_session(b):
    """rows are read with the session's token"""
    client = b.user()
    b.list_of(client)
    token = client.auth.get_session().access_token
    other = b.client()
    other.postgrest.auth(token)
    equal(len(other.table("watchlists").select("id").execute().data), 1)


@scenario
def set_session(b):
    """a session that was kept"""
    client = b.user()
    kept = client.auth.get_session()
    other = b.client()
    other.auth.set_session(kept.access_token, kept.refresh_token)
    equal(id_of(other), kept.user.id)


@scenario
def claims(b):
    """what a token says"""
    client = b.user()
    said = client.auth.get_claims()["claims"]
    equal((said["role"], said["sub"], said["aal"]), ("authenticated", id_of(client), "aal1"))


def id_token(b, nonce=None, **claims):
    """A token of Google, as the gateway takes it."""
    facts = {"iss": "https://accounts.google.com", "sub": b.new_id(), "email": b.email(), "name": "Gil",
             "exp": int(time.time()) + 600, **claims}
    if nonce:
        facts["nonce"] = hashlib.sha256(nonce.encode()).hexdigest()
    return b.control.sign(facts)


@scenario
def google(b):
    """login by a token of Google"""
    b.needs_control()
    token, client = id_token(b, "n0nce"), b.client()
    first = client.auth.sign_in_with_id_token({"provider": "google", "token": token, "nonce": "n0nce"})
    again = b.client().auth.sign_in_with_id_token({"provider": "google", "token": token, "nonce": "n0nce"})
    equal((first.user.id, first.user.app_metadata["provider"]), (again.user.id, "google"))
    equal(client.table("users").select("name").execute().data, [{"name": "Gil"}])


@scenario
def google_nonce(b):
    """a token of Google with another nonce"""
    b.needs_control()
    with fails(AuthApiError, status=400):
        b.client().auth.sign_in_with_id_token({"provider": "google", "token": id_token(b, "one"), "nonce": "two"})


@scenario
def google_expired(b):
    """a token of Google that has expired"""
    b.needs_control()
    with fails(AuthApiError, status=400):
        b.client().auth.sign_in_with_id_token({"provider": "google", "token": id_token(b, exp=int(time.time()) - 60)})


def at_google(b, **more):
    """A client that was sent to Google and back, and the code that it came back with."""
    client = b.client(flow="pkce")
    url = client.auth.sign_in_with_oauth({"provider": "google", "options": {
        "redirect_to": "http://127.0.0.1:1/back", "query_params": more}}).url
    answer = httpx.get(url)
    equal(answer.status_code, 302)
    where = urlsplit(answer.headers["Location"])
    equal((where.netloc, where.path), ("127.0.0.1:1", "/back"))
    return client, parse_qs(where.query)["code"][0]


@scenario
def google_by_code(b):
    """login at Google, with a code and PKCE"""
    b.needs_control()
    email = b.email()
    client, code = at_google(b, login_hint=email)
    equal(client.auth.exchange_code_for_session({"auth_code": code}).user.email, email)
    equal(len(client.table("users").select("id").execute().data), 1)


@scenario
def code_twice(b):
    """a code holds once"""
    b.needs_control()
    client, code = at_google(b)
    client.auth.exchange_code_for_session({"auth_code": code, "code_verifier": verifier_of(client)})
    with fails(AuthApiError, status=404, code="flow_state_not_found"):
        client.auth.exchange_code_for_session({"auth_code": code, "code_verifier": "x" * 43})


@scenario
def code_of_another(b):
    """a code without its verifier is worth nothing"""
    b.needs_control()
    client, code = at_google(b)
    with fails(AuthApiError, status=400, code="bad_code_verifier"):
        client.auth.exchange_code_for_session({"auth_code": code, "code_verifier": "x" * 43})


def verifier_of(client):
    return client.auth._storage.get_item(f"{client.auth._storage_key}-code-verifier")


# For administrators

@scenario
def admin_create(b):
    """an administrator makes a user"""
    email = b.email()
    made = b.admin_auth.create_user({"email": email, "password": PASSWORD, "email_confirm": True})
    equal(b.client().auth.sign_in_with_password({"email": email, "password": PASSWORD}).user.id, made.user.id)


@scenario
def admin_list(b):
    """an administrator lists users"""
    email = b.email()
    b.admin_auth.create_user({"email": email, "password": PASSWORD, "email_confirm": True})
    found = [user.email for page in range(1, 20) for user in b.admin_auth.list_users(page=page, per_page=100)]
    true(email in found, "the user is not in the list")


@scenario
def admin_delete(b):
    """a deleted user's lists go"""
    client = b.user()
    user, row = id_of(client), b.list_of(client)
    b.admin_auth.delete_user(user)
    equal(b.admin.table("watchlists").select("id").eq("id", row["id"]).execute().data, [])
    with fails(AuthApiError, status=403):
        client.auth.get_user()


@scenario
def admin_ban(b):
    """a banned user neither logs in nor refreshes"""
    client = b.user()
    email = client.auth.get_session().user.email
    b.admin_auth.update_user_by_id(id_of(client), {"ban_duration": "1h"})
    with fails(AuthApiError, status=400, code="user_banned"):
        b.client().auth.sign_in_with_password({"email": email, "password": PASSWORD})
    with fails(AuthApiError, status=400, code="user_banned"):
        client.auth.refresh_session()


@scenario
def admin_by_user(b):
    """a user is no administrator"""
    client = b.user()
    with fails(AuthApiError, status=403, code="not_admin"):
        client.auth.admin._headers = {**client.auth.admin._headers,
                                      "Authorization": f"Bearer {client.auth.get_session().access_token}"}
        client.auth.admin.list_users()
