# make serve: build the site and serve it with live reload on 127.0.0.1:8000
# make site:  build the site into site/
# make links: check every internal link of the strictly built site
# make test:  everything that CI runs
# make format: write all records in one layout
# Needs Python >= 3.11 with venv, Node >= 20 with npm, and for `make test` a Chromium.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export NO_MKDOCS_2_WARNING := 1

.PHONY: serve site links test check lint types setup clean screenshot benchmark format

serve: setup
	$(BIN)/mkdocs serve --dev-addr 127.0.0.1:8000

site: setup
	$(BIN)/mkdocs build --strict

links: site
	$(BIN)/accelmap links site

check: setup
	$(BIN)/accelmap check --diagrams

lint: setup
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/accelmap fmt --check

types: setup
	$(BIN)/mypy
	npm run --silent types

test:
	@$(MAKE) --no-print-directory --jobs=2 lint types check links
	$(BIN)/pytest -n auto --maxprocesses 4 --dist worksteal --cov --cov-report=term-missing:skip-covered

screenshot: site
	cd tests && ../$(BIN)/python -m browser.screenshot

benchmark: setup
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf site $(VENV) node_modules

format: setup
	$(BIN)/accelmap fmt

setup: $(VENV)/.done node_modules/.done .cache/schema/.done

.cache/schema/.done: $(VENV)/.done $(wildcard src/accelmap_site/schema/*.py src/accelmap_site/export/*.py taxonomy/*.yml)
	$(BIN)/accelmap export schema .cache/schema
	@touch $@

$(VENV)/.done: pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "make: Python 3.11 or newer is needed ($(PYTHON) not found)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: Python 3.11 or newer is needed; $$($(PYTHON) --version) found (set PYTHON=...)"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "make: the venv module is needed (Debian: apt-get install python3-venv)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@

node_modules/.done: package-lock.json
	@command -v node >/dev/null || { echo "make: Node 20 or newer is needed (node not found)"; exit 1; }
	@command -v npm >/dev/null || { echo "make: npm is needed (npm not found)"; exit 1; }
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || { echo "make: Node 20 or newer is needed; $$(node --version) found"; exit 1; }
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@
