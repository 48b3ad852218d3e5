# `make` alone tells the targets. Needs only make and Python 3.11 or newer (another one: make PYTHON=python3.12).

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
DEV    := $(VENV)/.dev-installed

SESSION := examples/easy-sequence.json
DEMO    := $(BIN)/gnomon show $(SESSION) && $(BIN)/gnomon hint $(SESSION)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo test slow bench lint format-check types check format clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 22

setup: $(DEV) ## make .venv with gnomon and everything that its developers need

demo: $(BIN)/gnomon ## show a game in progress and the hint for its next move
	$(DEMO)

test: $(DEV) ## run the fast tests, on every core
	$(BIN)/python -m pytest -n auto

slow: $(DEV) ## run the tests that take longer
	$(BIN)/python -m pytest -n auto -m slow

bench: $(DEV) ## measure how long the answers take
	$(BIN)/python -m pytest tests/bench -m bench -s -p no:xdist --benchmark-columns=min,median,max,rounds

check: lint format-check types test ## everything that must hold before a commit

lint: $(DEV) ## look for mistakes and for imports out of order
	$(BIN)/ruff check .

format-check: $(DEV) ## tell which files `make format` would change
	$(BIN)/ruff format --check .

types: $(DEV) ## check the types, strictly
	$(BIN)/mypy

format: $(DEV) ## lay out the code, and repair what lint can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove all that make made, .venv included
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("gnomon needs Python 3.11 or newer; try: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# Enough to run gnomon; the developers' tools come with `make setup`.
$(BIN)/gnomon: | $(BIN)/python
	$(PIP) --editable .

# Repeated only when pyproject.toml has changed.
$(DEV): pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[dev]'
	@touch $@
