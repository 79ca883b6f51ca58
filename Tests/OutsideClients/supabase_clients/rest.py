"""postgrest-py: tables and functions."""

from postgrest.exceptions import APIError

from .bench import equal, fails, id_of, rpc, scenario, true


# Reading

@scenario
def read_without_login(b):
    """anyone reads birds"""
    equal(b.client().table("bird").select("common_name").eq("id", b.bird).execute().data,
          [{"common_name": f"Bird of {b.run}"}])


@scenario
def unknown_column(b):
    """an unknown column"""
    with fails(APIError, code="42703"):
        b.client().table("bird").select("nothing").execute()


@scenario
def unknown_table(b):
    """an unknown table"""
    with fails(APIError, code="PGRST205"):
        b.client().table("birdz").select("*").execute()


def numbered(b):
    """Five lists of a new user, with titles t1 … t5."""
    client = b.user()
    for i in range(1, 6):
        b.list_of(client, title=f"t{i}", observed_count=i, type="a" if i % 2 else None)
    return client


def titles(query):
    return [row["title"] for row in query.order("title").execute().data]


FILTERS = {
    "eq": (lambda q: q.eq("title", "t2"), ["t2"]),
    "neq": (lambda q: q.neq("title", "t2"), ["t1", "t3", "t4", "t5"]),
    "gt": (lambda q: q.gt("observed_count", 3), ["t4", "t5"]),
    "gte": (lambda q: q.gte("observed_count", 3), ["t3", "t4", "t5"]),
    "lt": (lambda q: q.lt("observed_count", 2), ["t1"]),
    "lte": (lambda q: q.lte("observed_count", 2), ["t1", "t2"]),
    "like": (lambda q: q.like("title", "t%"), ["t1", "t2", "t3", "t4", "t5"]),
    "ilike": (lambda q: q.ilike("title", "T1"), ["t1"]),
    "is null": (lambda q: q.is_("type", "null"), ["t2", "t4"]),
    "is not null": (lambda q: q.not_.is_("type", "null"), ["t1", "t3", "t5"]),
    "in": (lambda q: q.in_("title", ["t1", "t5", "x,y"]), ["t1", "t5"]),
    "not in": (lambda q: q.not_.in_("title", ["t1", "t5"]), ["t2", "t3", "t4"]),
    "or": (lambda q: q.or_("title.eq.t1,observed_count.gt.4"), ["t1", "t5"]),
    "and in or": (lambda q: q.or_("title.eq.t1,and(observed_count.gt.1,observed_count.lt.3)"), ["t1", "t2"]),
    "match": (lambda q: q.match({"title": "t3", "observed_count": 3}), ["t3"]),
    "regular expression": (lambda q: q.filter("title", "match", "^t[12]$"), ["t1", "t2"]),
    "two conditions": (lambda q: q.gt("observed_count", 1).lt("observed_count", 4), ["t2", "t3"]),
    "any of": (lambda q: q.like_any_of("title", "t1,t2"), ["t1", "t2"]),
    "nothing": (lambda q: q.eq("title", "none"), []),
}


def filter_scenario(name, change, wanted):
    def run(b):
        client = getattr(b, "numbered", None) or numbered(b)
        b.numbered = client
        equal(titles(change(client.table("watchlists").select("title"))), wanted)
    run.__doc__ = f"filter: {name}"
    scenario(run)


for name, (change, wanted) in FILTERS.items():
    filter_scenario(name, change, wanted)


@scenario
def contains(b):
    """filter: an array contains"""
    equal(len(b.client().table("bird").select("id").eq("id", b.bird).contains("valid_months", ["4"]).execute().data), 1)


@scenario
def contained(b):
    """filter: an array is contained"""
    equal(b.client().table("bird").select("id").eq("id", b.bird).contained_by("valid_months", ["4"]).execute().data, [])


@scenario
def overlaps(b):
    """filter: arrays overlap"""
    equal(len(b.client().table("bird").select("id").eq("id", b.bird).overlaps("valid_months", ["5", "6"]).execute().data), 1)


