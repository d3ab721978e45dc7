"""A conjunction of terms goes in; a model, a core or a reason for giving up comes out.

`protocol.py` says what a query and an answer are, `chain.py` puts the layers and an engine together: read that first.
"""
