"""What arguments may be: shapes of types, read off annotations and use; values for them; recipes that repeat them.

Changes with Python's types.
"""
