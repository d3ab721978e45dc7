# make demo    set up, run clew on examples/, run the tests it wrote
# make test    set up, run the whole test suite
# make test-browser  the pages of --html in a Chromium, which has to be there
# make check   what ./check does: format, lint, types, import picture, fast tests
# make lint    the same without the tests
# make docs    the documentation as a site, in build/docs; make reference  its pages that are read off the code
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
ARGS ?=

.PHONY: demo test test-browser check lint bench-real bench-suites bench-written bench-peers bench-infeasible bench-summaries corpus-diff corpus-record clean setup vscode docs reference
.DELETE_ON_ERROR:

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "clew needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q src  # where processes may not write bytecode, each would compile all again
	@touch $@

# Exit code 1 means that a goal is left unknown, which the report says; only 2 and above is a failure here.
demo: $(READY)
	@rm -rf clew_tests
	$(BIN)/clew cover examples/ --isolated -o clew_tests $(ARGS) || test $$? -eq 1
	@test -d clew_tests || { echo "no tests were written" >&2; exit 1; }
	$(BIN)/python -m pytest -q -p no:cacheprovider -o pythonpath=examples -o addopts= clew_tests

test: $(READY)
	$(BIN)/python -m pytest -q -n auto --dist worksteal $(ARGS)
	@echo "the pages of --html were not opened in a browser: make test-browser does that"

# It fails where there is no Chromium, and never passes over that.
test-browser: $(READY)
	$(BIN)/python -m pytest -q tests/browser $(ARGS)

check: $(READY)
	PATH="$(CURDIR)/$(BIN):$$PATH" ./check

lint: $(READY)
	PATH="$(CURDIR)/$(BIN):$$PATH" ./check --static

bench-real: $(READY)
	$(BIN)/python bench/real.py $(ARGS)

# Packages of the index: their own tests, under probes, against verdicts; ARGS="--only toolz,semver" for some.
bench-suites: $(READY)
	$(BIN)/python bench/own_suites.py $(ARGS)

# The tests that clew writes for these packages and the examples, run ten times among files one would miss.
bench-written: $(READY)
	$(BIN)/python bench/written_tests.py $(ARGS)

# Every verdict of a fixed corpus against the recorded one, before and after a change; ARGS="--only regressions" for a part.
corpus-diff: $(READY)
	$(BIN)/python bench/corpus.py diff $(ARGS)

corpus-record: $(READY)
	$(BIN)/python bench/corpus.py record $(ARGS)

bench-peers: $(READY)
	$(BIN)/python bench/peers.py $(ARGS)

# Figures want matplotlib, which is not in the lock: .venv/bin/python -m pip install -e '.[bench]'
bench-infeasible: $(READY)
	$(BIN)/python bench/infeasible_code.py $(ARGS)

bench-summaries: $(READY)
	$(BIN)/python bench/summaries.py $(ARGS)

# The site wants Sphinx, which is not in the lock.  A warning is an error: links that lead nowhere are.
docs: $(READY) reference
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	$(BIN)/python -m sphinx -q -n -W --keep-going -b html -d build/doctrees docs build/docs
	@echo build/docs/index.html

reference: $(READY)
	$(BIN)/python -m clew.workbench.reference docs/reference

# The extension for Visual Studio Code, as build/vscode/clew.vsix; npm downloads what it is packaged with.
vscode:
	mkdir -p build/vscode
	cp editors/vscode/package.json editors/vscode/extension.js editors/vscode/README.md editors/vscode/.vscodeignore LICENSE build/vscode
	cd build/vscode && npm install --no-audit --no-fund && npx vsce package --out clew.vsix

clean:
	rm -rf $(VENV) build dist src/*.egg-info clew_tests .clew .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
