PYTHON ?= python3
# `status` and `logs` describe the local stack unless ENV is given
ENV_GIVEN := $(findstring command line,$(origin ENV))
ENV ?= dev
BIN := .venv/bin
ARGS ?=
# `app` of cdk.json is the first python3 of the PATH
CDK := PATH="$(CURDIR)/$(BIN):$$PATH" npx --no-install cdk
SETUP := $(PYTHON) local/bootstrap.py
# the CDK warns on every run that Node 20 has reached its end of life
export JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION := 20
# without bytecode every process compiles its imports again: a minute for the CDK, seconds for each function
unexport PYTHONDONTWRITEBYTECODE

COVERAGE := --cov --cov-report=term
# group of pyproject.toml : the list that is exported for it
EXPORTS := \
	app:requirements.txt \
	dev:requirements-dev.txt \
	layer-deps:layers/deps/requirements.txt \
	layer-images:layers/images/requirements.txt \
	layer-numpy:layers/numpy/requirements.txt \
	layer-runtime:layers/runtime/requirements.txt \
	browser:containers/browser/requirements.txt \
	clips:containers/clips/requirements.txt \
	installer:containers/clips/installer.txt \
	eyes:containers/eyes/requirements.txt \
	vision:containers/vision/requirements.txt \
	emulator:local/aws/requirements.txt \
	checkov:tests/checkov/requirements.txt

.PHONY: help demo up status logs down quick test ci soak chaos mutants lint bench model weights lock preflight diff deploy keys users ingest redrive destroy synth clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## Play a match on the local stack: make demo ARGS="--replay var"
	@$(SETUP)
	@$(BIN)/python -m local demo $(ARGS)

up: ## Start the local stack and keep it running
	@$(SETUP)
	@$(BIN)/python -m local up $(ARGS)

status: ## Show the state of the local stack, or of a deployed target: make status ENV=prod
	@$(SETUP)
	@$(BIN)/python -m $(if $(ENV_GIVEN),operations.status --target $(ENV),local status) $(ARGS)

logs: ## Show log lines: make logs ARGS="--function poll_batch"; of a target: make logs ENV=prod FUNCTION=poll_batch
	@$(SETUP)
	@$(if $(ENV_GIVEN),$(BIN)/python -m operations.logs --target $(ENV) --function $(or $(FUNCTION),finish_tick) $(ARGS),$(BIN)/python -m local logs $(ARGS))

down: ## Stop the local stack
	@$(SETUP)
	@$(BIN)/python -m local down $(ARGS)

quick: ## Check style, types and the pure rules: make quick ARGS="-k rank"
	@$(SETUP) --dev
	@$(MAKE) --no-print-directory lint
	@$(BIN)/python -m pytest -q --pure --hypothesis-profile quick $(ARGS)

test: ## Check style, types and all fast tests, or some: make test ARGS="tests/unit/goals -k rank"
	@$(SETUP) --dev
	@$(MAKE) --no-print-directory -j 2 lint $(if $(ARGS),,collected)
	@$(BIN)/python -m pytest -n 4 --dist loadgroup $(or $(ARGS),$(COVERAGE))

ci: ## Run the slow tests: 1,000 other random matches, unprivileged user, fault injection
	@$(SETUP) --dev
	@$(BIN)/python -m pytest -n 2 --dist loadgroup -m ci --matches 1000 $(ARGS)

soak: ## Play 20,000 random matches and many more examples, different ones each time
	@$(SETUP) --dev
	@$(BIN)/python -m pytest -n 2 -m soak --matches 10000 --new-seed --hypothesis-profile soak $(ARGS)

chaos: ## Play matches and kill random processes of the stack: make chaos ARGS="--plays 20"
	@$(SETUP) --dev
	@$(BIN)/python -m tests.chaos $(ARGS)

mutants: ## Break a hundred lines of the rules, one at a time, and list those that no test notices
	@$(SETUP) --dev
	@$(BIN)/python -m tests.mutants $(ARGS)

# compile every test once, while mypy runs, instead of in each test process
.PHONY: collected
collected:
	@mkdir -p .build
	@$(BIN)/python -m pytest --collect-only -qq > .build/collected || { cat .build/collected; exit 1; }

lint: ## Check style and types
	@$(SETUP) --dev
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy .

bench: ## Measure speed, memory and accuracy: make bench ARGS="hash ticks"
	@$(SETUP) --dev
	@$(BIN)/python -m bench $(ARGS)

model: ## Model the delay and the losses of a goal, for one to a thousand goals at once
	@$(SETUP) --dev
	@$(BIN)/python -m bench.model $(ARGS)

synth: ## Write the CloudFormation templates of ENV, without an account
	@$(SETUP) --dev
	@$(CDK) synth --quiet -c target=$(ENV) $(ARGS)

preflight: ## Check an AWS account before a deployment: make preflight ENV=dev
	@$(SETUP)
	@$(BIN)/python -m operations.preflight --target $(ENV) $(ARGS)

weights: ## Upload the vision model and check its digests: make weights ENV=prod [ARGS="--from FOLDER"]
	@$(SETUP) --dev
	@$(BIN)/python -m operations.weights --target $(ENV) $(ARGS)

deploy: ## Deploy to your AWS account, and ask once: make deploy ENV=dev [APPROVAL=never] [ARGS="--no-rollback"]
	@$(SETUP)
	@$(BIN)/python -m operations.deploy --target $(ENV) --approval $(or $(APPROVAL),once) $(ARGS)

diff: ## Show what a deployment would change: make diff ENV=prod
	@$(SETUP)
	@$(CDK) diff -c target=$(ENV) $(ARGS)

keys: ## Store the API keys of a target in its secrets: make keys ENV=dev
	@$(SETUP)
	@$(BIN)/python -m operations.keys --target $(ENV) $(ARGS)

users: ## Create or repair the DocumentDB users: make users ENV=prod [ARGS="--new-passwords"]
	@$(SETUP)
	@$(BIN)/python -m operations.users --target $(ENV) $(ARGS)

ingest: ## Ingest the coming fixtures, or some: make ingest ENV=dev DATE=2022-12-18, IDS=979139,979140
	@$(SETUP)
	@$(BIN)/python -m operations.ingest --target $(ENV) --date "$(DATE)" --ids "$(IDS)"

redrive: ## Move dead-lettered messages back to their queues: make redrive ENV=dev
	@$(SETUP)
	@$(BIN)/python -m operations.redrive --target $(ENV)

destroy: ## Delete a target from your AWS account and list what remains: make destroy ENV=dev
	@$(SETUP)
	@$(BIN)/python -m operations.destroy --target $(ENV) $(ARGS)

lock: ## Resolve all dependencies into uv.lock and export the requirements lists
	@$(BIN)/uv lock --quiet
	@for export in $(EXPORTS); do \
		$(BIN)/uv export --quiet --frozen --no-default-groups --no-annotate --group $${export%%:*} --output-file $${export#*:} || exit 1; \
	done

clean: ## Delete what the local stack and the builds created, except real matches
	@rm -rf .build cdk.out
	@if [ -d .local ]; then find .local -mindepth 1 -maxdepth 1 ! -name real -exec rm -rf {} +; fi
	@rmdir .local 2>/dev/null || [ ! -d .local ] || echo 'kept: .local/real with your real matches; make up ARGS="--wipe real" deletes them'
