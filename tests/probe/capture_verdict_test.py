#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A device that computes one of the readings of a question: verdict.py finds which one.
Usage: capture_verdict_test.py KARAT TOOLS SCRATCH
"""

import pathlib
import re
import subprocess
import sys

KARAT, TOOLS, SCRATCH = (pathlib.Path(p).resolve() for p in sys.argv[1:4])
sys.path.insert(0, str(TOOLS))
from readings import Karat  # noqa: E402
from verdict import questions_of  # noqa: E402

SAMPLE = ["Volta_HMMA_884_F32_F32", "Ampere_HMMA_SP_16832_F32_BF16", "RDNA4_v_wmma_f16_16x16x16_f16_w32",
          "x86_TDPBHF8PS", "Ada_QMMA_16832_F16_E4M3_E5M2",
          "Blackwell_mma_sp_ordered_metadata_m16n8k64_f32_e4m3_e4m3_f32"]
failures = []


def check(condition, sentence):
    if not condition:
        failures.append(sentence)
        print("FAILED:", sentence)


def ask(karat, name):
    """Answers the file as each of its readings would."""
    path = TOOLS / "requests" / f"{name}.vec"
    head = [line for line in path.read_text().splitlines() if line.startswith("#")]
    questions, rows = questions_of(path)
    check(questions and rows, f"{name} is empty")
    result = SCRATCH / "result.vec"
    asked = 0
    for question, readings, _ in questions:
        for reading in readings:
            answers = karat.results(reading, head, rows)
            result.write_text("\n".join(head + [f"{row} {d}" for row, d in zip(rows, answers)]) + "\n")
            done = subprocess.run([sys.executable, TOOLS / "verdict.py", "--karat", KARAT, result],
                                  capture_output=True, text=True)
            part = re.search(rf"^  {question}\n(    .*\n)+", done.stdout, re.M)
            check(part and part[0].endswith(f"\n    the device computes {reading}\n"),
                  f"{name}, {reading}: {done.stdout}{done.stderr}")
            asked += 1
    result.write_text("\n".join(head + [f"{row} 0" for row in rows[1:]]) + "\n")
    done = subprocess.run([sys.executable, TOOLS / "verdict.py", "--karat", KARAT, result],
                          capture_output=True, text=True)
    check(done.returncode == 1 and "its rows are not those of" in done.stderr, done.stderr)
    return asked


def main():
    SCRATCH.mkdir(parents=True, exist_ok=True)
    karat = Karat(KARAT, SCRATCH)
    asked = sum(ask(karat, name) for name in SAMPLE)
    check(asked > 20, f"{asked} readings")
    print(asked, "readings found again")
    sys.exit(f"{len(failures)} failures" if failures else 0)


if __name__ == "__main__":
    main()
