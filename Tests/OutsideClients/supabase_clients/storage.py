"""storage3: files in buckets."""

import base64
import time

import httpx
from storage3.exceptions import StorageApiError

from .bench import equal, fails, id_of, scenario, true

PICTURE = b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40
JPEG = {"content-type": "image/jpeg"}


def photo(b, client):
    """A new entry in a list of a client's user, and the path of a photo of it."""
    watchlist, entry = b.list_of(client), b.new_id()
    client.table("watchlist_entries").insert({"id": entry, "watchlist_id": watchlist["id"], "bird_id": b.bird}).execute()
    return watchlist, f"{id_of(client)}/{entry}/{b.new_id()}.jpg"


def uploaded(b, **options):
    client = b.user()
    watchlist, path = photo(b, client)
    bucket = client.storage.from_("watchlist-photos")
    bucket.upload(path, PICTURE, {**JPEG, **options})
    return client, bucket, path, watchlist


@scenario
def upload_and_download(b):
    """a file comes back as it went"""
    _, bucket, path, _ = uploaded(b)
    equal(bucket.download(path), PICTURE)


@scenario
def upload_twice(b):
    """a path that is taken"""
    _, bucket, path, _ = uploaded(b)
    with fails(StorageApiError, status=409, code="Duplicate"):
        bucket.upload(path, PICTURE, dict(JPEG))


@scenario
def replaced(b):
    """a file is replaced"""
    _, bucket, path, _ = uploaded(b)
    bucket.upload(path, b"other", {**JPEG, "upsert": "true"})
    equal(bucket.download(path), b"other")
    bucket.update(path, b"third", dict(JPEG))
    equal(bucket.download(path), b"third")


@scenario
def into_anothers_folder(b):
    """another's folder"""
    other = b.user()
    _, path = photo(b, other)
    with fails(StorageApiError, status=403):
        b.user().storage.from_("watchlist-photos").upload(path, PICTURE, dict(JPEG))


@scenario
def capitals(b):
    """a folder in capitals is not the user's"""
    client = b.user()
    _, path = photo(b, client)
    with fails(StorageApiError, status=403):
        client.storage.from_("watchlist-photos").upload(path.upper(), PICTURE, dict(JPEG))


@scenario
def wrong_type(b):
    """a type that the bucket does not take"""
    client = b.user()
    _, path = photo(b, client)
    with fails(StorageApiError, status=415):
        client.storage.from_("watchlist-photos").upload(path, b"x", {"content-type": "text/plain"})


@scenario
def too_large(b):
    """a file that is too large"""
    client = b.user()
    with fails(StorageApiError, status=413):
        client.storage.from_("profile-photos").upload(f"{id_of(client)}/avatar.jpg", bytes(5_242_881), dict(JPEG))


@scenario
def unknown_bucket(b):
    """a bucket that is not there"""
    client = b.user()
    with fails(StorageApiError, status=404):
        client.storage.from_("nothing").upload(f"{id_of(client)}/a.jpg", PICTURE, dict(JPEG))


@scenario
def unknown_file(b):
    """a file that is not there"""
    with fails(StorageApiError, status=404):
        b.user().storage.from_("watchlist-photos").download("a/b/c.jpg")


@scenario
def private_of_another(b):
    """another does not see a private file"""
    _, _, path, _ = uploaded(b)
    with fails(StorageApiError, status=404):
        b.user().storage.from_("watchlist-photos").download(path)


@scenario
def shared_photo(b):
    """a viewer of the list sees its photos"""
    client, _, path, watchlist = uploaded(b)
    viewer = b.user()
    b.share(client, watchlist, viewer)
    with fails(StorageApiError, status=404):
        viewer.storage.from_("watchlist-photos").download(path)
    _, entry, name = path.split("/")
    client.table("observed_bird_photos").insert(
        {"id": b.new_id(), "watchlist_entry_id": entry, "image_path": name, "storage_url": path}).execute()
    equal(viewer.storage.from_("watchlist-photos").download(path), PICTURE)
    with fails(StorageApiError, status=403):
        viewer.storage.from_("watchlist-photos").upload(path, b"x", {**JPEG, "upsert": "true"})


