PYTHON ?= python3
# `status` and `logs` are about the local stack until a target is named
ASKED := $(findstring command line,$(origin ENV))
ENV ?= dev
BIN := .venv/bin
ARGS ?=
SETUP := $(PYTHON) local/bootstrap.py
# the CDK warns on every run that Node 20 has reached its end of life, below whatever one wanted to read
export JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION := 20
# every process would translate all that it imports anew: a minute for the CDK, seconds for each of a stack's functions
unexport PYTHONDONTWRITEBYTECODE

# what every test together covers of the package that production runs; a part of them covers less
COVERAGE := --cov --cov-report=term

.PHONY: help demo up status logs down quick test ci soak localstack chaos mutants lint bench model weights lock preflight deploy keys users ingest redrive destroy synth clean

help: ## the commands and what each does
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## plays a match on the embedded AWS and MongoDB: make demo ARGS="--replay var"
	@$(SETUP)
	@$(BIN)/python -m local demo $(ARGS)

up: ## starts the local stack and stays up
	@$(SETUP)
	@$(BIN)/python -m local up $(ARGS)

status: ## what of it runs, and where; of a deployed target whether it is well: make status ENV=prod
	@$(SETUP)
	@$(BIN)/python -m $(if $(ASKED),operations.status --target $(ENV),local status) $(ARGS)

logs: ## the newest lines: make logs ARGS="--function poll_batch"; of a deployed target: make logs ENV=prod
	@$(SETUP)
	@$(BIN)/python -m $(if $(ASKED),operations.logs --target $(ENV),local logs) $(ARGS)

down: ## stops it
	@$(SETUP)
	@$(BIN)/python -m local down $(ARGS)

quick: ## style, types and the pure rules, in seconds: make quick ARGS="-k rank"
	@$(SETUP) --dev
	@$(MAKE) --no-print-directory lint
	@$(BIN)/python -m pytest -q --pure --hypothesis-profile quick $(ARGS)

test: ## style, types and every test; some of them: make test ARGS="tests/unit/clips -k rank"
	@$(SETUP) --dev
	@$(MAKE) --no-print-directory -j 2 lint $(if $(ARGS),,collected)
	@$(BIN)/python -m pytest -n 4 --dist loadgroup $(or $(ARGS),$(COVERAGE))

ci: ## the rest of the gate: 2,000 other matches, rare broken rules, the task as anyone, a play of chaos
	@$(SETUP) --dev
	@$(BIN)/python -m pytest -n 2 --dist loadgroup -m ci --matches 2000 $(ARGS)

soak: ## twenty thousand random matches and many times the examples, others each time
	@$(SETUP) --dev
	@$(BIN)/python -m pytest -n 2 -m soak --matches 20000 --anew --hypothesis-profile soak $(ARGS)

localstack: ## the tests of the state machines on LocalStack instead: make localstack ARGS="-k goal"
	@$(SETUP) --dev
	@$(BIN)/python -m tests.localstack $(ARGS)

chaos: ## plays matches and kills processes of the stack at random: make chaos ARGS="--plays 20"
	@$(SETUP) --dev
	@$(BIN)/python -m tests.chaos $(ARGS)

mutants: ## breaks a hundred lines of the rules, one at a time, and tells which no test noticed
	@$(SETUP) --dev
	@$(BIN)/python -m tests.mutants $(ARGS)

# translates every test once, beside the types, instead of in each of the test processes
.PHONY: collected
collected:
	@mkdir -p .build
	@$(BIN)/python -m pytest --collect-only -qq > .build/collected || { cat .build/collected; exit 1; }

# mypy gives up (2, and 1 is a wrong type) where its helpers take more than three seconds to start: on a busy machine
lint: ## style and types
	@$(SETUP) --dev
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy . || { [ $$? -eq 2 ] && echo 'mypy again, without helpers' && $(BIN)/mypy --num-workers 0 .; }

bench: ## measures, as ratios taken in one run; some of it: make bench ARGS="hash ticks"
	@$(SETUP) --dev
	@$(BIN)/python -m bench $(ARGS)

model: ## how soon the first clip stands and what is lost, for one to a thousand goals at once
	@$(SETUP) --dev
	@$(BIN)/python -m bench.model $(ARGS)

synth: ## the templates of ENV, without an account
	@$(SETUP) --dev
	@npx --no-install cdk synth --quiet -c target=$(ENV)

preflight: ## what your AWS account lacks for a target, and what to do: make preflight ENV=dev
	@$(SETUP)
	@$(BIN)/python -m operations.preflight --target $(ENV)

weights: ## the vision model into its bucket, digests checked: make weights ENV=prod [ARGS="--from FOLDER"]
	@$(SETUP) --dev
	@$(BIN)/python -m operations.weights --target $(ENV) $(ARGS)

deploy: ## into your AWS account: make deploy ENV=dev
	@$(SETUP)
	@$(BIN)/python -m operations.preflight --target $(ENV)
	@npx --no-install cdk deploy --all -c target=$(ENV)

keys: ## asks for the keys of a target and puts them into its secrets: make keys ENV=dev
	@$(SETUP)
	@$(BIN)/python -m operations.keys --target $(ENV) $(ARGS)

users: ## has those of DocumentDB looked at, and made anew where needed: make users ENV=prod [ARGS="--new-passwords"]
	@$(SETUP)
	@$(BIN)/python -m operations.users --target $(ENV) $(ARGS)

ingest: ## the fixtures of the coming days, or some: make ingest ENV=dev DATE=2022-12-18, IDS=979139,979140
	@$(SETUP)
	@$(BIN)/python -m operations.ingest --target $(ENV) --date "$(DATE)" --ids "$(IDS)"

redrive: ## sends back what was set aside: make redrive ENV=dev
	@$(SETUP)
	@$(BIN)/python -m operations.redrive --target $(ENV)

destroy: ## out of your AWS account, and says what stays: make destroy ENV=dev
	@$(SETUP)
	@$(BIN)/python -m operations.destroy --target $(ENV) $(ARGS)

lock: ## resolves every requirements.in anew
	@for file in layers/deps/requirements layers/numpy/requirements layers/images/requirements layers/runtime/requirements containers/clips/requirements containers/eyes/requirements containers/browser/requirements containers/clips/installer containers/vision/requirements local/aws/requirements tests/localstack/requirements tests/checkov/requirements requirements requirements-dev; do \
		$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-annotate --generate-hashes $$file.in -o $$file.txt; \
	done

clean: ## removes what the local stack and the builds left, but for real matches
	@rm -rf .build cdk.out
	@if [ -d .local ]; then find .local -mindepth 1 -maxdepth 1 ! -name real -exec rm -rf {} +; fi
	@rmdir .local 2>/dev/null || [ ! -d .local ] || echo 'kept: .local/real with your real matches; make up ARGS="--wipe real" forgets them'
