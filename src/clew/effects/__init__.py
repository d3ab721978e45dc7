"""What functions of the library and values do beside what they return: what they change, read, raise, and keep.

Changes with Python's library.
"""
