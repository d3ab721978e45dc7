"""The language server: standings of files (`clew.following`) in, messages of the protocol out.

The types of the protocol stay in here.  Begin with `language.py`.
"""
