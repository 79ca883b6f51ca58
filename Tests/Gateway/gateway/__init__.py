"""A Supabase-shaped endpoint over a real PostgreSQL, for tests.

It is test equipment and no product. What it answers, it answers as PostgREST,
GoTrue and Storage do; what it does not serve, it refuses with 501 and the name
of the thing. It never guesses.
"""
