"""PostgREST, as far as the recorded answers and the clients of the tests need it."""
