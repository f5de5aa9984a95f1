"""`match`: tournaments of computer players."""
