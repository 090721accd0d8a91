# Needs Swift and git; everything else is set up on the way. 'make' alone lists what there is.

SWIFT ?= swift
PREFIX ?= /usr/local
# Where shells look for what they complete.
COMPLETIONS = bash-completion/completions/dial zsh/site-functions/_dial fish/vendor_completions.d/dial.fish
SOURCES = Sources Tests Package.swift
PRODUCT = dial
# On Linux one file without libraries, which runs on every machine of its kind; macOS links its system only at run time.
STATIC = $(if $(filter Linux,$(shell uname)),--static-swift-stdlib -Xswiftc -static-executable)
# Types are put together by code. By their names, as is usual, each of them makes the runtime look through the conformances of all that is
# linked, thousands of them, and a call is over sooner than that.
DIRECT = $(addprefix -Xswiftc ,-Xfrontend -disable-concrete-type-metadata-mangled-name-accessors)
# Paths in messages begin at the top of the project, so that each folder gives the same program.
PLACELESS = $(addprefix -Xswiftc ,-file-prefix-map $(CURDIR)=.) $(foreach compiler,-Xcc -Xcxx,$(compiler) -ffile-prefix-map=$(CURDIR)=.)
# So many tests at once: each of them waits for a core then, and not for all the others, whose clocks run on. Where `swift test` can.
WIDTH = $(if $(findstring parallelization-width,$(shell $(SWIFT) test --help-hidden 2>/dev/null)),--experimental-maximum-parallelization-width 8)
# Tests that watch the clock while they talk to servers: one after the other, or they would wait for a core that another has.
WIRE = ^(DialHTTPTests|HTTPBinTests)\.

.DEFAULT_GOAL := help
.PHONY: help demo test build release install dist bench each growth soak servers agents pages scale vectors judge mocks everyday faults docs format fuzz lint check clean setup

help: ## this list
	@awk -F ' ## ' '/^[a-z]+:.* ## / {sub(/:.*/, "", $$1); printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: build ## builds dial and shows it: a service, a spec and some calls
	.build/debug/dial demo

test: setup .venv/ready ## runs all tests, those against a real httpbin included
	$(SWIFT) build --build-tests
	@SWIFT="$(SWIFT)" bash .ci/test most --skip-build $(WIDTH) --skip "$(WIRE)"
	@SWIFT="$(SWIFT)" bash .ci/test wire --skip-build --no-parallel --filter "$(WIRE)"

build: setup ## builds .build/debug/dial
	$(SWIFT) build --product dial

release: setup ## builds .build/release/dial, static on Linux
	$(SWIFT) build -c release $(STATIC) $(DIRECT) $(PLACELESS) --product $(PRODUCT)
	@ls -lhL .build/release/$(PRODUCT) | awk '{print $$NF ": " $$5 "B"}'

install: release ## installs dial without its symbols, its manual and its completions in $(PREFIX)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 $(addprefix $(DESTDIR)$(PREFIX)/share/,$(dir $(COMPLETIONS)))
	install -s -m 755 .build/release/dial $(DESTDIR)$(PREFIX)/bin/dial
	.build/release/dial man > $(DESTDIR)$(PREFIX)/share/man/man1/dial.1
	.build/release/dial completion bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/dial
	.build/release/dial completion zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_dial
	.build/release/dial completion fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/dial.fish
	@ls -lh $(DESTDIR)$(PREFIX)/bin/dial | awk '{print $$NF ": " $$5 "B"}'

dist: release ## packs dial as tar.gz and .deb in .build/dist, with a list of its parts (SPDX) and SHA256SUMS
	SWIFT="$(SWIFT)" python3 .ci/package .build/release/dial .build/dist

bench: ## measures dial next to its peers, for example ONLY=json ROUNDS=5
	@bash .ci/bench

each: release ## measures dial each next to curl -Z, aiohttp and AsyncHTTPClient
	@DIAL_BENCH=1 $(MAKE) --no-print-directory release PRODUCT=dial-bench
	@bash .ci/setup nginx
	@bash .ci/setup speed
	python3 Tests/Rows/speed.py

growth: release ## how time and memory grow with the spec, the reply and the calls; writes the page, for example ONLY=calls
	@DIAL_BENCH=1 $(MAKE) --no-print-directory release PRODUCT=dial-bench
	@COMPILER="$$($(SWIFT) --version 2>/dev/null | grep -o -m 1 'Swift version [0-9.]*')" COMMIT="$$(git rev-parse --short HEAD)" \
		.build/release/dial-bench growth

soak: release ## long work and a million rows: nothing lost, memory flat, for example ONLY=download
	@DIAL_SOAK=1 $(MAKE) --no-print-directory release PRODUCT=dial-soak
	.build/release/dial-soak
	@bash .ci/setup nginx
	ONLY="$(ONLY)" python3 Tests/Rows/million.py

servers: release .venv/ready ## installs servers that others wrote, and calls them, for example ROUNDS=3 (Debian)
	@bash .ci/setup servers
	ROUNDS=$${ROUNDS:-50} python3 .ci/servers

agents: release .venv/ready ## calls dial mcp with the clients of others, validates its messages, and measures their size
	@bash .ci/agents

pages: build ## opens pages of dial docs in headless Chromium: policy, search, width, accessibility; SHOTS=FOLDER keeps screenshots (Debian)
	@bash .ci/setup pages
	@bash .ci/pages

scale: release ## many rows: killed runs, faults, one rate for many processes, Apache Spark and GNU parallel (Debian), for example KILLS=50
	@bash .ci/setup scale
	KILLS=$${KILLS:-50} python3 Tests/Rows/rows.py
	@bash .ci/setup nginx
	python3 Tests/Rows/rows.py share reloads
	.build/scale/bin/python3 Tests/Rows/rows.py spark spark_pipe spark_retry spark_killed_worker spark_cluster spark_killed_executor \
		gnu_parallel gnu_parallel_ssh

vectors: release ## runs the acceptance vectors and the conformance suites
	@$(MAKE) --no-print-directory release PRODUCT=dial-conformance
	bash .ci/vectors

judge: release ## judges the requests of all operations of public OpenAPI documents, and compares them with those of imports
	bash .ci/judge
	bash .ci/judge --imports

mocks: release ## checks the mocks of public OpenAPI documents with Schemathesis
	python3 .ci/schemathesis

everyday: build ## runs 70 everyday tasks of a shell user, as first typed
	python3 Tests/Everyday/tasks.py --least 58

faults: release ## calls servers that fail in about a hundred ways, for example ROWS="15 24"
	@bash .ci/setup faketime
	python3 Tests/Faults/faults.py $(ROWS)

docs: build ## makes the documentation in .build/docs/Dial.doccarchive, with the picture of the README, and checks its links
	python3 .ci/picture
	bash .ci/docs

format: ## formats all Swift sources
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

fuzz: setup ## fuzzes the readers with libFuzzer, SECONDS_EACH=60 for each target (Linux)
	bash .ci/fuzz

lint: ## checks their format
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

check: build ## runs dial check on specs/*.yaml
	.build/debug/dial check specs/*.yaml

clean: ## removes what was built
	rm -rf .build .venv

setup:
	@bash .ci/setup libyaml

.venv/ready: .ci/requirements.txt
	@bash .ci/setup python
