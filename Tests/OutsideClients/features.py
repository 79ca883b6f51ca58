"""OWSLib's client of OGC API - Features walks every collection to its end.

    python features.py http://127.0.0.1:8080/
"""

import json
import sys

from owslib.ogcapi.features import Features


def walk(service, collection, limit, **query):
    """All features of a collection, page after page, by the next links alone."""
    ids, pages = [], 0
    page = service.collection_items(collection, limit=limit, **query)
    matched = page["numberMatched"]
    while True:
        pages += 1
        assert page["numberReturned"] == len(page["features"]) <= limit
        ids += [feature["id"] for feature in page["features"]]
        [following] = [link["href"] for link in page["links"] if link["rel"] == "next"] or [None]
        if following is None:
            break
        page = service._request(path=following.removeprefix(service.url))
    assert len(ids) == len(set(ids)), f"{collection}: a feature came twice"
    assert len(ids) == matched, f"{collection}: {len(ids)} came, {matched} were promised"
    return ids, pages


def main(base):
    service = Features(base)
    assert service.conformance()["conformsTo"]
    assert service.api()["openapi"].startswith("3.0")
    result = {}
    for name in service.feature_collections():
        description = service.collection(name)
        assert description["id"] == name
        ids, pages = walk(service, name, 100)
        result[name] = {"features": len(ids), "pages": pages}
        if not ids:
            continue
        assert service.collection_item(name, ids[-1])["id"] == ids[-1]
        # A watchlist without a circle is nowhere.
        first = next(f for f in service.collection_items(name, limit=100)["features"] if f["geometry"])
        lon, lat = first["geometry"]["coordinates"]
        near, _ = walk(service, name, 100, bbox=[lon - 1e-9, lat - 1e-9, lon + 1e-9, lat + 1e-9])
        assert first["id"] in near
    print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1])