@scenario
def text_search(b):
    """filter: full text"""
    rows = b.client().table("bird").select("id").eq("id", b.bird).text_search("common_name", "bird").execute().data
    equal(rows, [{"id": b.bird}])


@scenario
def order_descending(b):
    """descending order, and a limit"""
    client = numbered(b)
    rows = client.table("watchlists").select("title").order("title", desc=True).limit(2).execute().data
    equal([row["title"] for row in rows], ["t5", "t4"])


@scenario
def order_nulls(b):
    """order with nulls first"""
    client = numbered(b)
    rows = client.table("watchlists").select("type").order("type", nullsfirst=True).execute().data
    equal([row["type"] for row in rows], [None, None, "a", "a", "a"])


@scenario
def pages(b):
    """pages by range"""
    client = numbered(b)
    query = client.table("watchlists").select("title").order("title")
    equal([row["title"] for row in query.range(1, 2).execute().data], ["t2", "t3"])


@scenario
def beyond(b):
    """a page beyond the end is empty"""
    equal(numbered(b).table("watchlists").select("title").range(50, 60).execute().data, [])


@scenario
def counted(b):
    """rows with their exact number"""
    answer = numbered(b).table("watchlists").select("title", count="exact").limit(2).execute()
    equal((len(answer.data), answer.count), (2, 5))


@scenario
def counted_beyond(b):
    """a page beyond the end, counted, is refused"""
    with fails(APIError, code="PGRST103"):
        numbered(b).table("watchlists").select("title", count="exact").range(50, 60).execute()


@scenario
def head(b):
    """only the number"""
    answer = numbered(b).table("watchlists").select("*", count="exact", head=True).execute()
    equal(answer.count, 5)


@scenario
def single(b):
    """a single row"""
    equal(b.client().table("bird").select("id").eq("id", b.bird).single().execute().data, {"id": b.bird})


@scenario
def single_none(b):
    """a single row that is not there"""
    with fails(APIError, code="PGRST116", details="The result contains 0 rows"):
        b.client().table("bird").select("id").eq("id", b.new_id()).single().execute()


@scenario
def maybe_single(b):
    """a row or none"""
    true(b.client().table("bird").select("id").eq("id", b.new_id()).maybe_single().execute() is None, "a row")


@scenario
def alias_and_cast(b):
    """an alias and a cast"""
    rows = b.client().table("hotspot").select("where:lat::text").eq("id", b.hotspot).execute().data
    equal(rows, [{"where": "45.8051"}])


@scenario
def embedded_children(b):
    """children inside their parent"""
    client, = [b.user()]
    watchlist = b.list_of(client)
    client.table("watchlist_entries").insert({"id": b.new_id(), "watchlist_id": watchlist["id"], "bird_id": b.bird,
                                              "nickname": "Blue"}).execute()
    rows = client.table("watchlists").select("title, watchlist_entries(nickname)").execute().data
    equal(rows, [{"title": "List", "watchlist_entries": [{"nickname": "Blue"}]}])


@scenario
def embedded_parent(b):
    """a parent inside its child"""
    client = b.user()
    watchlist = b.list_of(client)
    client.table("watchlist_entries").insert({"id": b.new_id(), "watchlist_id": watchlist["id"], "bird_id": b.bird}).execute()
    rows = client.table("watchlist_entries").select("bird(common_name)").execute().data
    equal(rows, [{"bird": {"common_name": f"Bird of {b.run}"}}])


@scenario
def embedded_inner(b):
    """an inner join drops parents without children"""
    client = b.user()
    b.list_of(client, title="empty")
    equal(client.table("watchlists").select("title, watchlist_entries!inner(id)").execute().data, [])


@scenario
def no_relationship(b):
    """tables without a relationship"""
    with fails(APIError, code="PGRST200"):
        b.client().table("bird").select("id, hotspot(id)").execute()


@scenario
def geography_is_hex(b):
    """a geography comes as hex"""
    row = b.client().table("hotspot").select("location").eq("id", b.hotspot).single().execute().data
    true(row["location"].startswith("0101000020E6100000"), row["location"])


