# Start with `make run` and `make test`. Both install missing packages and build the package.

# SwiftPM compiles the manifests of all packages again, which takes nine seconds of a processor, when its environment is
# another one than before. So all rules give it the same variables, and none of those of make and the shell.
SWIFT ?= env $(patsubst %,-u %,_ OLDPWD SHLVL MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES MAKE_TERMOUT MAKE_TERMERR \
    FUZZ_SECONDS SUITES ONLY BUILT PREFIX DESTDIR BUILD_OPTIONS) swift
# The options of the debug builds: without debug information, each module compiled at once, its interface while it is
# compiled. A clean build takes a third less time. A change of one file compiles its module again; `BUILD_OPTIONS=` is the
# incremental build with debug information. A build with other options than the last one compiles everything again.
BUILD_OPTIONS ?= -debug-info-format none -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 \
    -Xswiftc -no-emit-module-separately-wmo
export BUILD_OPTIONS
BUILD := .build
VENV := $(BUILD)/python
PYTHON := $(VENV)/bin/python

export TVSIM_TEST_PYTHON ?= $(abspath $(PYTHON))
# A few parallel tests keep all processors busy. If hundreds run in parallel, each test waits for the others between its
# steps. On a slow machine this takes half a minute, which exceeds the timeouts of some tests.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= $(shell echo $$((2 * $$(nproc))))

.PHONY: run test test-programs test-all sanitize build release install bench lint format architecture clean

# Builds tvsim and runs every committed profile.
run: build
	$(BUILD)/debug/tvsim run

# Runs every committed profile and prints what they visit. With TVSIM_COVERAGE it adds to what other runs have recorded.
.PHONY: coverage
coverage: export TVSIM_COVERAGE ?= $(BUILD)/coverage
coverage: build
	$(BUILD)/debug/tvsim run --jobs 2 >/dev/null
	$(BUILD)/debug/tvsim coverage --format summary

# The names of the suites that start programs. `make test` skips them, and `make test-programs` runs only them.
PROGRAM_TESTS := ProgramTests|IntegrationTests
RUN_TESTS := scripts/run-tests $(SWIFT) test $(BUILD_OPTIONS) --disable-xctest

# Builds and runs the tests that need no other process. ONLY=SuiteName runs the suites that match.
test: packages openssl options
	$(RUN_TESTS) $(if $(ONLY),--filter '$(ONLY)') --skip '$(PROGRAM_TESTS)'

# Runs the tests that start programs, browsers and independent validators. The crash tests kill a process at every second
# point; `make test-all` uses all points.
test-programs: packages-for-programs $(VENV)/.ready options
	$(RUN_TESTS) --filter '$(or $(ONLY),$(PROGRAM_TESTS))'
ifndef ONLY
	$(PYTHON_TESTS)
	$(NODE_TESTS)
	$(JAVA_TESTS)
	BIN=$(VENV)/bin scripts/check-ci-files
endif

# Performs the calls that all clients answer alike, with the client whose runner follows.
CONFORMANCE = $(abspath $(PYTHON)) $(abspath Clients/conformance)

# Writes the types of the clients from the OpenAPI document. A test says when it must be done.
.PHONY: client-types
client-types: server
	$(BUILD)/debug/tvsim exec --fresh -- scripts/generate-clients

# Tests the Python package with the programs of the debug build, and checks its types. `make test-programs` does it too.
PYTHON_TESTS = cd Clients/python && $(abspath $(PYTHON)) -m mypy --no-error-summary \
    && export TVSIM_PROGRAM=$(abspath $(BUILD)/debug/tvsim) && $(abspath $(PYTHON)) -m pytest --quiet -n 2 \
    && $(CONFORMANCE) $(abspath $(PYTHON)) tests/conformance.py
.PHONY: test-python
test-python: server $(VENV)/.ready
	$(PYTHON_TESTS)

