"""A procedure in block form goes in; a procedure that means the same, or a bounded part of it, comes out.

`forms.py` says what a pass is and which forms there are, `order.py` puts the passes in order: read those first.
"""