# Writing

@scenario
def insert(b):
    """an insert answers with the row"""
    client = b.user()
    row = b.list_of(client, title="New")
    equal((row["title"], row["row_version"], row["owner_id"]), ("New", 1, id_of(client)))


@scenario
def insert_minimal(b):
    """an insert that answers with nothing"""
    client = b.user()
    row = {"id": b.new_id(), "owner_id": id_of(client), "title": "Quiet"}
    equal(client.table("watchlists").insert(row, returning="minimal").execute().data, [])
    equal(titles(client.table("watchlists").select("title")), ["Quiet"])


@scenario
def insert_many(b):
    """an insert of several rows"""
    client = b.user()
    rows = [{"id": b.new_id(), "owner_id": id_of(client), "title": f"n{i}"} for i in range(50)]
    equal(len(client.table("watchlists").insert(rows).execute().data), 50)


@scenario
def insert_defaults(b):
    """missing columns get their defaults"""
    client = b.user()
    rows = [{"id": b.new_id(), "owner_id": id_of(client)}, {"id": b.new_id(), "owner_id": id_of(client), "observed_count": 9}]
    data = client.table("watchlists").insert(rows, default_to_null=False).execute().data
    equal([row["observed_count"] for row in data], [0, 9])


@scenario
def insert_nulls(b):
    """or null, without that preference"""
    client = b.user()
    rows = [{"id": b.new_id(), "owner_id": id_of(client)}, {"id": b.new_id(), "owner_id": id_of(client), "observed_count": 9}]
    data = client.table("watchlists").insert(rows).execute().data
    equal([row["observed_count"] for row in data], [None, 9])


@scenario
def insert_twice(b):
    """an id that is there"""
    client = b.user()
    row = b.list_of(client)
    with fails(APIError, code="23505"):
        client.table("watchlists").insert({"id": row["id"], "owner_id": row["owner_id"]}).execute()


@scenario
def insert_check(b):
    """a value that a check refuses"""
    client = b.user()
    with fails(APIError, code="23514"):
        b.list_of(client, location_rule_lat=91)


@scenario
def insert_unknown_column(b):
    """a column that is not there"""
    with fails(APIError, code="PGRST204"):
        b.list_of(b.user(), nothing=1)


@scenario
def insert_for_another(b):
    """a list for another user"""
    client = b.user()
    with fails(APIError, code="42501"):
        b.list_of(client, owner_id=id_of(b.user()))


@scenario
def insert_anonymous(b):
    """a list without a login"""
    with fails(APIError, code="42501"):
        b.client().table("watchlists").insert({"id": b.new_id(), "owner_id": b.new_id()}).execute()


@scenario
def virtual_list(b):
    """the virtual list stays on devices"""
    with fails(APIError, code="23514"):
        b.list_of(b.user(), id="00000000-0000-0000-0000-000000000000")


@scenario
def child_before_parent(b):
    """a child before its parent"""
    with fails(APIError, code="42501"):
        b.user().table("watchlist_entries").insert({"id": b.new_id(), "watchlist_id": b.new_id(), "bird_id": b.bird}).execute()


@scenario
def unknown_bird(b):
    """an entry of a bird that is not there"""
    client = b.user()
    watchlist = b.list_of(client)
    with fails(APIError, code="23503"):
        client.table("watchlist_entries").insert(
            {"id": b.new_id(), "watchlist_id": watchlist["id"], "bird_id": b.new_id()}).execute()


@scenario
def update_by_version(b):
    """an update of the version that is there"""
    client = b.user()
    row = b.list_of(client)
    data = client.table("watchlists").update({"title": "Better"}).eq("id", row["id"]).eq("row_version", 1).execute().data
    equal((data[0]["title"], data[0]["row_version"]), ("Better", 2))


@scenario
def update_old_version(b):
    """an update of an older version changes nothing"""
    client = b.user()
    row = b.list_of(client)
    equal(client.table("watchlists").update({"title": "x"}).eq("id", row["id"]).eq("row_version", 7).execute().data, [])


