# SPDX-License-Identifier: Apache-2.0
# `make run` checks the reference RTL against the model, `make test` runs the tests. Each target installs the
# Debian packages that it needs. `make help` lists all targets.
BUILD ?= build
JOBS ?= $(shell nproc)
TILES ?= 100000
SEED ?= 1
FUZZ_SECONDS ?= 600
TSAN_ROUNDS ?= 40
# The sources of a folder are compiled together: a first build takes half the time, a build after an edit
# more. `make test UNITY=OFF` while you edit.
UNITY ?= ON
export KARAT_CACHE ?= $(abspath $(BUILD))/cache

RUN_PACKAGES = g++ cmake ninja-build ccache pkg-config make verilator zlib1g-dev libboost1.81-dev \
    libboost-json1.81-dev libboost-program-options1.81-dev libhwy-dev libtbb-dev libsqlite3-dev libjs-vega
FUZZ_PACKAGES = clang libclang-rt-dev
TEST_PACKAGES = $(RUN_PACKAGES) $(FUZZ_PACKAGES) libgtest-dev libsystemc-dev patch python3 python3-venv perl \
    yosys nodejs librsvg2-bin chromium zsh fish man-db
BENCH_PACKAGES = $(TEST_PACKAGES) libbenchmark-dev libopenblas-dev
NEON_PACKAGES = g++-aarch64-linux-gnu qemu-user-static cmake ninja-build ccache libboost1.81-dev libhwy-dev \
    libgtest-dev
LINT_PACKAGES = $(BENCH_PACKAGES) clang-format clang-tidy
DOCS_PACKAGES = python3 python3-venv
INSTALL = ./scripts/install-packages.sh

.PHONY: run test check-all check-full mutate identify faults requests asan tsan neon fuzz bench docs lint
.PHONY: format clean help

run: ## check the reference RTL against the model, then check that a wrong RTL is caught
	@$(INSTALL) $(RUN_PACKAGES)
	@cmake -S . -B $(BUILD) -G Ninja -DKARAT_TESTS=OFF -DKARAT_BENCH=OFF -DKARAT_UNITY=$(UNITY) >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target karat
	@./scripts/main_job.sh $(BUILD)/cli/karat $(TILES) $(SEED)

test: ## run all tests with ctest
	@$(INSTALL) $(TEST_PACKAGES)
	@./scripts/uvm_venv.sh $(BUILD)/uvm-venv || true  # prints which tests are skipped
	cmake -S . -B $(BUILD) -G Ninja -DKARAT_TESTS=ON -DKARAT_BENCH=OFF -DKARAT_UNITY=$(UNITY)
	cmake --build $(BUILD) -j $(JOBS)
	ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

check-all: ## check the reference RTL of every kind of instruction against the model, with coverage
	@$(INSTALL) $(RUN_PACKAGES) python3
	@cmake -S . -B $(BUILD) -G Ninja >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target karat
	./scripts/check_rows.py $(BUILD)/cli/karat --jobs $(JOBS)

check-full: ## the same for every instruction of the registry (takes hours)
	@$(INSTALL) $(RUN_PACKAGES) python3
	@cmake -S . -B $(BUILD) -G Ninja >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target karat
	./scripts/check_rows.py $(BUILD)/cli/karat --all --jobs $(JOBS)

mutate: ## mutation testing: of the RTL with karat check, of the model with its tests; resumes after a stop
	@$(INSTALL) $(TEST_PACKAGES)
	@cmake -S . -B $(BUILD) -G Ninja -DKARAT_TESTS=ON >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target karat
	./tests/mutation/mutate_rtl.py $(BUILD)/cli/karat $(BUILD)/mutation/rtl --jobs $(JOBS); rtl=$$?; \
	./tests/mutation/mutate_model.py $(BUILD) $(BUILD)/mutation/model --jobs $(JOBS) && exit $$rtl

identify: ## identify every arithmetic of the registry, 500 specifications and 200 recipes blind (takes hours)
	@$(INSTALL) $(TEST_PACKAGES)
	@cmake -S . -B $(BUILD) -G Ninja -DKARAT_TESTS=ON >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target identify_campaign
	$(BUILD)/tests/probe/identify_campaign registry 10000 specs 500 recipes 200

