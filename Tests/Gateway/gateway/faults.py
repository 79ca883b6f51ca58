"""Misbehaving on command.

A fault is an object with the request that it is for and what happens:

    {"method": "POST", "path": "^/rest/v1/rpc/geoq_push", "skip": 2, "times": 1, "chance": 0.5, "status": 503}

- method, path: which requests; the path is a regular expression. Left out: all.
- skip, times: how many such requests pass before, and how many are hit; without `times`, all.
- chance: of each being hit, by the seeded generator.

What happens, one or several:

- delay: seconds before the request is handled.
- hold: the request is handled when other faults are set, or after ten minutes.
- status, body, headers: this answer, and the request is not handled.
- html: a page in HTML with status 200, as of a captive portal, and the request is not handled.
- drop: the request is handled and committed, and the connection is closed without an answer.
- cut: the answer ends after so many bytes, of head and body together.
- request_cut: the request's body ends after so many bytes, as a network breaks off. An upload in pieces keeps what
  came; no other request is handled. The connection is closed without an answer.
- twice: the request is handled two times, and the second answer is sent.
- content_range: this header in place of the true one.
"""

import random
import re
import threading
import time

from .web import Response, json_response

KEYS = {"method", "path", "skip", "times", "chance", "delay", "status", "body", "headers", "html", "drop", "cut", "twice",
        "content_range", "request_cut", "hold"}
LONGEST_HOLD = 600
PORTAL = b"<!doctype html><title>Log in to this network</title><p>Accept the terms to go on."


class Faults:
    def __init__(self, seed=0):
        self._lock = threading.Lock()
        self._replaced = threading.Event()
        self.set([], seed)

    def set(self, faults, seed=0):
        """Replaces all faults; the same seed gives the same chances."""
        for fault in faults:
            unknown = set(fault) - KEYS
            if unknown:
                raise ValueError(f"unknown words in a fault: {', '.join(sorted(unknown))}")
        with self._lock:
            self._random = random.Random(seed)
            self._replaced.set()
            self._replaced = threading.Event()
            self._faults = [{**fault, "seen": 0, "hit": 0} for fault in faults]

    def counts(self):
        """How many requests each fault has seen and hit."""
        with self._lock:
            return [{"seen": fault["seen"], "hit": fault["hit"]} for fault in self._faults]

    def _fault(self, request):
        """The first fault that hits a request, and the event of its being replaced; None for both without one."""
        with self._lock:
            for fault in self._faults:
                if fault.get("method", request.method) != request.method:
                    continue
                if not re.search(fault.get("path", ""), request.path):
                    continue
                fault["seen"] += 1
                if fault["seen"] <= fault.get("skip", 0) or fault["hit"] >= fault.get("times", float("inf")):
                    continue
                if self._random.random() >= fault.get("chance", 1):
                    continue
                fault["hit"] += 1
                return fault, self._replaced
        return None, None

    def answer(self, request, handle):
        """The response to a request, or None for a connection that just closes."""
        fault, replaced = self._fault(request)
        if fault is None:
            return handle(request)
        time.sleep(fault.get("delay", 0))
        if fault.get("hold"):
            replaced.wait(LONGEST_HOLD)
        if fault.get("html"):
            return Response(200, [("Content-Type", "text/html; charset=utf-8")], PORTAL)
        if "status" in fault:
            return json_response(fault["status"], fault.get("body", {}), list(fault.get("headers", {}).items()))
        if "request_cut" in fault:
            request.body = request.body[:fault["request_cut"]]
            if request.method == "PATCH" and request.path.startswith("/storage/v1/upload/resumable/"):
                handle(request)
            return None
        response = handle(request)
        if fault.get("twice"):
            response = handle(request)
        if fault.get("drop"):
            return None
        if "content_range" in fault:
            response.headers = [pair for pair in response.headers if pair[0] != "Content-Range"]
            response.headers.append(("Content-Range", fault["content_range"]))
        if "cut" in fault:
            response.cut = fault["cut"]
        return response
