#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""karat sweep killed and resumed, and how it says how far it is.
Usage: sweep_resume_test.py KARAT SCRATCH_DIR"""
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from command import Command

karat = Command(sys.argv[1], sys.argv[2])
check, call, bad = karat.check, karat.call, karat.bad

def rows(path):
    columns = ("key, mse, mse_interval, variance_of_squared_error, bias, mean_ulp, max_ulp, vrr, bit_exact, "
               "swamped, histogram")
    return sqlite3.connect(path).execute(f"SELECT {columns} FROM rows ORDER BY key").fetchall()


grid = ["--F", "8:27", "--K", "4,8", "--algorithm", "fda,gfda", "--samples", "20000"]

# A sweep is killed more than once and resumed. It has the same rows as an uninterrupted sweep: none is
# missing and none is duplicated.
kills = partial = 0
for attempt in range(40):
    running = subprocess.Popen([karat.program, "sweep", "--db", "killed.db", *grid],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.1 * (attempt + 1))
    if running.poll() is None:
        running.send_signal(signal.SIGKILL)
        kills += 1
    running.wait()
    try:
        partial = len(rows("killed.db"))
    except sqlite3.OperationalError:  # killed before the table was created
        partial = 0
    if kills >= 2 and partial > 0:
        break
done = call("sweep", "--db", "killed.db", *grid, "--json")
report = json.loads(done.stdout)
check(done.returncode == 0 and report["points"] == 80, f"resumed sweep: {done}")
check(report["present"] == partial and report["done"] == 80 - partial,
      f"{partial} rows were present, the resumed sweep reports {report}")
check(kills > 0 and 0 < partial < 80, f"the sweep was never killed halfway: {kills} kills, {partial} rows")
start = time.monotonic()
done = call("sweep", "--db", "whole.db", *grid, "--threads", "1")
progress = re.search(r"of 80 points measured, 2 s so far, about \d+ s left", done.stderr)
check(progress or time.monotonic() - start < 3, f"no progress after two seconds: {done.stderr}")
check(done.returncode == 0 and "80 points, 80 done, 0 already present, 0 invalid" in done.stdout,
      f"whole sweep: {done}")
check(rows("killed.db") == rows("whole.db"), "the rows of a resumed and an uninterrupted sweep differ")
print(f"killed {kills} times, {partial} of 80 rows were present")

# Ctrl-C during a synthesis leaves no tool running and no half-built folder.
cache = pathlib.Path(sys.argv[2]).resolve() / "interrupted_cache"
costing = subprocess.Popen([karat.program, "cost", "--arch", "Hopper", "--instruction", "HMMA.16816.F32"],
                           env={**os.environ, "KARAT_CACHE": str(cache)}, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)


def tools():
    """Processes that work in the cache."""
    folders = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            folders[pid] = os.readlink(f"/proc/{pid}/cwd")
        except OSError:  # of somebody else, or over
            pass
    return [pid for pid, folder in folders.items() if cache.name in folder]


def half_built():
    return list(cache.glob("costs/*.building.*"))


end = time.monotonic() + 60
while not tools() and costing.poll() is None and time.monotonic() < end:
    time.sleep(0.05)
check(tools() and half_built(), "no synthesis began")
costing.send_signal(signal.SIGINT)
check(costing.wait() == -signal.SIGINT, f"exit status {costing.returncode} after SIGINT")
end = time.monotonic() + 10
while tools() and time.monotonic() < end:
    time.sleep(0.05)
check(not tools(), "a tool runs on after SIGINT")
check(not half_built(), f"SIGINT left {half_built()}")

karat.end()
