# SPDX-License-Identifier: Apache-2.0
"""Runs the program karat in an empty folder, for command-line tests in Python. Counts all checks."""
import os
import resource
import shutil
import signal
import subprocess
import sys


class Command:
    """Recreates the folder `scratch` and changes to it."""

    def __init__(self, program, scratch):
        self.program = os.path.abspath(program)
        self.checks = 0
        self.failed = 0
        shutil.rmtree(scratch, ignore_errors=True)
        os.makedirs(scratch)
        os.chdir(scratch)

    def check(self, good, what):
        self.checks += 1
        if not good:
            self.failed += 1
            print("FAILED:", what)

    def call(self, *words, **changed):
        """`changed`: environment variables to set."""
        return self._run(words, env=os.environ | changed)

    def bad(self, named, *words, **changed):
        """Expects a refusal: exit status 2, an empty stdout, and one line on stderr that contains `named`."""
        done = self.call(*words, **changed)
        one_line = done.stderr.count("\n") == 1 and done.stdout == ""
        good = done.returncode == 2 and one_line and named in done.stderr
        self.check(good, f"karat {' '.join(words)}: {done}")

    def on_a_full_disk(self, *words):
        """Simulates a full disk: no file can grow beyond 100 bytes."""

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        return self._run(words, preexec_fn=limit, restore_signals=False)

    def end(self):
        print(f"{self.checks} checks, {self.failed} failed")
        sys.exit(1 if self.failed else 0)

    def _run(self, words, **options):
        return subprocess.run([self.program, *words], capture_output=True, text=True, timeout=300, **options)
