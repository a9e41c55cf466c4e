# The only entry to this project. `make` alone lists what there is.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
JOBS ?= 2
LOCK := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url pyproject.toml --group build

.PHONY: help nightly test check lint format bench docs lock clean run-environment environment

help: ## List what make can do
	@sed -n "s/^\([a-z]*\):.*## /\1\t/p" Makefile | expand -t 12

nightly: run-environment ## Audit the example night: logs in, verdicts and an audit PDF out
	@said=$$($(BIN)/compliance nightly examples/logs --licensee examples/licensee.toml --out night); status=$$?; \
	echo "$$said"; \
	case "$$status $$said" in \
	1*Report:*) echo "exit status 1, as it must be: faults are planted in these logs" ;; \
	*) echo "exit status $$status, where the planted faults call for 1 and a report" >&2; exit 1 ;; \
	esac

test: environment ## Run every test, the whole-space proofs too
	$(BIN)/pytest -n $(JOBS)

check: lint test ## Everything that has to hold before a change is handed in

lint: environment ## Style, types and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy compliance scripts
	$(BIN)/lint-imports --no-cache --no-logo

format: environment ## Put the code into the project's form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: environment ## Measure speed as ratios; writes benchmarks/results.json
	$(BIN)/python -m benchmarks

docs: nightly environment ## Write into the documents what the commands print, and the pictures
	$(BIN)/python scripts/shown.py
	$(BIN)/python scripts/picture.py night/audit-report.pdf docs/images/report.png Summary Findings
	$(BIN)/compliance sheets render gega-003666 --edition auditor --out night
	$(BIN)/python scripts/picture.py night/gega-003666-auditor.pdf docs/images/rule-sheet.png Layout

lock: environment ## Resolve the dependencies of pyproject.toml anew into the lock files
	$(LOCK) -o requirements.lock
	$(LOCK) --group dev -c requirements.lock -o requirements-dev.lock

clean: ## Remove what the example night and the checks left; the environment and the audit log stay
	rm -rf night compliance.duckdb compliance.duckdb.*
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path "./.venv/*" -prune -exec rm -rf {} +

run-environment:
	@$(if $(PYTHON),$(PYTHON),$(error Python 3.11 is not on this machine; install it, then make again)) scripts/environment.py run

environment:
	@$(if $(PYTHON),$(PYTHON),$(error Python 3.11 is not on this machine; install it, then make again)) scripts/environment.py develop
