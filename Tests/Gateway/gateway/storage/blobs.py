"""Bytes on disk, a file for each version of an object."""

import hashlib
import os
import uuid


class Blobs:
    def __init__(self, folder):
        self.folder = folder

    def _path(self, version):
        return os.path.join(self.folder, str(uuid.UUID(version)))

    def begin(self):
        """A new, empty version."""
        version = str(uuid.uuid4())
        open(self._path(version), "wb").close()
        return version

    def append(self, version, data):
        with open(self._path(version), "ab") as file:
            file.write(data)

    def size(self, version):
        return os.path.getsize(self._path(version))

    def read(self, version):
        with open(self._path(version), "rb") as file:
            return file.read()

    def remove(self, version):
        if version and os.path.exists(self._path(version)):
            os.remove(self._path(version))

    def count(self):
        """How many files there are: as many as objects, when nothing was forgotten."""
        return len(os.listdir(self.folder))

    def tag(self, version):
        """The entity tag of its bytes."""
        return f'"{hashlib.md5(self.read(version)).hexdigest()}"'
