# SPDX-License-Identifier: Apache-2.0
# `make run` does the main job, `make test` passes the tests; each installs what it needs. `make help` lists the rest.
BUILD ?= build
JOBS ?= $(shell nproc)
TILES ?= 100000
SEED ?= 1
FUZZ_SECONDS ?= 600
TSAN_ROUNDS ?= 40
export KARAT_CACHE ?= $(abspath $(BUILD))/cache

RUN_PACKAGES = g++ cmake ninja-build ccache pkg-config make verilator zlib1g-dev libboost1.81-dev libboost-json1.81-dev libboost-program-options1.81-dev libhwy-dev libtbb-dev libsqlite3-dev
FUZZ_PACKAGES = clang libclang-rt-dev
TEST_PACKAGES = $(RUN_PACKAGES) $(FUZZ_PACKAGES) libgtest-dev libsystemc-dev patch python3 python3-venv perl yosys chromium
BENCH_PACKAGES = $(TEST_PACKAGES) libbenchmark-dev libopenblas-dev
NEON_PACKAGES = g++-aarch64-linux-gnu qemu-user-static cmake ninja-build ccache libboost1.81-dev libhwy-dev libgtest-dev
LINT_PACKAGES = $(BENCH_PACKAGES) clang-format clang-tidy
INSTALL = ./scripts/install-packages.sh

.PHONY: run test check-all check-full mutate asan tsan neon fuzz bench lint format clean help

run: ## the main job: RTL against the model; a wrong RTL is caught
	@$(INSTALL) $(RUN_PACKAGES)
	@cmake -S . -B $(BUILD) -G Ninja -DKARAT_TESTS=OFF -DKARAT_BENCH=OFF >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target karat
	@./scripts/main_job.sh $(BUILD)/cli/karat $(TILES) $(SEED)

test: ## every test, through ctest
	@$(INSTALL) $(TEST_PACKAGES)
	@./scripts/uvm_venv.sh $(BUILD)/uvm-venv || true  # says itself which tests are skipped
	cmake -S . -B $(BUILD) -G Ninja -DKARAT_TESTS=ON -DKARAT_BENCH=OFF
	cmake --build $(BUILD) -j $(JOBS)
	ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

check-all: ## reference RTL of every kind of instruction against the model, with coverage
	@$(INSTALL) $(RUN_PACKAGES) python3
	@cmake -S . -B $(BUILD) -G Ninja >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target karat
	./scripts/check_rows.py $(BUILD)/cli/karat --jobs $(JOBS)

check-full: ## the same of every instruction there is (hours)
	@$(INSTALL) $(RUN_PACKAGES) python3
	@cmake -S . -B $(BUILD) -G Ninja >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target karat
	./scripts/check_rows.py $(BUILD)/cli/karat --all --jobs $(JOBS)

mutate: ## do the checks have teeth? mutants of the RTL through karat check, of the model through its tests; resumes where it stopped
	@$(INSTALL) $(TEST_PACKAGES)
	@cmake -S . -B $(BUILD) -G Ninja -DKARAT_TESTS=ON >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target karat
	./tests/mutation/mutate_rtl.py $(BUILD)/cli/karat $(BUILD)/mutation/rtl --jobs $(JOBS); rtl=$$?; \
	./tests/mutation/mutate_model.py $(BUILD) $(BUILD)/mutation/model --jobs $(JOBS) && exit $$rtl

asan: ## every C++ test under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(INSTALL) $(TEST_PACKAGES)
	cmake -S . -B $(BUILD)-asan -G Ninja -DKARAT_TESTS=ON -DKARAT_BENCH=OFF -DKARAT_SANITIZE=address,undefined
	cmake --build $(BUILD)-asan -j $(JOBS)
	ctest --test-dir $(BUILD)-asan --output-on-failure -j $(JOBS) -LE rtl

tsan: ## 8 threads on the C ABI under ThreadSanitizer
	@$(INSTALL) $(TEST_PACKAGES)
	cmake -S . -B $(BUILD)-tsan -G Ninja -DKARAT_TESTS=ON -DKARAT_BENCH=OFF -DKARAT_SANITIZE=thread
	cmake --build $(BUILD)-tsan -j $(JOBS) --target threads_test
	TSAN_OPTIONS=halt_on_error=1 $(BUILD)-tsan/tests/dpi/threads_test $(TSAN_ROUNDS)

neon: ## the vector engine compiled for 64-bit ARM, against the readable model in qemu (about 10 minutes)
	@$(INSTALL) $(NEON_PACKAGES)
	cmake -S tests/neon -B $(BUILD)-neon -G Ninja
	cmake --build $(BUILD)-neon -j $(JOBS)
	ctest --test-dir $(BUILD)-neon --output-on-failure

fuzz: ## libFuzzer under ASan and UBSan on each target for FUZZ_SECONDS: specifications, vector files, the C ABI
	@$(INSTALL) $(RUN_PACKAGES) $(FUZZ_PACKAGES)
	./tests/fuzz/build.sh $(BUILD)/fuzz $(JOBS)
	for target in spec_json vector_file c_abi; do ./tests/fuzz/run.sh $(BUILD)/fuzz $$target -max_total_time=$(FUZZ_SECONDS) || exit 1; done

bench: ## dot-adds a second; the engine beside sgemm; what a SystemC socket, a scoreboard and co-simulation cost
	@$(INSTALL) $(BENCH_PACKAGES)
	cmake -S . -B $(BUILD) -G Ninja -DKARAT_BENCH=ON -DKARAT_TESTS=ON
	cmake --build $(BUILD) -j $(JOBS) --target dot_add_bench gemm_bench karat systemc_bench check_bench cosim_hopper dpi_bench
	$(BUILD)/bench/dot_add_bench
	$(BUILD)/bench/gemm_bench
	python3 bench/plain_python.py $(BUILD)/cli/karat $(BUILD)/bench/gemm_bench
	$(BUILD)/bench/systemc_bench
	$(BUILD)/bench/dpi_bench_obj/Vdpi_bench
	$(BUILD)/bench/check_bench $(BUILD)/tests/cosim/cosim_hopper

lint: ## clang-format, clang-tidy; RTL: verilator --lint-only, yosys, slang
	@$(INSTALL) $(LINT_PACKAGES)
	./scripts/lint.sh $(BUILD)

format: ## rewrite the C++ sources in the project's format
	@$(INSTALL) clang-format
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:
	rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-tsan $(BUILD)-neon

help:
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'
