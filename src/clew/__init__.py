"""clew: for every coverage goal of a Python function a test, a proof, or the reason why neither was found.

Start reading at `pipeline.py`; `ARCHITECTURE.md` is the map.
"""

__version__ = "0.1.0"
