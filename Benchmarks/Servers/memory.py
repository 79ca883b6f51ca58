"""How much memory a program takes, and the processes of a PostgreSQL server that it asks."""

import contextlib
import pathlib
import re
import subprocess
import tempfile
import threading

# Between two looks: what a process takes in its last moments, before it ends, may be missed.
PAUSE = 0.01


def status(process_id):
    """The lines of /proc/PID/status that tell of memory, in megabytes; nothing when it has ended."""
    with contextlib.suppress(OSError):
        text = pathlib.Path(f"/proc/{process_id}/status").read_text()
        return {name: int(size) / 1024 for name, size in re.findall(r"^(VmHWM|RssAnon):\s+(\d+) kB", text, re.M)}
    return {}


def backends(cluster):
    """The processes of a server that serve a connection to its database."""
    with contextlib.suppress(OSError, IndexError):
        server = pathlib.Path(cluster.folder, "data", "postmaster.pid").read_text().split()[0]
        for child in pathlib.Path(f"/proc/{server}/task/{server}/children").read_text().split():
            with contextlib.suppress(OSError):
                if pathlib.Path(f"/proc/{child}/cmdline").read_bytes().startswith(b"postgres: postgres postgres "):
                    yield child


class Peaks:
    """While it is entered, looks at a process and at a server's processes, of which the largest counts.

    `program` is the most that the process has held. `backend` is that of the server, with the pages of the cache that
    it shares with others, and `own` without them. All are megabytes.
    """

    def __init__(self, process_id, cluster):
        self.process_id, self.cluster = process_id, cluster
        self.program = self.backend = self.own = 0
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.look)

    def look(self):
        while not self.is_over.wait(PAUSE):
            self.program = max(self.program, status(self.process_id).get("VmHWM", 0))
            for process_id in backends(self.cluster):
                found = status(process_id)
                self.backend = max(self.backend, found.get("VmHWM", 0))
                self.own = max(self.own, found.get("RssAnon", 0))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()


def measured(words, cluster):
    """Runs a program that asks a server: its exit code, what it said, and the peaks of both."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(words, stdout=said, stderr=subprocess.STDOUT)
        with Peaks(process.pid, cluster) as peaks:
            process.wait()
        said.seek(0)
        return process.returncode, said.read().decode(), peaks
