"""The report as pages for a browser: a report and source lines come in, a text for each file goes out (`site.py`)."""
