"""From what a search found to tests and verdicts: replay, attack, confirmation, and the last word on each goal."""
