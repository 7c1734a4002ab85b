# `make play` and `make test` set up all they need; see `make help`.

VENV ?= .venv
PYTHON ?= $(shell for python in python3.11 python3; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
RUN := $(VENV)/bin/python
INSTALL := $(RUN) -m pip install -qq --require-hashes
COMPILED := derive.py native.py native.pyx setup.py src/guanxi/_compiled.py src/guanxi/engine/record.py \
	$(wildcard src/guanxi/*/core/*.py src/guanxi/games/*/rules/*.py src/guanxi/games/*/playing/*.py)

CLIENT := src/guanxi/server/static/index.html
CLIENT_SOURCES := $(shell find web/src web/text web/public src/guanxi/games/*/boards -type f 2>/dev/null) \
	$(wildcard src/guanxi/games/*/*.json) \
	$(wildcard web/*.html web/*.ts web/*.js web/*.json)
WIRE := web/src/lib/wire.d.ts
WIRE_SOURCES := $(shell find src/guanxi/server src/guanxi/engine src/guanxi/learning src/guanxi/games -name '*.py' 2>/dev/null)

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help play terminal test nightly torture evening client lint browser docs bench dataset clean pins
.DELETE_ON_ERROR:

help:  ## show this list
	@awk -F ':.*## *' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.compiled $(CLIENT)  ## play in the browser; with LAN=1 also with others in this network
	@$(VENV)/bin/guanxi serve --open $(if $(LAN),--lan)

terminal: $(VENV)/.compiled  ## play in the terminal
	@$(VENV)/bin/guanxi play

# What one step waits for, the network or one processor, the other does not need.
test:  ## check everything: style, types, imports, then all tests
	@$(MAKE) --no-print-directory -j 2 $(VENV)/.compiled $(CLIENT) lint browser client
	@$(RUN) -m pytest -q -n 2

# A copy of the package, with modules that check every index: tests of the engine, then random games of every game.
# Then the packages as they are published.
CHECKED := build/checked
nightly: $(VENV)/.compiled $(VENV)/.test  ## also check indices, packages and the documentation site: takes some minutes
	@echo "Compiling the rules with checks …"
	@mkdir -p $(CHECKED)/lib && rm -rf $(CHECKED)/lib/guanxi && cp -r src/guanxi $(CHECKED)/lib && find $(CHECKED)/lib -name '*.so' -delete
	@GUANXI_CHECKED=1 $(RUN) setup.py build_ext --parallel 2 --build-lib $(CHECKED)/lib --build-temp $(CHECKED)/temp \
		>$(VENV)/checked.log 2>&1 || { tail -20 $(VENV)/checked.log; exit 1; }
	@PYTHONPATH=$(CHECKED)/lib $(RUN) -m pytest -q -n 2 tests/engine tests/bridges/test_batch.py
	@PYTHONPATH=$(CHECKED)/lib $(RUN) -m tests.engine.random_games
	@$(RUN) -m tests.packages
	@echo "Sending thousands of odd requests …"
	@for database in sqlite postgresql; do \
		GUANXI_DATABASE=$$database GUANXI_EXAMPLES=300 $(RUN) -m pytest -q -n 2 tests/server/test_openapi.py || exit; done
	@$(MAKE) --no-print-directory docs

torture: $(VENV)/.compiled $(VENV)/.test  ## kill servers and databases under load for SECONDS=120, or KILLS=500, on each database; see build/torture.md
	@$(RUN) -m tests.torture $(if $(KILLS),--kills $(KILLS),--seconds $(or $(SECONDS),120))

evening: $(VENV)/.compiled $(VENV)/.test $(CLIENT)  ## a club's evening with GUESTS=24 in browsers, from the invitation to the print; see build/evening
	@$(RUN) -m tests.evening --guests $(or $(GUESTS),24)

client: $(VENV)/.made web/node_modules/.made $(WIRE)
	@echo "Testing the browser client …"
	@cd web && npm run --silent test >../$(VENV)/vitest.log 2>&1 || { cat ../$(VENV)/vitest.log; exit 1; }

lint: $(VENV)/.test web/node_modules/.made $(WIRE)  ## check style, types and which part imports which
	@echo "Checking style, types and imports …"
	@$(RUN) -m ruff check --quiet .
	@$(RUN) -m ruff format --check --quiet . || { echo "Not formatted: run $(RUN) -m ruff format ."; exit 1; }
	@$(RUN) -m mypy --strict --no-error-summary src tests
	@$(VENV)/bin/lint-imports --no-logo >$(VENV)/imports.log 2>&1 || { cat $(VENV)/imports.log; exit 1; }
	@cd web && npm run --silent check -- --output human >../$(VENV)/client.log 2>&1 || { cat ../$(VENV)/client.log; exit 1; }

browser: $(VENV)/.made
	@for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium for the browser tests …"; \
		export DEBIAN_FRONTEND=noninteractive; \
		{ apt-get update && { apt-get install -y chromium-headless-shell || apt-get install -y chromium; }; } \
			>$(VENV)/browser.log 2>&1 && exit 0; \
	fi; \
	echo "NO BROWSER: the tests in a real browser are skipped. Install Chromium or Chrome to run them."

docs: $(VENV)/.compiled $(VENV)/.docs  ## build the documentation site in build/site
	@$(RUN) -m sphinx --quiet --fail-on-warning --keep-going -d build/pages docs build/site
	@echo "Open build/site/index.html"

bench: $(VENV)/.compiled $(VENV)/.bench  ## measure speed beside OpenSpiel, RLCard and PettingZoo
	@$(RUN) benchmarks/speed.py

dataset: $(VENV)/.compiled $(VENV)/.test  ## make 10,000 games of each game as Parquet files in datasets/: can be interrupted
	@for game in hanamikoji han white_lotus haiduci; do \
		$(VENV)/bin/guanxi dataset $$game --seed dataset --out datasets/$$game || exit; \
	done

clean:  ## remove all that make has made
	@rm -rf .venv build dist src/*.egg-info web/node_modules src/guanxi/server/static .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@rm -f $(WIRE) $(foreach step,made run test docs bench package compiled wire,$(VENV)/.$(step))
	@find src tests benchmarks -name '*.so' -delete -o -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

pins:  ## choose the newest versions of all dependencies and pin them
	@echo "Choosing versions …"
	@set -e; tools=$$(mktemp -d); trap 'rm -rf "$$tools"' EXIT; \
	$(PYTHON) -m venv "$$tools"; "$$tools/bin/pip" install -qq pip-tools; cd requirements; \
	for list in build run test docs bench; do \
		CUSTOM_COMPILE_COMMAND="make pins" "$$tools/bin/pip-compile" --quiet --no-config --upgrade --generate-hashes \
			--allow-unsafe --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
			--output-file $$list.txt $$list.in; \
	done

# Not `npm ci`: it wants the bundler's binaries for every system in the lock file, and each machine knows only its own.
web/node_modules/.made: web/package-lock.json
	@command -v npm >/dev/null || { echo "The browser client needs Node 20 or newer, with npm. \
	Install it, or play without it: make terminal"; exit 1; }
	@echo "Installing what the browser client is built with …"
	@cd web && npm install --no-save --silent --no-audit --no-fund
	@touch $@

# The shapes that the server speaks in, for the client's type checker.  Written only if they have changed: most changes of
# the server leave the client as it is.
$(WIRE): $(VENV)/.wire
	@test -e $@ || cp $(VENV)/wire.d.ts $@
$(VENV)/.wire: $(VENV)/.package web/node_modules/.made web/package.json $(WIRE_SOURCES)
	@echo "Describing the server to the browser client …"
	@GUANXI_PLAIN=1 $(RUN) -m guanxi.server.document >$(VENV)/openapi.json
	@cd web && npm run --silent wire <../$(VENV)/openapi.json >../$(VENV)/wire.d.ts
	@cmp -s $(VENV)/wire.d.ts $(WIRE) || cp $(VENV)/wire.d.ts $(WIRE)
	@touch $@

$(CLIENT): web/node_modules/.made $(WIRE) $(CLIENT_SOURCES)
	@echo "Building the browser client …"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "Guanxi needs Python 3.11 or newer and found none. \
	Install it, or say where it is: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Guanxi needs Python 3.11 or newer; \
	$(PYTHON) is %d.%d. Say which one to use: make PYTHON=/path/to/python3.11" % sys.version_info[:2])'
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "$(PYTHON) cannot make a virtual environment. \
	On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.made requirements/build.txt requirements/run.txt
	@echo "Installing what the games need …"
	@$(INSTALL) -r requirements/build.txt -r requirements/run.txt
	@touch $@

# After the package: two installers must not write at once.
$(VENV)/.test: $(VENV)/.package requirements/test.txt
	@echo "Installing what the tests need …"
	@$(INSTALL) -r requirements/test.txt
	@touch $@

$(VENV)/.docs: $(VENV)/.test requirements/docs.txt
	@echo "Installing what the documentation is built with …"
	@$(INSTALL) -r requirements/docs.txt
	@touch $@

# RLCard comes as source only: it is built with the pinned setuptools, whose many warnings about it are kept back.
$(VENV)/.bench: $(VENV)/.test requirements/bench.txt
	@echo "Installing what the benchmarks compare with …"
	@$(INSTALL) --no-build-isolation -r requirements/bench.txt >$(VENV)/bench.log 2>&1 || { cat $(VENV)/bench.log; exit 1; }
	@touch $@

# CC=false: nothing is compiled here, where it would be thrown away, but once, by the next step.
$(VENV)/.package: $(VENV)/.run pyproject.toml
	@CC=false $(RUN) -m pip install -qq --no-deps --no-build-isolation -e . >$(VENV)/package.log 2>&1 \
		|| { cat $(VENV)/package.log; exit 1; }
	@touch $@

# One module that fails takes all compiled ones with it: an older one must not answer for a newer source.  Nor may one
# whose source has moved or gone.
$(VENV)/.compiled: $(VENV)/.package $(COMPILED)
	@echo "Compiling the rules …"
	@find src -name '*.so' -not -path '*/native/*' | while read -r module; do test -e "$${module%%.*}.py" || rm "$$module"; done
	@if $(RUN) setup.py build_ext --inplace --parallel 2 >$(VENV)/compile.log 2>&1 \
		&& ! grep -q 'building extension .* failed' $(VENV)/compile.log; then :; else \
		find src -name '*.so' -delete; \
		echo "Not compiled: the games work, but slower. The reason is in $(VENV)/compile.log;"; \
		echo "when it is mended: rm $@ and make again."; fi
	@touch $@
