# Two commands do everything on a machine with Python 3.11+ and make: `make app` and `make test`.
# Written for GNU make 3.81 (macOS) and later.

PORT ?= 8501
SITE_PORT ?= 8000
PYTHON ?=
PYTHONS := $(or $(PYTHON),python3.13 python3.12 python3.11 python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# Hundreds of Pythons are started by the tests: each would compile the package anew where something forbids keeping it.
unexport PYTHONDONTWRITEBYTECODE

# What a Python must be able to do: be new enough, and build a virtualenv (Debian splits that off).
USABLE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))

.DEFAULT_GOAL := help
.PHONY: help app test deep browser bench soak lint format types clean
.PHONY: docs docs-serve pictures peers

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

app: $(STAMP) ## start the dashboard on the sample data, on this computer only (PORT=8501)
	@$(BIN)/streamlit run app.py --server.port $(PORT)

test: $(STAMP) ## run all tests; those that need a browser say so and skip where there is none (ARGS=…)
	@$(BIN)/pytest -n 4 $(ARGS)

deep: $(STAMP) ## try many more made-up examples than `make test` does, and the largest hostile files (ARGS=--seconds=60 to stop in time)
	@$(BIN)/pytest -n 2 -m examples --hypothesis-profile=deep --timeout=0 $(ARGS)

browser: $(STAMP) ## run the browser tests alone, and leave pictures of all pages in build/screenshots
	@$(BIN)/pytest -m browser --screenshots --timeout=0 $(ARGS)

bench: $(STAMP) ## measure speed and memory
	@$(BIN)/python -m benchmarks.run $(ARGS)

peers: $(STAMP) ## measure other scorers on the same data; they get an environment of their own, .venv-peers
	@test -x .venv-peers/bin/python || $(BIN)/python -m venv .venv-peers
	@.venv-peers/bin/python -m pip --disable-pip-version-check -qq install --requirement benchmarks/peers/requirements.txt
	@$(BIN)/python -m benchmarks.peers.run --python .venv-peers/bin/python $(ARGS)

soak: $(STAMP) ## let 20 browsers work on one server for two minutes, then kill servers amid writes
	@$(BIN)/python -m tests.soak $(ARGS)

docs: $(STAMP) ## build the site of docs/ into build/site; fails where a link leads nowhere
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "build/site/index.html"

docs-serve: $(STAMP) ## serve the site of docs/ on this computer, and rebuild it after every change (SITE_PORT=8000)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve --dev-addr 127.0.0.1:$(SITE_PORT)

pictures: $(STAMP) ## take the pictures of docs/images again, and store the texts of their pages
	@$(BIN)/python -m tests.pictures

lint: $(STAMP) ## check style and formatting
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .

format: $(STAMP) ## apply style and formatting
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

types: $(STAMP) ## check types, strictly
	@$(BIN)/mypy

clean: ## remove the environment and all that builds and tests leave behind
	@rm -rf $(VENV) .venv-peers build dist test-results .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A working .venv is kept and brought up to date; a missing or broken one is built again.
$(STAMP): pyproject.toml constraints.txt
	@if ! $(BIN)/python -c 'import pip; $(USABLE)' 2>/dev/null; then \
	  found=; for python in $(PYTHONS); do \
	    if $$python -c '$(USABLE)' 2>/dev/null; then found=$$python; break; fi; \
	  done; \
	  if [ -z "$$found" ]; then \
	    echo "No usable Python among: $(PYTHONS). evaljson needs 3.11 or later, with venv." >&2; \
	    echo "Install one (Debian, Ubuntu: apt install python3-venv), or name yours: make PYTHON=/path/to/python3.12" >&2; \
	    exit 1; \
	  fi; \
	  echo "Building $(VENV) with $$($$found --version)"; \
	  $$found -m venv --clear $(VENV); \
	fi
	@echo "Installing the pinned packages into $(VENV) (once, a minute or two):"
	@echo "  1 of 4: numbers and tables (NumPy, SciPy, pandas, PyArrow)"
	@$(PIP) install --constraint constraints.txt numpy scipy pandas pyarrow
	@echo "  2 of 4: the dashboard (Streamlit, Plotly)"
	@$(PIP) install --constraint constraints.txt streamlit plotly
	@echo "  3 of 4: evaljson and the rest of what it runs on"
	@$(PIP) install --constraint constraints.txt hatchling
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable .
	@echo "  4 of 4: what tests and checks need"
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[dev]'
	@touch $@
	@echo "Installed."
