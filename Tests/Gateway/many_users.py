"""Fifty users ask at once over few connections to the database; each sees own rows and own claims only (F48).

    python many_users.py [requests]
"""

import http.client
import json
import sys
import tempfile
import threading
import uuid

from gateway.gateway import Gateway
from gateway.project import made
from gateway.tokens import sign

USERS, CONNECTIONS = 50, 4
WHOAMI = """
create function public.whoami() returns text language sql stable as
    $$ select coalesce(auth.uid()::text, '') || ' ' || current_user $$;
grant execute on function public.whoami() to anon, authenticated;
"""

LISTS = f"""
insert into auth.users (id, email) select lpad(to_hex(n), 32, '0')::uuid, n || '@x.org' from generate_series(1, {USERS}) n;
insert into watchlists (id, owner_id, title)
select gen_random_uuid(), u.id, u.id || ' ' || n from auth.users u cross join generate_series(0, 2) n;
"""


class User(threading.Thread):
    """Asks for own lists and own name, in turn; every tenth time without a login."""

    def __init__(self, gateway, number, requests):
        super().__init__()
        self.id = str(uuid.UUID(int=number + 1))
        self.gateway, self.requests = gateway, requests
        self.token = sign({"sub": self.id, "role": "authenticated", "exp": 4102444800}, gateway.secret)
        self.wrong, self.asked = [], 0

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.gateway.server.server_address[1], timeout=60)
        for turn in range(self.requests):
            is_nobody = turn % 10 == 9
            headers = {} if is_nobody else {"Authorization": f"Bearer {self.token}"}
            if turn % 2:
                connection.request("POST", "/rest/v1/rpc/whoami", "{}", {**headers, "Content-Type": "application/json"})
                wanted = " anon" if is_nobody else f"{self.id} authenticated"
            else:
                connection.request("GET", "/rest/v1/watchlists?select=owner_id,title&order=title", headers=headers)
                wanted = [{"owner_id": self.id, "title": f"{self.id} {n}"} for n in range(3)]
            answer = connection.getresponse()
            body = json.loads(answer.read())
            self.asked += 1
            if answer.status != 200 or body != wanted:
                self.wrong.append((answer.status, body))
        connection.close()


def main(requests):
    cluster = made(["fsync=off", "jit=off", "wal_level=logical"], "rest", [])
    try:
        with tempfile.TemporaryDirectory() as files:
            cluster.psql("project", sql=WHOAMI + LISTS)
            owner = cluster.address("project")
            address = " ".join("user=authenticator" if word.startswith("user=") else word for word in owner.split())
            gateway = Gateway(address, owner, files, pool=CONNECTIONS, patience=60)
            threading.Thread(target=gateway.server.serve_forever, args=(0.05,), daemon=True).start()
            users = [User(gateway, number, requests // USERS) for number in range(USERS)]
            for user in users:
                user.start()
            for user in users:
                user.join()
            gateway.close()
            wrong = [line for user in users for line in user.wrong]
            for line in wrong[:10]:
                print(line)
            asked = sum(user.asked for user in users)
            print(f"{asked} requests of {USERS} users over {CONNECTIONS} connections, {len(wrong)} wrong")
            return 1 if wrong or asked < requests - USERS else 0
    finally:
        cluster.remove()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
