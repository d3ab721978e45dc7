"""Verdicts and diagnostics in; the terminal's report, JSON and live progress out.  Open `record.py` first."""
