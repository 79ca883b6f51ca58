"""Asks the gateway to misbehave in each of its ways, and sees that it does.

    python misbehaving.py
"""

import http.client
import json
import socket
import sys
import tempfile
import threading
import time
import uuid

from gateway.gateway import Gateway
from gateway.project import made
from gateway.tokens import sign


class Client:
    def __init__(self, gateway):
        self.port = gateway.server.server_address[1]

    def ask(self, method, path, body=None, token=None):
        """Status, headers and body; None for a connection that closed without an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except http.client.IncompleteRead as cut:
            return "cut", None, cut.partial
        except (http.client.RemoteDisconnected, ConnectionResetError):
            return None
        finally:
            connection.close()

    def misbehave(self, *faults, **settings):
        status, _, body = self.ask("PUT", "/gateway", {"faults": list(faults), **settings})
        assert status == 200, body

    def hits(self):
        return [fault["hit"] for fault in json.loads(self.ask("GET", "/gateway")[2])["faults"]]


def check(gateway, key):
    client = Client(gateway)
    birds = "/rest/v1/bird?select=id"
    first = client.ask("GET", birds)
    assert first[0] == 200

    client.misbehave({"status": 503, "body": {"code": "57P01"}, "headers": {"Retry-After": "0"}, "times": 2})
    answers = [client.ask("GET", birds) for _ in range(3)]
    assert [answer[0] for answer in answers] == [503, 503, 200] and json.loads(answers[0][2]) == {"code": "57P01"}
    assert client.hits() == [2]

    client.misbehave({"html": True, "path": "/bird", "skip": 1})
    assert client.ask("GET", birds)[0] == 200
    status, headers, body = client.ask("GET", birds)
    assert status == 200 and headers["Content-Type"].startswith("text/html") and b"<title>" in body
    assert client.ask("GET", "/rest/v1/hotspot?select=id")[1]["Content-Type"].startswith("application/json")

    client.misbehave({"delay": 0.4})
    start = time.monotonic()
    assert client.ask("GET", birds)[0] == 200 and time.monotonic() - start >= 0.4

    client.misbehave({"cut": 20})
    assert len(raw(client.port, birds)) == 20
    client.misbehave()
    whole = len(raw(client.port, birds))
    client.misbehave({"cut": whole - 30})
    assert len(raw(client.port, birds)) == whole - 30 and client.ask("GET", birds)[0] == "cut"

    client.misbehave({"content_range": "0-9/3"})
    assert client.ask("GET", birds)[1]["Content-Range"] == "0-9/3"

    # An answer that is lost after the commit: the effect is there.
    insert = {"id": str(uuid.uuid4()), "common_name": "Lost"}
    client.misbehave({"method": "POST", "drop": True, "times": 1})
    assert client.ask("POST", "/rest/v1/bird", insert, key) is None
    assert client.ask("POST", "/rest/v1/bird", insert, key)[0] == 409

    # A request that a proxy sends twice.
    client.misbehave({"method": "POST", "twice": True, "times": 1})
    assert client.ask("POST", "/rest/v1/bird", {"id": str(uuid.uuid4()), "common_name": "Twice"}, key)[0] == 409

    # The same seed hits the same requests.
    patterns = []
    for seed in (1, 1, 2):
        client.misbehave({"status": 500, "chance": 0.5}, seed=seed)
        patterns.append([client.ask("GET", birds)[0] for _ in range(20)])
    assert patterns[0] == patterns[1] != patterns[2] and {200, 500} == set(patterns[0])

    client.misbehave(max_rows=1)
    assert len(json.loads(client.ask("GET", birds)[2])) == 1
    client.misbehave(max_rows=None)

    # A clock that is an hour ahead has let this token expire.
    token = sign({"role": "anon", "exp": int(time.time()) + 1800}, gateway.secret)
    assert client.ask("GET", birds, token=token)[0] == 200
    client.misbehave(clock_offset=3600)
    assert json.loads(client.ask("GET", birds, token=token)[2])["code"] == "PGRST303"
    client.misbehave(clock_offset=0)

    # What is not served is refused by name.
    for path, name in [("/rest/v1/bird?select=id.count()", "aggregate"), ("/functions/v1/x", "/functions/v1/x"),
                       ("/auth/v1/otp", "/auth/v1/otp"), ("/rest/v1/", "OpenAPI")]:
        status, _, body = client.ask("POST" if "otp" in path else "GET", path, {} if "otp" in path else None)
        assert status == 501 and name in json.loads(body)["message"], (path, status, body)
    assert client.ask("PUT", "/gateway", {"fault": []})[0] == 400
    assert client.ask("PUT", "/gateway", {"faults": [{"statsu": 500}]})[0] == 400

    users_apart(client, gateway)


def users_apart(client, gateway):
    """Many users on few pooled connections see only their own."""
    tokens = []
    for _ in range(20):
        answer = client.ask("POST", "/auth/v1/signup", {"email": f"{uuid.uuid4().hex}@example.org", "password": "secret1"})
        session = json.loads(answer[2])
        user, token = session["user"]["id"], session["access_token"]
        row = {"id": str(uuid.uuid4()), "owner_id": user, "title": user}
        assert client.ask("POST", "/rest/v1/watchlists", row, token)[0] == 201
        tokens.append((user, token))
    wrong = []

    def ask(user, token):
        for _ in range(25):
            rows = json.loads(client.ask("GET", "/rest/v1/watchlists?select=title", token=token)[2])
            if rows != [{"title": user}]:
                wrong.append((user, rows))
            if json.loads(client.ask("GET", "/rest/v1/watchlists?select=title")[2]) != []:
                wrong.append(("anonymous", user))

    threads = [threading.Thread(target=ask, args=pair) for pair in tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong[:3]


def raw(port, path):
    """All bytes of an answer, until the connection closes."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        data = b""
        while part := connection.recv(4096):
            data += part
        return data


def check_moves(gateway, cluster):
    """Another database answers from the next request on, one that has no users: to REST alone, or to all."""
    client = Client(gateway)
    client.misbehave()
    here, other = cluster.address("project"), cluster.address("other")
    names, key = "/rest/v1/bird?select=common_name&order=id&limit=1", gateway.key("service_role")

    def told():
        users = json.loads(client.ask("GET", "/auth/v1/admin/users", token=key)[2])["users"]
        return json.loads(client.ask("GET", names)[2])[0]["common_name"] == "moved", len(users) == 0

    assert told() == (False, False)
    client.misbehave(rest_database=other)
    assert told() == (True, False)
    client.misbehave(rest_database=here)
    assert told() == (False, False)
    client.misbehave(database=other)
    assert told() == (True, True)
    client.misbehave(database=here)
    assert told() == (False, False)


def main():
    cluster = made(["fsync=off", "jit=off"], "kit", [])
    try:
        cluster.psql("project", sql="insert into bird (id, common_name) select gen_random_uuid(), i from generate_series(1, 5) i")
        cluster.psql("postgres", sql="create database other template project")
        cluster.psql("other", sql="update bird set common_name = 'moved'")
        with tempfile.TemporaryDirectory() as files:
            gateway = Gateway(cluster.address("project", "authenticator"), cluster.address("project"), files, pool=4)
            threading.Thread(target=gateway.server.serve_forever, args=(0.05,), daemon=True).start()
            check(gateway, gateway.key("service_role"))
            check_moves(gateway, cluster)
            gateway.close()
    finally:
        cluster.remove()
    print("it misbehaves as it is told")


if __name__ == "__main__":
    sys.exit(main())
