"""geoq's kit, by postgrest-py."""

from postgrest.exceptions import APIError

from .bench import equal, fails, id_of, rpc, scenario, true


def op(b, kind, table, row, base=None, **values):
    return {"op_id": b.new_id(), "kind": kind, "table": table, "id": row, "base_version": base, "values": values}


def push(client, *operations):
    answer = rpc(client, "geoq_push", p_ops=list(operations))
    equal(answer["kit"], 2)
    return answer["answers"]


@scenario
def push_and_pull(b):
    """one device pushes, another pulls the delta"""
    client = b.user()
    before = rpc(client, "geoq_changes", p_tables={"watchlists": {}})
    row = b.new_id()
    equal(push(client, op(b, "insert", "watchlists", row, owner_id=id_of(client), title="Pushed"))[0]["status"], "ok")
    after = rpc(client, "geoq_changes", p_tables={"watchlists": {"since": before["upto"]}})
    equal([r["title"] for r in after["tables"]["watchlists"]["rows"]], ["Pushed"])
    idle = rpc(client, "geoq_changes", p_tables={"watchlists": {"since": after["upto"], "digest": True}})
    equal((idle["tables"]["watchlists"].get("rows"), idle["tables"]["watchlists"]["count"]), (None, 1))
    usual = rpc(client, "geoq_changes", p_tables={"watchlists": True}, p_since=after["upto"])
    equal(usual["tables"], idle["tables"])


@scenario
def pushed_twice(b):
    """an operation that comes twice has one effect"""
    client, row = b.user(), b.new_id()
    operation = op(b, "insert", "watchlists", row, owner_id=id_of(client), title="Once")
    push(client, operation)
    equal(push(client, operation)[0]["replayed"], True)
    equal(client.table("watchlists").select("row_version").eq("id", row).execute().data, [{"row_version": 1}])


@scenario
def conflict(b):
    """two devices change one row"""
    client = b.user()
    row = b.list_of(client)
    push(client, op(b, "update", "watchlists", row["id"], 1, title="First"))
    answer = push(client, op(b, "update", "watchlists", row["id"], 1, title="Second"))[0]
    equal((answer["status"], answer["row_version"], answer["row"]["title"]), ("conflict", 2, "First"))


@scenario
def forbidden_and_gone(b):
    """forbidden is not gone"""
    owner, viewer = b.user(), b.user()
    row = b.list_of(owner)
    b.share(owner, row, viewer)
    answers = push(viewer, op(b, "update", "watchlists", row["id"], 1, title="x"),
                   op(b, "update", "watchlists", b.new_id(), 1, title="x"))
    equal([answer["status"] for answer in answers], ["forbidden", "gone"])


@scenario
def one_bad_operation(b):
    """a bad operation costs the others nothing"""
    client, first, second = b.user(), b.new_id(), b.new_id()
    answers = push(client, op(b, "insert", "watchlists", first, owner_id=id_of(client), location_rule_lat=95),
                   op(b, "insert", "watchlists", second, owner_id=id_of(client)))
    equal([(answer["status"], answer.get("code")) for answer in answers], [("rejected", "23514"), ("ok", None)])


@scenario
def tree(b):
    """a deleted list takes its entries"""
    client, row, entry = b.user(), b.new_id(), b.new_id()
    push(client, op(b, "insert", "watchlists", row, owner_id=id_of(client)),
         op(b, "insert", "watchlist_entries", entry, watchlist_id=row, bird_id=b.bird))
    cursor = rpc(client, "geoq_changes", p_tables={"watchlists": {}})["upto"]
    push(client, op(b, "delete", "watchlists", row, 1))
    answer = rpc(client, "geoq_changes", p_tables={t: {"since": cursor} for t in ("watchlists", "watchlist_entries")})
    equal((answer["tables"]["watchlists"]["deleted"], answer["tables"]["watchlist_entries"]["deleted"]), ([row], [entry]))


@scenario
def pages(b):
    """a pull in pages"""
    client = b.user()
    rows = [{"id": b.new_id(), "owner_id": id_of(client)} for _ in range(25)]
    client.table("watchlists").insert(rows).execute()
    page = rpc(client, "geoq_pull", p_table="watchlists", p_limit=10)
    got, upto = [r["id"] for r in page["rows"]], page["upto"]
    while page["next"]:
        page = rpc(client, "geoq_pull", p_table="watchlists", p_limit=10, p_upto=upto, p_after_xid=page["next"]["xid"],
                   p_after_id=page["next"]["id"])
        got += [r["id"] for r in page["rows"]]
    equal(sorted(got), sorted(r["id"] for r in rows))


@scenario
def region(b):
    """a region of hotspots, and what leaves it"""
    place = b.new_id()
    b.admin.table("hotspot").insert({"id": place, "name": "Far", "lat": -70.25, "lon": 10.25}).execute()
    box = {"west": 10, "south": -71, "east": 11, "north": -70}
    page = rpc(b.client(), "geoq_pull", p_table="hotspot", p_region=box)
    equal([r["id"] for r in page["rows"]], [place])
    b.admin.table("hotspot").update({"lat": 0, "lon": 0}).eq("id", place).execute()
    page = rpc(b.client(), "geoq_pull", p_table="hotspot", p_region=box, p_since=page["upto"])
    equal((page["rows"], page["left"]), ([], [place]))


@scenario
def digest(b):
    """a digest changes with a row"""
    client = b.user()
    row = b.list_of(client)
    one = rpc(client, "geoq_digest", p_table="watchlists")["buckets"]
    client.table("watchlists").update({"title": "x"}).eq("id", row["id"]).execute()
    two = rpc(client, "geoq_digest", p_table="watchlists")["buckets"]
    bucket = str(int(row["id"][:2], 16))
    true(one[bucket] != two[bucket] and one[bucket][0] == two[bucket][0] == 1, f"{one} {two}")


@scenario
def digest_of_shares(b):
    """a share changes the digest and no row"""
    owner, viewer = b.user(), b.user()
    row = b.list_of(owner)
    cursor = rpc(viewer, "geoq_changes", p_tables={"watchlists": {}})["upto"]
    b.share(owner, row, viewer)
    answer = rpc(viewer, "geoq_changes", p_tables={"watchlists": {"since": cursor, "digest": True}})["tables"]["watchlists"]
    equal(("rows" in answer, answer["count"]), (False, 1))


@scenario
def behind(b):
    """a cursor that the server has not reached"""
    with fails(APIError, code="PT409"):
        rpc(b.client(), "geoq_pull", p_table="bird", p_since="5:99999999999:")


@scenario
def anonymous_push(b):
    """who is no user pushes nothing"""
    with fails(APIError, code="42501"):
        rpc(b.client(), "geoq_push", p_ops=[])


@scenario
def server_pull(b):
    """the service key pulls everything"""
    row = b.list_of(b.user())
    answer = rpc(b.admin, "geoq_changes", p_tables={"watchlists": {}}, p_limit=10000)
    true(row["id"] in [r["id"] for r in answer["tables"]["watchlists"]["rows"]], "the row is there")
