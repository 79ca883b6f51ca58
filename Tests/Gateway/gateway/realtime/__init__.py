"""Realtime: changes of tables, as far as their subscribers may see them."""
