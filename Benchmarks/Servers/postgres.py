"""A PostgreSQL of one's own with PostGIS in it: a Unix socket in a folder, no TCP."""

import contextlib
import glob
import os
import shutil
import subprocess
import time


def run(words, **options):
    return subprocess.run(words, check=True, text=True, capture_output=True, **options).stdout


def is_installed():
    return bool(glob.glob("/usr/share/postgresql/*/extension/postgis.control"))


class Cluster:
    def __init__(self, folder, settings):
        self.binaries = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]))[-1]
        self.folder = folder / "postgres"
        self.folder.mkdir()
        self.user = []
        if os.getuid() == 0:
            self.user = ["runuser", "-u", "postgres", "--"]
            shutil.chown(self.folder, "postgres")
        folder.chmod(0o755)
        run([*self.user, f"{self.binaries}/initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "postgres", "--no-sync"], cwd="/")
        self.settings = ["listen_addresses=", "fsync=off", "jit=off", *settings]
        self.start()
        self.sql("CREATE EXTENSION postgis")

    def start(self):
        """Starts it; what was stopped goes on with its data."""
        self.process = subprocess.Popen(
            [
                *self.user, f"{self.binaries}/postgres", "-D", f"{self.folder}/data", "-k", str(self.folder),
                *[word for setting in self.settings for word in ("-c", setting)],
            ],
            cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for _ in range(200):
            with contextlib.suppress(subprocess.CalledProcessError):
                self.sql("SELECT 1")
                return
            time.sleep(0.1)
        raise RuntimeError("PostgreSQL did not start")

    def sql(self, text, **options):
        return run(
            [
                *self.user, f"{self.binaries}/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", str(self.folder),
                "-U", "postgres", "-c", text,
            ],
            cwd="/", **options,
        )

    def stop(self):
        # A signal would reach runuser, which may ignore it.
        run([*self.user, f"{self.binaries}/pg_ctl", "stop", "-D", f"{self.folder}/data", "-m", "fast"], cwd="/")
        self.process.wait()
