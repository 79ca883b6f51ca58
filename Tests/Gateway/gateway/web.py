"""HTTP/1.1 with a thread for each connection, and nothing between a response and its bytes, so that faults
can be exact to the byte."""

import email.utils
import gzip
import http
import json
import socket
import socketserver
import sys
import traceback
from dataclasses import dataclass, field

# As warp, the web server of PostgREST, has it.
LONGEST_HEAD = 50 * 1024


@dataclass
class Request:
    method: str
    path: str
    query: str
    headers: dict
    body: bytes
    connection: socket.socket = None
    reader: object = None


@dataclass
class Response:
    status: int
    headers: list = field(default_factory=list)
    body: bytes = b""
    is_head: bool = False
    # A body that takes over the connection, such as a socket of Realtime: called with request.
    takes_over: object = None


def json_response(status, value, headers=()):
    return Response(status, [("Content-Type", "application/json; charset=utf-8"), *headers],
                    json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


class BadRequest(Exception):
    pass


class Connection(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True
    rbufsize = 64 * 1024

    def handle(self):
        try:
            while self.one():
                pass
        except (ConnectionError, socket.timeout, ValueError, BadRequest):
            pass

    def one(self):
        """Answers one request; whether the connection goes on."""
        try:
            request = self.read()
        except BadRequest:
            self.send(Response(400, [("Content-Type", "text/plain; charset=utf-8")], b"Bad Request"), None, False)
            return False
        if request is None:
            return False
        keeps = request.headers.get("connection", "").lower() != "close"
        try:
            response = self.server.answer(request)
        except Exception:   # the gateway's own fault: said, and never a silent empty answer
            traceback.print_exc(file=sys.stderr)
            response = json_response(500, {"message": "the gateway failed; its log says why"})
        if response is None:
            return False
        if response.takes_over:
            response.takes_over(request)
            return False
        return self.send(response, request, keeps) and keeps

    def read(self):
        line = self.rfile.readline(LONGEST_HEAD + 1)
        while line in (b"\r\n", b"\n"):
            line = self.rfile.readline(LONGEST_HEAD + 1)
        if not line:
            return None
        size, headers = len(line), {}
        if not line.endswith(b"\n"):
            raise BadRequest()
        words = line.decode("latin-1").split()
        if len(words) != 3:
            raise BadRequest()
        while True:
            header = self.rfile.readline(LONGEST_HEAD + 1)
            size += len(header)
            if size > LONGEST_HEAD or not header:
                raise BadRequest()
            if header in (b"\r\n", b"\n"):
                break
            key, _, value = header.decode("latin-1").partition(":")
            key = key.strip().lower()
            headers[key] = headers[key] + ", " + value.strip() if key in headers else value.strip()
        path, _, query = words[1].partition("?")
        body = self.body(headers)
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return Request(words[0], path, query, headers, body, self.connection, self.rfile)

    def body(self, headers):
        if headers.get("expect", "").lower() == "100-continue":
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        if "chunked" in headers.get("transfer-encoding", "").lower():
            parts = []
            while True:
                size = int(self.rfile.readline(64).split(b";")[0], 16)
                parts.append(self.rfile.read(size))
                self.rfile.readline(64)
                if size == 0:
                    return b"".join(parts)
        size = int(headers.get("content-length", 0))
        return self.rfile.read(size) if size else b""

    def send(self, response, request, keeps):
        """Writes a response, as far as a fault lets it; whether it was written whole."""
        headers, body = list(response.headers), response.body
        named = {key.lower() for key, _ in headers}
        accepts = request.headers.get("accept-encoding", "") if request else ""
        if "gzip" in accepts and len(body) > 1024 and "content-encoding" not in named and not response.is_head:
            body = gzip.compress(body, 1)
            headers += [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
        if request and "origin" in request.headers and "access-control-allow-origin" not in named:
            headers.append(("Access-Control-Allow-Origin", "*"))
        headers.append(("Date", email.utils.formatdate(self.server.clock(), usegmt=True)))
        if response.status not in (204, 304) and "content-length" not in named:
            headers.append(("Content-Length", str(len(body))))
        if not keeps:
            headers.append(("Connection", "close"))
        try:
            phrase = http.HTTPStatus(response.status).phrase
        except ValueError:
            phrase = "Unknown"
        head = f"HTTP/1.1 {response.status} {phrase}\r\n" + "".join(f"{key}: {value}\r\n" for key, value in headers)
        shown = b"" if response.is_head or response.status in (204, 304) else body
        data = head.encode("latin-1", "replace") + b"\r\n" + shown
        cut = getattr(response, "cut", None)
        if cut is not None:
            self.wfile.write(data[:cut])
            self.connection.shutdown(socket.SHUT_RDWR)
            return False
        self.wfile.write(data)
        return True


class Server(socketserver.ThreadingTCPServer):
    """Serves `answer` on loopback; port 0 for a free one."""

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, answer, port, clock):
        super().__init__(("127.0.0.1", port), Connection)
        self.answer, self.clock = answer, clock
