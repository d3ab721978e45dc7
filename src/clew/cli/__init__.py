"""The commands, one file each.  Open `main.py` first."""