@scenario
def public_file(b):
    """a public file needs no login"""
    client = b.user()
    bucket, path = client.storage.from_("profile-photos"), f"{id_of(client)}/avatar.jpg"
    bucket.upload(path, PICTURE, dict(JPEG))
    answer = httpx.get(bucket.get_public_url(path))
    equal((answer.status_code, answer.headers["content-type"], answer.content), (200, "image/jpeg", PICTURE))


@scenario
def private_is_not_public(b):
    """a private bucket has no public files"""
    _, bucket, path, _ = uploaded(b)
    answer = httpx.get(bucket.get_public_url(path))
    equal((answer.status_code, answer.json()["statusCode"]), (400, "404"))


@scenario
def signed_url(b):
    """a signed URL needs no login"""
    _, bucket, path, _ = uploaded(b)
    equal(httpx.get(bucket.create_signed_url(path, 60)["signedURL"]).content, PICTURE)


@scenario
def signed_url_expired(b):
    """and expires"""
    _, bucket, path, _ = uploaded(b)
    url = bucket.create_signed_url(path, 1)["signedURL"]
    time.sleep(2.1)
    equal(httpx.get(url).status_code, 400)


@scenario
def signed_url_of_another_file(b):
    """a signature holds for its file only"""
    _, bucket, path, _ = uploaded(b)
    url = bucket.create_signed_url(path, 60)["signedURL"]
    equal(httpx.get(url.replace(".jpg?", "x.jpg?")).status_code, 400)


@scenario
def signed_urls(b):
    """several signed URLs, one of them of nothing"""
    _, bucket, path, _ = uploaded(b)
    answers = bucket.create_signed_urls([path], 60)
    equal(httpx.get(answers[0]["signedURL"]).content, PICTURE)


@scenario
def signed_upload(b):
    """a signed upload"""
    client = b.user()
    _, path = photo(b, client)
    bucket = client.storage.from_("watchlist-photos")
    grant = bucket.create_signed_upload_url(path)
    b.client().storage.from_("watchlist-photos").upload_to_signed_url(path, grant["token"], PICTURE, dict(JPEG))
    equal(bucket.download(path), PICTURE)


@scenario
def info(b):
    """facts of a file, with the user's own"""
    _, bucket, path, _ = uploaded(b, metadata={"sha256": "ab"})
    facts = bucket.info(path)
    equal((facts["size"], facts["content_type"], facts["metadata"]), (len(PICTURE), "image/jpeg", {"sha256": "ab"}))


@scenario
def cache_control(b):
    """how long a file may be kept"""
    _, bucket, path, _ = uploaded(b, **{"cache-control": "3600"})
    equal(bucket.info(path)["cache_control"], "max-age=3600")


@scenario
def listed(b):
    """files of a folder, and folders"""
    client, bucket, path, _ = uploaded(b)
    user, entry, name = path.split("/")
    equal([item["name"] for item in bucket.list(user)], [entry])
    equal([(item["name"], item["metadata"]["size"]) for item in bucket.list(f"{user}/{entry}")], [(name, len(PICTURE))])
    equal(b.user().storage.from_("watchlist-photos").list(user), [])


@scenario
def moved(b):
    """a file is moved"""
    _, bucket, path, _ = uploaded(b)
    bucket.move(path, path + ".moved.jpg")
    equal(bucket.download(path + ".moved.jpg"), PICTURE)
    with fails(StorageApiError, status=404):
        bucket.download(path)


@scenario
def copied(b):
    """a file is copied"""
    _, bucket, path, _ = uploaded(b)
    bucket.copy(path, path + ".copy.jpg")
    equal((bucket.download(path), bucket.download(path + ".copy.jpg")), (PICTURE, PICTURE))


@scenario
def removed(b):
    """a remove tells what was there"""
    _, bucket, path, _ = uploaded(b)
    equal([item["name"] for item in bucket.remove([path, "nothing.jpg"])], [path])
    equal(bucket.remove([path]), [])


