"""A private PostgreSQL: a folder of its own, a socket in it, no port, stopped by pg_ctl."""

import os
import shutil
import subprocess
import tempfile

BINARIES = "/usr/lib/postgresql/15/bin"


def _parent():
    """Where clusters are: in memory, while it has room for those of all tests. A cluster is a thousand files."""
    memory = "/dev/shm"
    try:
        facts = os.statvfs(memory)
        with open("/proc/meminfo") as lines:
            available = next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return "/tmp"
    is_roomy = min(facts.f_bavail * facts.f_frsize, available) >= 8 << 30
    return memory if is_roomy and os.access(memory, os.W_OK) else "/tmp"


class Cluster:
    def __init__(self, settings=(), template=None):
        """A new one, or a copy of what `save` has left at `template`."""
        self.folder = tempfile.mkdtemp(prefix="geoq-pg-", dir=_parent())
        self.settings = list(settings)
        self._as_user = []
        if os.getuid() == 0:     # PostgreSQL does not run as root
            self._as_user = ["/usr/sbin/runuser", "-u", "postgres", "--"]
            shutil.chown(self.folder, "postgres")
            os.chmod(self.folder, 0o755)
        if template:
            subprocess.run(["cp", "-a", "--reflink=auto", template, self._data], check=True)
        else:
            self._run(
                "initdb", "-D", self._data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync", "--locale=C")
        self.start()

    def save(self, template):
        """Stops it, and copies it there, whole or not at all."""
        self.stop()
        subprocess.run(["cp", "-a", self._data, template + ".part"], check=True)
        os.rename(template + ".part", template)

    @property
    def _data(self):
        return self.folder + "/data"

    def _run(self, program, *words):
        done = subprocess.run([*self._as_user, f"{BINARIES}/{program}", *words], cwd="/", stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}")

    def start(self):
        # A connection that calls PostGIS would load it, and all its libraries, which takes half of its time.
        settings = ["shared_preload_libraries=postgis-3", *self.settings]
        words = [f"-k {self.folder}", "-c listen_addresses=''", *(f"-c {setting}" for setting in settings)]
        # pg_ctl's child keeps its output open, so it goes to the log and not to a pipe.
        with open(self.folder + "/start", "w") as log:
            status = subprocess.call(
                [*self._as_user, f"{BINARIES}/pg_ctl", "-D", self._data, "-l", f"{self.folder}/log", "-w", "-t", "60",
                 "-o", " ".join(words), "start"], cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        if status != 0:
            raise RuntimeError(f"PostgreSQL does not start; see {self.folder}/log")

    def stop(self, how="fast"):
        if os.path.exists(self._data + "/postmaster.pid"):
            self._run("pg_ctl", "-D", self._data, "-m", how, "-w", "stop")

    def remove(self):
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, database, user="postgres"):
        return f"host={self.folder} port=5432 user={user} dbname={database}"

    def psql(self, database, *, file=None, sql=None, user="postgres"):
        """Runs SQL to its end, or raises what psql says."""
        words = ["-f", file] if file else ["-c", sql]
        done = subprocess.run(
            [f"{BINARIES}/psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", user, "-d", database,
             *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{file or sql}: {done.stderr}")
        return done.stdout