@scenario
def update_of_another(b):
    """an update of another's list changes nothing"""
    row = b.list_of(b.user())
    equal(b.user().table("watchlists").update({"title": "x"}).eq("id", row["id"]).execute().data, [])


@scenario
def update_nothing(b):
    """an empty update answers with no row"""
    client = b.user()
    row = b.list_of(client)
    equal(client.table("watchlists").update({}).eq("id", row["id"]).execute().data, [])


@scenario
def update_now(b):
    """the word now is the server's time"""
    client = b.user()
    row = b.list_of(client)
    data = client.table("watchlists").update({"deleted_at": "now"}).eq("id", row["id"]).execute().data
    true(data[0]["deleted_at"] > row["created_at"], data[0]["deleted_at"])


@scenario
def upsert_new(b):
    """an upsert of a new row"""
    client = b.user()
    data = client.table("watchlists").upsert({"id": b.new_id(), "owner_id": id_of(client), "title": "Up"}).execute().data
    equal(data[0]["title"], "Up")


@scenario
def upsert_existing(b):
    """an upsert of a row that is there"""
    client = b.user()
    row = b.list_of(client)
    data = client.table("watchlists").upsert({"id": row["id"], "owner_id": row["owner_id"], "title": "Up"}).execute().data
    equal((data[0]["title"], data[0]["row_version"]), ("Up", 2))


@scenario
def upsert_ignoring(b):
    """an upsert that leaves what is there"""
    client = b.user()
    row = b.list_of(client)
    equal(client.table("watchlists").upsert({"id": row["id"], "owner_id": row["owner_id"], "title": "Up"},
                                            ignore_duplicates=True).execute().data, [])
    equal(titles(client.table("watchlists").select("title")), ["List"])


@scenario
def upsert_of_another(b):
    """an upsert of another's row"""
    row = b.list_of(b.user())
    client = b.user()
    with fails(APIError, code="42501"):
        client.table("watchlists").upsert({"id": row["id"], "owner_id": id_of(client)}).execute()


@scenario
def upsert_on_conflict(b):
    """an upsert by columns without a unique constraint"""
    client = b.user()
    row = b.list_of(client)
    with fails(APIError, code="42P10"):
        client.table("watchlists").upsert({"id": row["id"], "owner_id": row["owner_id"]}, on_conflict="title").execute()


@scenario
def delete(b):
    """a delete answers with the row"""
    client = b.user()
    row = b.list_of(client)
    equal([r["id"] for r in client.table("watchlists").delete().eq("id", row["id"]).execute().data], [row["id"]])


@scenario
def delete_of_another(b):
    """a delete of another's row deletes nothing"""
    row = b.list_of(b.user())
    equal(b.user().table("watchlists").delete().eq("id", row["id"]).execute().data, [])


@scenario
def delete_referenced(b):
    """a bird that an entry needs stays"""
    client, bird = b.user(), b.new_id()
    b.admin.table("bird").insert({"id": bird, "common_name": "Needed"}).execute()
    watchlist = b.list_of(client)
    client.table("watchlist_entries").insert({"id": b.new_id(), "watchlist_id": watchlist["id"], "bird_id": bird}).execute()
    with fails(APIError, code="23503"):
        b.admin.table("bird").delete().eq("id", bird).execute()


@scenario
def birds_are_read_only(b):
    """a user writes no birds"""
    with fails(APIError, code="42501"):
        b.user().table("bird").insert({"id": b.new_id(), "common_name": "x"}).execute()


# Shares

@scenario
def shared_list(b):
    """a shared list is visible with its entries"""
    owner, viewer = b.user(), b.user()
    watchlist = b.list_of(owner, title="Shared")
    owner.table("watchlist_entries").insert({"id": b.new_id(), "watchlist_id": watchlist["id"], "bird_id": b.bird}).execute()
    equal(titles(viewer.table("watchlists").select("title")), [])
    b.share(owner, watchlist, viewer)
    equal(titles(viewer.table("watchlists").select("title")), ["Shared"])
    equal(len(viewer.table("watchlist_entries").select("id").execute().data), 1)


