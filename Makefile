# leeway: `make help` lists what there is. The full output of every step is in build/logs.
MAKEFLAGS += --no-print-directory
PREFIX ?= /usr/local
export LEEWAY_DUCKDB_DIR

.PHONY: all
all: ## build/leeway, optimised
	@scripts/setup build
	@scripts/step "build" scripts/build release

.PHONY: test
test: ## unit tests, scenarios and checks, under address and undefined-behaviour sanitizers
	@scripts/setup build test
	@scripts/test

.PHONY: demo
demo: ## copy real tables, let their schemas drift, copy again
	@scripts/setup build demo
	@scripts/step "build" scripts/build release
	@examples/quickstart/run build/leeway build/demo

.PHONY: quick
quick: ## debug build and unit tests only
	@scripts/setup build test
	@scripts/step "debug build" scripts/build dev
	@scripts/step "unit tests" scripts/unit-tests build/dev
	@tail -n 1 build/logs/unit-tests.log

.PHONY: reliability
reliability: ## kill -9 before every statement, Ctrl-C, two runs at once (minutes)
	@scripts/setup build test
	@scripts/step "build" scripts/build release leeway duck
	@python3 tests/reliability/kill_test.py --bin build --bin build/tools --bin third_party/duckdb
	@python3 tests/reliability/generate_test.py --bin build --bin build/tools --bin third_party/duckdb

.PHONY: bench
bench: ## the measured targets; writes bench/results.json
	@scripts/setup build bench
	@scripts/step "build" scripts/build release leeway duck
	@python3 bench/run.py --bin build --bin build/tools

.PHONY: install
install: all ## leeway, the DuckDB library and the licences under $(PREFIX)
	@scripts/step "install" cmake --install build --prefix "$(PREFIX)"

.PHONY: format
format: ## clang-format every C++ file in place
	@scripts/setup build test
	@scripts/check-format --fix

.PHONY: clean
clean: ## remove build/; third_party/ stays
	@rm -rf build

.PHONY: help
help: ## this list
	@sed -nE 's/^([a-z]+):[^#]*## /\1\t/p' Makefile | expand -t 12
