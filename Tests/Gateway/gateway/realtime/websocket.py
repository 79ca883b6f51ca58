"""A WebSocket of RFC 6455, with text frames."""

import base64
import hashlib
import socket
import struct
import threading

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Closed(Exception):
    pass


class WebSocket:
    """Takes over the connection of a request."""

    def __init__(self, request):
        self._connection, self._reader = request.connection, request.reader
        self._lock = threading.Lock()
        self.is_open = True
        mark = hashlib.sha1((request.headers["sec-websocket-key"] + GUID).encode()).digest()
        self._connection.sendall(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + base64.b64encode(mark) + b"\r\n\r\n")

    def _bytes(self, count):
        data = self._reader.read(count)
        if len(data) < count:
            raise Closed()
        return data

    def receive(self):
        """The next text. Pings are answered. Raises Closed at the end."""
        text = b""
        while True:
            first, second = self._bytes(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self._bytes(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self._bytes(8))[0]
            mask = self._bytes(4) if second & 128 else bytes(4)
            data = bytes(byte ^ mask[i % 4] for i, byte in enumerate(self._bytes(size)))
            kind = first & 15
            if kind == 8:
                self.close()
                raise Closed()
            if kind == 9:
                self._send(10, data)
            elif kind in (0, 1):
                text += data
                if first & 128:
                    return text.decode()

    def send(self, text):
        self._send(1, text.encode())

    def _send(self, kind, data):
        size = len(data)
        if size < 126:
            head = struct.pack(">BB", 128 | kind, size)
        elif size < 65536:
            head = struct.pack(">BBH", 128 | kind, 126, size)
        else:
            head = struct.pack(">BBQ", 128 | kind, 127, size)
        with self._lock:
            if self.is_open:
                self._connection.sendall(head + data)

    def close(self, code=1000):
        try:
            self._send(8, struct.pack(">H", code))
        except OSError:
            pass
        self.is_open = False

    def cut(self):
        """Ends the connection without a word."""
        self.is_open = False
        try:
            self._connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