# Tests the packages for npm with the programs of the debug build. `make test-programs` does it too.
NODE_TESTS = export NODE_PATH=$(abspath Clients/node) TVSIM_PROGRAM=$(abspath $(BUILD)/debug/tvsim) \
    && node --test --test-concurrency=3 --test-reporter spec Clients/node/tests/*.test.js \
    && $(CONFORMANCE) node Clients/node/tests/conformance.js
.PHONY: test-node
test-node: server packages-for-programs $(VENV)/.ready
	$(NODE_TESTS)

# Tests the jars for the JVM likewise.
JAVA_TESTS = TVSIM_PROGRAM=$(abspath $(BUILD)/debug/tvsim) Clients/jvm/run-tests
.PHONY: test-java
test-java: server packages-for-programs $(VENV)/.ready
	$(JAVA_TESTS)

# Runs every test, with all cases of the slow ones, the thread sanitizer and a minute of fuzzing.
test-all:
	THOROUGH=1 $(MAKE) test
	THOROUGH=1 $(MAKE) test-programs
	$(MAKE) sanitize
	$(MAKE) fuzz FUZZ_SECONDS=60

# Runs the tests of the framework and the device with the thread sanitizer. This builds all their dependencies again.
SANITIZED := VideoSubscriberAccountTests,StateStorageTests,CoreTests,TVSimulatorTestingTests
SUITES ?= VideoSubscriberAccountTests|StateStorageTests|CoreTests|TVSimulatorTestingTests
sanitize: packages openssl
	TVSIM_TEST_TARGETS="$(SANITIZED)" $(RUN_TESTS) --sanitize=thread --scratch-path .build-sanitize \
	    --test-product tvsimPackageTests --filter '$(SUITES)' --skip '$(PROGRAM_TESTS)'

# Fuzzes the parsers of untrusted input with the address and leak sanitizers (Tests/Fuzzing/README.md).
FUZZ_SECONDS ?= 600
.PHONY: fuzz
fuzz: build
	FUZZ_SECONDS=$(FUZZ_SECONDS) Tests/Fuzzing/run

build: packages options
	$(SWIFT) build $(BUILD_OPTIONS) --product tvsim

# Keeps the options of the last build, and says when everything is compiled again.
.PHONY: options
options:
	@mkdir -p $(BUILD)
	@echo '$(strip $(BUILD_OPTIONS))' | cmp -s - $(BUILD)/options || { \
	    [ ! -e $(BUILD)/options ] || echo "The build options are other ones than before, so everything is compiled again."; \
	    echo '$(strip $(BUILD_OPTIONS))' >$(BUILD)/options; }

# Builds the program that `tvsim serve` and `tvsim exec` start, in the directory of the debug build of tvsim.
.PHONY: server
server: build
	$(SWIFT) build $(BUILD_OPTIONS) --product tvsim-server

# Builds both programs for release, with the Swift runtime and the C libraries linked statically.
#
# Loading a dozen shared libraries took a quarter of a short command's time. The programs load no plug-ins, so they
# export no dynamic symbols. To stay small they have no symbols, no debug information, none of the functions that
# nothing calls, one copy of equal functions and a part of ICU's data (Benchmarks/README.md says what each saves).
#
# VideoSubscriberAccount exports FoundationNetworking to apps, which names libcurl. The programs use neither, so an empty
# archive stands for libcurl. scripts/glibc-floor.c lets them run with glibc 2.34.
UNUSED := $(abspath $(BUILD)/unused)
RELEASE = PKG_CONFIG_PATH="$$(scripts/archived-libraries "$$PWD/$(BUILD)/archives"):$$PKG_CONFIG_PATH" \
    $(SWIFT) build -c release --static-swift-stdlib --scratch-path $(BUILD)/static -debug-info-format none \
    -Xcc -ffunction-sections -Xcc -fdata-sections -Xswiftc -Xfrontend -Xswiftc -function-sections \
    -Xswiftc -use-ld=lld -Xlinker -L$(UNUSED) -Xlinker $(UNUSED)/glibc-floor.o -Xlinker --no-export-dynamic -Xlinker --strip-all -Xlinker --icf=all \
    $$(scripts/reduced-icu $(BUILD)/icu)
release: packages
	@scripts/install-packages python3
	@mkdir -p $(UNUSED) && ar rcs $(UNUSED)/libcurl.a
	@$$(command -v cc || command -v clang) -O2 -c scripts/glibc-floor.c -o $(UNUSED)/glibc-floor.o
	$(RELEASE) --product tvsim
	$(RELEASE) --product tvsim-server

# The build to install: `release`, or `debug`, which CI uses because it has built it already.
BUILT ?= release
PROGRAMS := $(if $(filter debug,$(BUILT)),$(BUILD)/debug,$(BUILD)/static/release)

# Generates the manual pages and the shell completions from the program.
.PHONY: manual
MANUAL := $(BUILD)/share
MANUAL_DATE := 2026-11-29
manual: $(if $(filter debug,$(BUILT)),server,release)
	$(SWIFT) build $(BUILD_OPTIONS) --product generate-manual
	rm -rf $(MANUAL)
	mkdir -p $(MANUAL)/man/man1 $(MANUAL)/bash-completion/completions $(MANUAL)/zsh/site-functions \
	    $(MANUAL)/fish/vendor_completions.d
	scripts/make-manual $(BUILD)/debug/generate-manual $(PROGRAMS)/tvsim $(MANUAL_DATE) $(MANUAL)/man/man1
	$(PROGRAMS)/tvsim --generate-completion-script bash >$(MANUAL)/bash-completion/completions/tvsim
	$(PROGRAMS)/tvsim --generate-completion-script zsh >$(MANUAL)/zsh/site-functions/_tvsim
	$(PROGRAMS)/tvsim --generate-completion-script fish >$(MANUAL)/fish/vendor_completions.d/tvsim.fish

# Copies both programs, with the build of this checkout in the copies. scripts/print-licences finds the packages above them.
NAMED := $(PROGRAMS)/named
.PHONY: named
named: manual
	@scripts/install-packages python3
	scripts/write-build $(PROGRAMS) $(NAMED)

# Installs both programs for this user in one directory, with the manual pages and the completions.
PREFIX ?= $(HOME)/.local
install: named
	install -D -m 755 $(NAMED)/tvsim "$(DESTDIR)$(PREFIX)/bin/tvsim"
	install -D -m 755 $(NAMED)/tvsim-server "$(DESTDIR)$(PREFIX)/bin/tvsim-server"
	share=$$(realpath -m "$(DESTDIR)$(PREFIX)/share") && cd $(MANUAL) \
	    && find . -type f -exec install -D -m 644 {} "$$share/{}" \;

# Makes a Debian package, an archive for other systems, the wheels for Python, the packages for npm, and their digests,
# in .build/package. scripts/check-package installs the package in a Debian that has nothing else.
.PHONY: package
package: named
	@scripts/install-packages dpkg-dev
	$(if $(filter debug,$(BUILT)),COMPRESSION=none) scripts/make-package $(NAMED) $(MANUAL) $(BUILD)/package $(MANUAL_DATE)

# Makes all files of a release in .build/package: those of `package`, the jars for the JVM, the OpenAPI documents, the
# schema of profiles, the container image and the list of what the programs contain. The same commit gives the same
# bytes.
.PHONY: release-artifacts verify-artifacts
release-artifacts: package
	@scripts/install-packages curl default-jdk-headless junit5
	$(if $(filter debug,$(BUILT)),COMPRESSION=none) scripts/make-artifacts $(NAMED) $(BUILD)/package $(MANUAL_DATE)

# Installs each file of a release without network, and runs a test that passes and one that fails with it.
verify-artifacts:
	scripts/verify-artifacts $(BUILD)/package

# Builds the documentation as a static site in docs/site: articles, generated reference and the library products'
# symbols.
.PHONY: docs
docs: build
	@scripts/install-packages python3
	$(SWIFT) build $(BUILD_OPTIONS) --target TVSimulatorTesting
	scripts/build-docs

# Runs the benchmarks, which print ratios instead of times (Benchmarks/README.md).
bench: release
	Benchmarks/run

# All Swift sources of this repository.
FORMATTED := Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(FORMATTED)

format:
	$(SWIFT) format --in-place --parallel --recursive $(FORMATTED)

# Rejects imports of modules that Package.swift does not declare as dependencies.
architecture:
	$(SWIFT) build $(BUILD_OPTIONS) --explicit-target-dependency-import-check error

clean:
	rm -rf $(BUILD) .build-sanitize

# Installs missing system packages. They are detected by their files, so packages from another source count too.
.PHONY: packages openssl packages-for-programs
packages:
	@scripts/install-packages libxml2-dev zlib1g-dev libsqlite3-dev libssl-dev pkg-config
# Installs openssl, which creates keys and certificates for the tests.
openssl:
	@scripts/install-packages openssl
packages-for-programs: packages openssl
	@scripts/install-packages curl xmlsec1 python3 python3-venv chromium chromium-driver nodejs node-typescript \
	    postgresql default-jdk-headless junit5 zsh fish

# Installs independent validators of signatures and schemas in a Python environment, for the tests only, and the Python
# package of this repository, whose sources stay where they are.
$(VENV)/.ready: Tests/requirements.txt Clients/python/pyproject.toml Clients/python/backend.py | packages-for-programs
	python3 -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --requirement Tests/requirements.txt --editable Clients/python
	touch $@
