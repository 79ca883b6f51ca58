"""Connections to PostgreSQL, kept for the next request."""

import threading
import time

import psycopg


class NoConnection(Exception):
    """All connections were busy for as long as a request waits."""


class Cannot(Exception):
    """PostgreSQL could not be connected to."""

    def __init__(self, error, is_down):
        super().__init__(str(error))
        self.is_down = is_down


class Lost(Exception):
    """The connection broke.

    `idle` says that it did so before this request's first statement was answered.
    """

    def __init__(self, idle):
        super().__init__("the connection to PostgreSQL broke")
        self.idle = idle


class Pool:
    """At most `size` connections, given out one request each."""

    def __init__(self, address, size=10, patience=10.0):
        self.address, self.patience = address, patience
        self._free, self._lent = [], {}
        self._places = threading.Semaphore(size)
        self._lock = threading.Lock()

    def take(self):
        """A connection, and whether it is an old one."""
        if not self._places.acquire(timeout=self.patience):
            raise NoConnection()
        with self._lock:
            address = self.address
            connection = self._free.pop() if self._free else None
        is_old = connection is not None
        try:
            connection = connection or self.connect()
        except BaseException:
            self._places.release()
            raise
        with self._lock:
            self._lent[connection] = address
        return connection, is_old

    def connect(self):
        """A connection that is not of the pool."""
        try:
            connection = psycopg.connect(
                self.address, autocommit=True, prepare_threshold=None, cursor_factory=psycopg.RawCursor)
        except psycopg.OperationalError as error:
            words = str(error)
            raise Cannot(error, "Connection refused" in words or "No such file" in words) from error
        return connection

    def give(self, connection):
        """Takes a connection back, and closes one that is broken, in a transaction, or of an earlier address."""
        idle = psycopg.pq.TransactionStatus.IDLE
        with self._lock:
            is_here = self._lent.pop(connection) == self.address
            is_good = is_here and not connection.closed and connection.info.transaction_status == idle
            if is_good:
                self._free.append(connection)
        if not is_good:
            connection.close()
        self._places.release()

    def move(self, address):
        """Connects to another database from now on."""
        with self._lock:
            self.address = address
        self.close()

    def close(self):
        with self._lock:
            for connection in self._free:
                connection.close()
            self._free.clear()


class Transaction:
    """One transaction of one request. Retried by `run`."""

    def __init__(self, connection, old):
        self._connection = connection
        self._fresh = old

    def execute(self, sql, parameters=()):
        """Rows of an SQL statement with parameters $1, $2, …"""
        try:
            cursor = self._connection.execute(sql, parameters or None)
            self._fresh = False
            return cursor.fetchall() if cursor.description else []
        except psycopg.OperationalError as error:
            if self._connection.closed or self._connection.broken:
                # The server says why when it ends a connection; a crash says nothing.
                raise Lost(self._fresh) from error
            raise


def run(pool, body, *, read_only=False, is_open=lambda: True):
    """What `body` makes of a transaction, which is then committed.

    Serialization failures and deadlocks are run again without limit, as PostgREST 14 does, until the
    gateway ends.
    """
    connection, old = pool.take()
    try:
        while True:
            transaction = Transaction(connection, old)
            try:
                transaction.execute(f"BEGIN {'READ ONLY' if read_only else 'READ WRITE'}")
                answer = body(transaction)
                transaction.execute("COMMIT")
                return answer
            except psycopg.Error as error:
                connection.rollback() if not connection.closed else None
                if error.sqlstate not in ("40001", "40P01") or not is_open():
                    raise
                time.sleep(0.001)
            except BaseException:
                if not connection.closed:
                    connection.rollback()
                raise
    finally:
        pool.give(connection)