@scenario
def removed_of_another(b):
    """another's file stays"""
    _, bucket, path, _ = uploaded(b)
    equal(b.user().storage.from_("watchlist-photos").remove([path]), [])
    equal(bucket.download(path), PICTURE)


@scenario
def buckets(b):
    """an administrator sees the buckets"""
    names = {bucket.id for bucket in b.admin.storage.list_buckets()}
    true({"profile-photos", "list-covers", "watchlist-photos"} <= names, str(names))
    equal(b.admin.storage.get_bucket("watchlist-photos").public, False)


@scenario
def expired_login(b):
    """a login that has expired"""
    b.needs_control()
    token = b.control.sign({"role": "authenticated", "sub": b.new_id(), "exp": int(time.time()) - 60})
    answer = httpx.get(f"{b.url}/storage/v1/object/watchlist-photos/x.jpg",
                       headers={"apikey": b.anon_key, "Authorization": f"Bearer {token}"})
    equal((answer.status_code, answer.json()["statusCode"], answer.json()["message"]),
          (400, "403", '"exp" claim timestamp check failed'))


def tus(b, client, path, data, **more):
    """Begins a resumable upload; its address, and the headers for what follows."""
    facts = {"bucketName": "watchlist-photos", "objectName": path, "contentType": "image/jpeg", "cacheControl": "3600"}
    headers = {"apikey": b.anon_key, "Authorization": f"Bearer {client.auth.get_session().access_token}",
               "Tus-Resumable": "1.0.0"}
    pairs = ",".join(f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in facts.items())
    answer = httpx.post(f"{b.url}/storage/v1/upload/resumable", headers={
        **headers, "Upload-Length": str(len(data)), "Upload-Metadata": pairs, **more})
    return answer, headers


@scenario
def resumable(b):
    """an upload that goes on after a cut"""
    client = b.user()
    _, path = photo(b, client)
    data = PICTURE * 3
    answer, headers = tus(b, client, path, data)
    equal(answer.status_code, 201)
    where, kind = answer.headers["Location"], {"Content-Type": "application/offset+octet-stream"}
    half = len(data) // 2
    answer = httpx.patch(where, headers={**headers, **kind, "Upload-Offset": "0"}, content=data[:half])
    equal((answer.status_code, answer.headers["Upload-Offset"]), (204, str(half)))
    answer = httpx.head(where, headers=headers)
    equal((answer.status_code, answer.headers["Upload-Offset"], answer.headers["Upload-Length"]),
          (200, str(half), str(len(data))))
    answer = httpx.patch(where, headers={**headers, **kind, "Upload-Offset": "0"}, content=data[:half])
    equal(answer.status_code, 409)
    answer = httpx.patch(where, headers={**headers, **kind, "Upload-Offset": str(half)}, content=data[half:])
    equal(answer.status_code, 204)
    bucket = client.storage.from_("watchlist-photos")
    equal((bucket.download(path), bucket.info(path)["cache_control"]), (data, "max-age=3600"))


@scenario
def resumable_duplicate(b):
    """a resumable upload to a path that is taken"""
    client, _, path, _ = uploaded(b)
    equal(tus(b, client, path, PICTURE)[0].status_code, 409)
    equal(tus(b, client, path, PICTURE, **{"x-upsert": "true"})[0].status_code, 201)


@scenario
def resumable_forbidden(b):
    """a resumable upload into another's folder"""
    _, path = photo(b, b.user())
    equal(tus(b, b.user(), path, PICTURE)[0].status_code, 403)


@scenario
def resumable_unknown(b):
    """a resumable upload that the server has forgotten"""
    client = b.user()
    _, path = photo(b, client)
    answer, headers = tus(b, client, path, PICTURE)
    equal(httpx.head(answer.headers["Location"] + "x", headers=headers).status_code, 404)


@scenario
def nothing_forgotten(b):
    """as many files on disk as objects"""
    b.needs_control()
    begun = 2      # resumable uploads above that were only begun
    storage = b.control.gateway.storage
    rows = storage.objects.as_owner(lambda t: t.execute("select count(*) from storage.objects"))
    equal(storage.blobs.count(), rows[0][0] + begun)
