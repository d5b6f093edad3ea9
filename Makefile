# Gnomon: every target sets up what it needs in .venv and does only what changed since the last time.
# Wanted from the machine: Python 3.11 or later with its headers and venv, a C compiler, make.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
PY := $(BIN)/python
PIP := $(PY) -m pip install -qq --disable-pip-version-check
KERNELS := build/kernels.stamp
SOURCES := $(wildcard ext/*.pyx ext/*.pxd)
ARGS ?=

# Shown, then run, by `make demo`
define DEMO
gnomon odds '[any]*3 : equal' --pool '3 red'
gnomon table gnome-kingdom tasks | head -n 12
gnomon odds '[red] [blue even] [5] [odd]' --pool '2 red, 2 blue' --rerolls 2 --roll r1,r3,b2,b3
endef
export DEMO

.PHONY: help demo test soak lint docs bench benchgames wheel clean distclean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

demo: $(KERNELS)  ## odds, a table and a ranked reroll, in under a screen
	@printf '%s\n' "$$DEMO" | while IFS= read -r line; do \
	  printf '\n$$ %s\n' "$$line"; PATH="$(BIN):$$PATH" sh -c "$$line" || exit 1; done

test: $(KERNELS) $(VENV)/test.stamp  ## all tests; ARGS='-k placement' for some
	$(PY) -m pytest -n auto --dist worksteal $(ARGS)

soak: $(KERNELS) $(VENV)/test.stamp  ## the tests with a thousand random games and examples each
	$(PY) -m pytest -n auto --dist worksteal --soak $(ARGS)

lint: $(KERNELS) $(VENV)/test.stamp $(VENV)/lint.stamp  ## ruff, mypy, cython-lint, stubs against kernels
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(if $(SOURCES),PATH="$(BIN):$$PATH" cython-lint $(SOURCES))
	$(if $(SOURCES),$(PY) -m mypy.stubtest --concise $(patsubst ext/%.pyx,solver._%,$(filter %.pyx,$(SOURCES))))

docs: $(KERNELS) $(VENV)/docs.stamp  ## the documentation, in docs/_build/html
	$(PY) -m sphinx -E -n -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

bench: $(KERNELS) $(VENV)/bench.stamp  ## Gnomon against its peers; writes docs/benchmarks_table.md
	$(PY) -m benchmarks $(ARGS)

benchgames: $(KERNELS) $(VENV)/bench.stamp  ## what turns and tables of the games take; writes docs/benchmarks_*.txt
	-$(PY) -m benchmarks.gnome_kingdom > docs/benchmarks_gnome_kingdom.txt
	-$(PY) -m benchmarks.companion_quest > docs/benchmarks_companion_quest.txt
	-$(PY) -m benchmarks.positions > docs/benchmarks_positions.txt

wheel: $(VENV)/lint.stamp  ## the sdist, and the wheel from it, in dist
	rm -rf dist
	$(PY) -m build --outdir dist .

clean:  ## all that was built; .venv stays
	rm -rf build dist *.egg-info docs/_build docs/reference/modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -f solver/*.so solver/task/*.tables
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

distclean: clean  ## that and .venv
	rm -rf $(VENV)

# --- setting up -----------------------------------------------------------------------------------------------

$(VENV)/made.stamp:
	@test -n "$(PYTHON)" || { echo "make: no Python 3.11 or later found; on Debian: apt install python3 (or: make PYTHON=...)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "make: $(PYTHON) has no venv; on Debian: apt install python3-venv"; exit 1; }
	@$(PYTHON) -c 'import os, sysconfig as s, sys; sys.exit(not os.path.exists(os.path.join(s.get_path("include"), "Python.h")))' \
	  || { echo "make: $(PYTHON) has no Python.h; on Debian: apt install python3-dev"; exit 1; }
	@command -v "$${CC:-cc}" >/dev/null || command -v gcc >/dev/null || { echo "make: no C compiler; on Debian: apt install gcc libc6-dev"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# the build requirements are in .venv too, so that a changed kernel is rebuilt at once and without the network
$(VENV)/runtime.stamp: pyproject.toml setup.py $(VENV)/made.stamp
	$(PIP) $$($(PY) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	GNOMON_WITHOUT_KERNELS=1 $(PIP) --no-build-isolation --editable .
	@touch $@

$(KERNELS): $(SOURCES) solver/task/grammar.py $(VENV)/runtime.stamp
	@mkdir -p $(@D)
	$(PY) setup.py --quiet build_ext --inplace >build/kernels.log 2>&1 || { cat build/kernels.log; exit 1; }
	@touch $@

$(VENV)/%.stamp: $(VENV)/runtime.stamp
	$(PIP) $$($(PY) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["$*"])')
	@touch $@
