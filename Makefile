# Begin with `make run` and `make test`. Each installs what is missing, and builds.

SWIFT ?= swift
BUILD := .build
VENV := $(BUILD)/python
PYTHON := $(VENV)/bin/python

.PHONY: run test test-programs test-all sanitize build release install bench lint format architecture clean

# Builds, and runs every committed profile: the main job.
run: build
	$(BUILD)/debug/tvsim run

# The suites that start programs, by their names: `make test` leaves them out, and `make test-programs` runs them alone.
PROGRAM_TESTS := ProgramTests|IntegrationTests
RUN_TESTS := scripts/run-tests $(SWIFT) test --disable-xctest

# Builds, and runs the tests in one process.
test: packages openssl
	$(RUN_TESTS) --skip '$(PROGRAM_TESTS)'

# The tests that start programs, browsers and other projects' judges, at every third of the points where a process is killed.
test-programs: packages-for-programs $(VENV)/.ready
	TVSIM_TEST_PYTHON="$(abspath $(PYTHON))" $(RUN_TESTS) --filter '$(PROGRAM_TESTS)'

# Every test, at every point where a process is killed.
test-all: test
	CRASH_POINTS=all $(MAKE) test-programs

# The tests of the framework and the device again under the thread sanitizer, which builds everything that they need again.
SANITIZED := VideoSubscriberAccountTests,StateStorageTests,SimulationCoreTests,TVSimulatorTests,TVSimulatorTestingTests
SUITES ?= VideoSubscriberAccountTests|StateStorageTests|SimulationCoreTests|SystemInterfaceTests|PersonTests|TVSimulatorTestingTests
sanitize: packages openssl
	TVSIM_TEST_TARGETS="$(SANITIZED)" $(RUN_TESTS) --sanitize=thread --scratch-path .build-sanitize \
	    --test-product tvsimPackageTests --filter '$(SUITES)' --skip '$(PROGRAM_TESTS)'

# Fuzzes what strangers send, with the address sanitizer and a leak check: see Tests/Fuzzing/README.md.
FUZZ_SECONDS ?= 600
.PHONY: fuzz
fuzz: build
	FUZZ_SECONDS=$(FUZZ_SECONDS) Tests/Fuzzing/run

build: packages
	$(SWIFT) build --product tvsim

# What `tvsim serve` and `tvsim exec` replace themselves with, beside the debug build of tvsim.
.PHONY: server
server: build
	$(SWIFT) build --product tvsim-server

# The command line as one fast program, with Swift's own libraries and the C ones inside, and the server beside it.
#
# No symbols for libraries that a program might load, since neither loads any; and as few shared libraries as can be,
# since finding and binding a dozen of them at each start was a quarter of a short command's time.
RELEASE = PKG_CONFIG_PATH="$$(scripts/archived-libraries "$$PWD/$(BUILD)/archives"):$$PKG_CONFIG_PATH" \
    $(SWIFT) build -c release --static-swift-stdlib --scratch-path $(BUILD)/static -Xlinker --no-export-dynamic
release: packages
	$(RELEASE) --product tvsim
	$(RELEASE) --product tvsim-server

# What is installed: the release build, or with BUILT=debug the debug build, which CI has already.
BUILT ?= release
PROGRAMS := $(if $(filter debug,$(BUILT)),$(BUILD)/debug,$(BUILD)/static/release)

# The manual's pages and the completions, as the program itself describes them.
.PHONY: manual
MANUAL := $(BUILD)/share
MANUAL_DATE := 2026-11-21
manual: $(if $(filter debug,$(BUILT)),server,release)
	$(SWIFT) build --product generate-manual
	rm -rf $(MANUAL)
	mkdir -p $(MANUAL)/man/man1 $(MANUAL)/bash-completion/completions $(MANUAL)/zsh/site-functions \
	    $(MANUAL)/fish/vendor_completions.d
	$(BUILD)/debug/generate-manual $(PROGRAMS)/tvsim --multi-page --date $(MANUAL_DATE) \
	    --output-directory $(MANUAL)/man/man1
	$(PROGRAMS)/tvsim --generate-completion-script bash >$(MANUAL)/bash-completion/completions/tvsim
	$(PROGRAMS)/tvsim --generate-completion-script zsh >$(MANUAL)/zsh/site-functions/_tvsim
	$(PROGRAMS)/tvsim --generate-completion-script fish >$(MANUAL)/fish/vendor_completions.d/tvsim.fish

# Installs both programs for this user, side by side, with the manual and the completions.
PREFIX ?= $(HOME)/.local
install: manual
	install -D -m 755 $(PROGRAMS)/tvsim "$(DESTDIR)$(PREFIX)/bin/tvsim"
	install -D -m 755 $(PROGRAMS)/tvsim-server "$(DESTDIR)$(PREFIX)/bin/tvsim-server"
	share=$$(realpath -m "$(DESTDIR)$(PREFIX)/share") && cd $(MANUAL) \
	    && find . -type f -exec install -D -m 644 {} "$$share/{}" \;

# The documentation as a static site, docs/site: articles, generated reference, and the library products' symbols.
.PHONY: docs
docs: build
	@scripts/install-packages python3
	$(SWIFT) build --target TVSimulatorTesting
	scripts/build-docs

# Ratios, never times: see Benchmarks/README.md.
bench: release
	Benchmarks/run

# All Swift that is ours.
FORMATTED := Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(FORMATTED)

format:
	$(SWIFT) format --in-place --parallel --recursive $(FORMATTED)

# The arrows between the rooms, as the compiler sees them.
architecture:
	$(SWIFT) build --explicit-target-dependency-import-check error

clean:
	rm -rf $(BUILD) .build-sanitize

# System packages, asked for by the files that they bring, so that nothing is installed twice.
.PHONY: packages openssl packages-for-programs
packages:
	@scripts/install-packages libxml2-dev zlib1g-dev libsqlite3-dev libssl-dev pkg-config
# Makes keys and certificates for the tests.
openssl:
	@scripts/install-packages openssl
packages-for-programs: packages openssl
	@scripts/install-packages curl xmlsec1 python3 python3-venv chromium chromium-driver

# Independent judges of our signatures and of our schema, for the tests alone.
$(VENV)/.ready: Tests/requirements.txt | packages-for-programs
	python3 -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --requirement Tests/requirements.txt
	touch $@
