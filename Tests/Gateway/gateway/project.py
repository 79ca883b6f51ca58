"""A database with what a Supabase project has, and geoq's tables."""

import pathlib

HERE = pathlib.Path(__file__).resolve().parent
PRODUCT = HERE.parents[2] / "Sources/GeoqSupabase/SQL"


def prepare(cluster, level, files):
    """Makes the database `project`; at level `rest` without the kit."""
    cluster.psql("postgres", sql="create database project")
    cluster.psql("project", file=str(HERE / "sql/supabase.sql"))
    for name in ["schema", "kit", "storage", "home"]:
        if level == "kit" or name != "kit":
            cluster.psql("project", file=str(PRODUCT / f"{name}.sql"))
    for file in files:
        cluster.psql("project", file=file)