faults: ## check designs with two or three faults each: every fault must be named or isolated (minutes)
	@$(INSTALL) $(TEST_PACKAGES)
	@cmake -S . -B $(BUILD) -G Ninja -DKARAT_TESTS=ON >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target karat
	python3 tests/rtl/broken/run_combination.py $(BUILD)/cli/karat $(BUILD)/tests/rtl/broken_together \
		$$(grep -v '^#' tests/rtl/broken/combinations.txt)

requests: ## write the request files of tools/capture again (minutes; the same registry gives the same files)
	@$(INSTALL) $(TEST_PACKAGES)
	@cmake -S . -B $(BUILD) -G Ninja >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target karat
	python3 tools/capture/requests.py --karat $(BUILD)/cli/karat

asan: ## run the tests under AddressSanitizer and UndefinedBehaviorSanitizer, except those that build RTL
	@$(INSTALL) $(TEST_PACKAGES)
	cmake -S . -B $(BUILD)-asan -G Ninja -DKARAT_TESTS=ON -DKARAT_BENCH=OFF -DKARAT_SANITIZE=address,undefined
	cmake --build $(BUILD)-asan -j $(JOBS)
	ctest --test-dir $(BUILD)-asan --output-on-failure -j $(JOBS) -LE rtl

tsan: ## run 8 threads on the C ABI under ThreadSanitizer
	@$(INSTALL) $(TEST_PACKAGES)
	cmake -S . -B $(BUILD)-tsan -G Ninja -DKARAT_TESTS=ON -DKARAT_BENCH=OFF -DKARAT_SANITIZE=thread
	cmake --build $(BUILD)-tsan -j $(JOBS) --target threads_test
	TSAN_OPTIONS=halt_on_error=1 $(BUILD)-tsan/tests/dpi/threads_test $(TSAN_ROUNDS)

neon: ## test the vector engine for 64-bit ARM against the readable model, in qemu (about 10 minutes)
	@$(INSTALL) $(NEON_PACKAGES)
	cmake -S tests/neon -B $(BUILD)-neon -G Ninja
	cmake --build $(BUILD)-neon -j $(JOBS)
	ctest --test-dir $(BUILD)-neon --output-on-failure

fuzz: ## fuzz specifications, vector files and the C ABI (libFuzzer, ASan, UBSan) for FUZZ_SECONDS each
	@$(INSTALL) $(RUN_PACKAGES) $(FUZZ_PACKAGES)
	./tests/fuzz/build.sh $(BUILD)/fuzz $(JOBS)
	for target in spec_json vector_file c_abi; do \
	    ./tests/fuzz/run.sh $(BUILD)/fuzz $$target -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

bench: ## benchmark the model, gemm against sgemm, the SystemC socket, DPI, scoreboard and co-simulation
	@$(INSTALL) $(BENCH_PACKAGES)
	cmake -S . -B $(BUILD) -G Ninja -DKARAT_BENCH=ON -DKARAT_TESTS=ON
	cmake --build $(BUILD) -j $(JOBS) --target \
	    dot_add_bench gemm_bench karat systemc_bench check_bench cosim_hopper dpi_bench
	$(BUILD)/bench/dot_add_bench
	$(BUILD)/bench/gemm_bench
	python3 bench/plain_python.py $(BUILD)/cli/karat $(BUILD)/bench/gemm_bench
	$(BUILD)/bench/systemc_bench
	$(BUILD)/bench/dpi_bench_obj/Vdpi_bench
	$(BUILD)/bench/check_bench $(BUILD)/tests/cosim/cosim_hopper

docs: ## build the documentation site (needs no network to view)
	@$(INSTALL) $(DOCS_PACKAGES)
	@./scripts/docs.sh $(BUILD)

lint: ## check formatting, run clang-tidy; lint the RTL with verilator, yosys and slang
	@$(INSTALL) $(LINT_PACKAGES)
	./scripts/lint.sh $(BUILD)

format: ## format the C++ sources with clang-format
	@$(INSTALL) clang-format
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:
	rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-tsan $(BUILD)-neon

help:
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'