@scenario
def shared_is_read_only(b):
    """a viewer changes nothing"""
    owner, viewer = b.user(), b.user()
    watchlist = b.list_of(owner)
    b.share(owner, watchlist, viewer)
    equal(viewer.table("watchlists").update({"title": "x"}).eq("id", watchlist["id"]).execute().data, [])


@scenario
def lent(b):
    """an editor changes the title"""
    owner, editor = b.user(), b.user()
    watchlist = b.list_of(owner)
    b.share(owner, watchlist, editor, "edit")
    data = editor.table("watchlists").update({"title": "Edited"}).eq("id", watchlist["id"]).execute().data
    equal([row["title"] for row in data], ["Edited"])


@scenario
def lent_is_not_given(b):
    """an editor cannot take the list"""
    owner, editor = b.user(), b.user()
    watchlist = b.list_of(owner)
    b.share(owner, watchlist, editor, "edit")
    with fails(APIError, code="42501"):
        editor.table("watchlists").update({"owner_id": id_of(editor)}).eq("id", watchlist["id"]).execute()


@scenario
def unshared(b):
    """a share that was taken back"""
    owner, viewer = b.user(), b.user()
    watchlist = b.list_of(owner)
    b.share(owner, watchlist, viewer)
    owner.table("watchlist_shares").update({"deleted_at": "now"}).eq("watchlist_id", watchlist["id"]).execute()
    equal(titles(viewer.table("watchlists").select("title")), [])


# Functions

@scenario
def hotspots_near(b):
    """hotspots_near"""
    rows = b.client().rpc("hotspots_near", {"lat": 45.8, "lon": -122.7, "radius_km": 12}).execute().data
    true(b.hotspot in [row["id"] for row in rows], "the place is near")


@scenario
def hotspots_near_filtered(b):
    """a function's rows, filtered and limited"""
    rows = b.client().rpc("hotspots_near", {"lat": 45.8, "lon": -122.7, "radius_km": 12}).eq("id", b.hotspot).limit(1).execute().data
    equal([row["name"] for row in rows], [f"Place of {b.run}"])


@scenario
def birds_near(b):
    """birds_near obeys the policies"""
    client = b.user()
    watchlist = b.list_of(client)
    client.table("watchlist_entries").insert({"id": b.new_id(), "watchlist_id": watchlist["id"], "bird_id": b.bird,
                                              "lat": 10.5, "lon": 20.5}).execute()
    arguments = {"lat": 10.5, "lon": 20.5, "radius_km": 1}
    equal([row["id"] for row in client.rpc("birds_near", arguments).execute().data], [b.bird])
    equal(b.user().rpc("birds_near", arguments).execute().data, [])


@scenario
def function_unknown(b):
    """an unknown function"""
    with fails(APIError, code="PGRST202"):
        b.client().rpc("nothing_near", {}).execute()


@scenario
def function_missing_argument(b):
    """a missing argument"""
    with fails(APIError, code="PGRST202"):
        b.client().rpc("hotspots_near", {"lat": 1}).execute()


@scenario
def function_wrong_type(b):
    """an argument of another type"""
    with fails(APIError, code="22P02"):
        b.client().rpc("hotspots_near", {"lat": "north", "lon": 1, "radius_km": 1}).execute()


@scenario
def function_by_get(b):
    """a function by GET"""
    rows = b.client().rpc("hotspots_near", {"lat": 45.8, "lon": -122.7, "radius_km": 12}, get=True).execute().data
    true(b.hotspot in [row["id"] for row in rows], "the place is near")


@scenario
def bad_token(b):
    """a token that is none"""
    client = b.client()
    client.postgrest.auth("abc.def")
    with fails(APIError, code="PGRST301"):
        client.table("bird").select("id").execute()


@scenario
def kit_boot(b):
    """the server's run has a name"""
    equal(rpc(b.client(), "geoq_boot"), rpc(b.client(), "geoq_boot"))
