"""A database with what a Supabase project has, and geoq's tables."""

import fcntl
import os
import pathlib

from .cluster import Cluster

HERE = pathlib.Path(__file__).resolve().parent
PRODUCT = HERE.parents[2] / "Sources/GeoqSupabase/SQL"


def made(settings, level, files, template=None):
    """A cluster with the database `project`; at level `rest` without the kit.

    With the path `template` it is a copy of what is there. The first gateway that asks leaves it there; the others
    wait for that. GEOQ_TEMPLATES is a folder of such paths for programs that are told none.
    """
    if not template and "GEOQ_TEMPLATES" in os.environ:
        template = os.path.join(os.environ["GEOQ_TEMPLATES"], f"project-{level}")
    if template:
        with open(template + ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not os.path.exists(template):
                first = _prepared(settings, level)
                try:
                    first.save(template)
                finally:
                    first.remove()
        cluster = Cluster(settings, template)
    else:
        cluster = _prepared(settings, level)
    try:
        for file in files:
            cluster.psql("project", file=file)
    except BaseException:
        cluster.remove()
        raise
    return cluster


def _prepared(settings, level):
    cluster = Cluster(settings)
    try:
        cluster.psql("postgres", sql="create database project")
        cluster.psql("project", file=str(HERE / "sql/supabase.sql"))
        for name in ["schema", "kit", "storage", "home"]:
            if level == "kit" or name != "kit":
                cluster.psql("project", file=str(PRODUCT / f"{name}.sql"))
    except BaseException:
        cluster.remove()
        raise
    return cluster
