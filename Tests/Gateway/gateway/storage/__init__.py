"""Storage: buckets, objects under row-level security, signed URLs, resumable uploads."""
