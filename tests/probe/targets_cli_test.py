#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""targets_cli_test.py KARAT SCRATCH CANDIDATE.so FAULTY.so CHECK: targets as words on the command line.

CANDIDATE.so is a candidate, FAULTY.so one with a fault in lane (1, 2), CHECK a program like those of
karat_add_rtl_check().
"""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from command import Command

candidate, faulty, check = (os.path.abspath(word) for word in sys.argv[3:6])
karat = Command(sys.argv[1], sys.argv[2])
LIKE = ("--like", "Volta/HMMA.884.F32.F32")
FORMATS = ("--formats", "fp16,fp16,fp32,fp32", "--k", "4")

pathlib.Path("echo.py").write_text(
    """import sys
for line in sys.stdin:
    if line.startswith("#"):
        sys.stderr.write(line)
    elif line.strip():
        print(line.split()[-1])
    else:
        sys.stdout.flush()
"""
)


def steady(*words, lanes=1):
    done = karat.call("steady", *words, "--count", "2000")
    karat.check(done.returncode == 0 and "\nsteady: " in done.stdout, f"{words}: {done}")
    return done.stdout


# Every kind of target, with its formats from --like or --formats.
karat.check("k = 4\n" in steady("Volta/HMMA.884.F32.F32"), "formats of an instruction")
changed = "Volta/HMMA.884.F32.F32 F=20"
karat.check(steady(changed).startswith(changed + ": fp16 x"), "settings")
for formats in (LIKE, FORMATS):
    steady("program:python3 echo.py", *formats)
    steady("candidate:" + candidate, *formats)
    steady("candidate:" + check, *formats)
fp4 = ("--formats", "e2m1,e2m1,fp32,fp32", "--k", "8")
scaled = steady("program:python3 echo.py", *fp4, "--scale", "ue8m0", "--scale-block", "4")
karat.check("scale factors ue8m0 for blocks of 4" in scaled, "scale factors")
steady("program:python3 echo.py", *FORMATS, "--metadata", "2:4")
steady("program:python3 echo.py", "--formats", "b1,b1,int32,int32", "--k", "256", "--multiplier", "xor")

# A relative path needs no folder.
os.symlink(candidate, "unit.so")
os.symlink(check, "unit")
steady("candidate:unit.so", *LIKE)
steady("candidate:unit", *LIKE)

# A fault in one lane, found through the shared object.
done = karat.call("steady", "candidate:" + faulty, *LIKE, "--json")
seen = json.loads(done.stdout)
karat.check(done.returncode == 1 and not seen["steady"], "exit status 1 for an unsteady target")
karat.check(
    {name for name, one in seen["influences"].items() if one["changed"]} == {"lane"}
    and seen["influences"]["lane"]["first"]["lane"] == 5,
    f"the lane is named: {seen}",
)

# The lanes of a check program are announced and chosen.
done = subprocess.run(
    [check, "--serve"],
    input="# k: 4\n# lane: 5\n3c00 0 0 0 3c00 0 0 0 0\n\n# lane: any\n0 0 0 0 0 0 0 0 3f800000\n",
    capture_output=True,
    text=True,
    timeout=60,
    check=False,
)
karat.check(done.stdout == "# lanes: 6\n3f800000\n3f800000\n" and done.returncode == 0, f"--serve: {done}")
done = subprocess.run(
    [check, "--serve"], input="1\n\n", capture_output=True, text=True, timeout=60, check=False
)
karat.check(done.returncode == 2 and "column 2 is missing" in done.stderr, f"--serve of nonsense: {done}")

# What is refused, in one line.
karat.bad("its formats are not known; give --like", "steady", "program:python3 echo.py")
karat.bad("put quotation marks around", "steady", "Volta/HMMA.884.F32.F32", "F=22")
karat.bad("write karat steady TARGET", "steady")
model = "Volta/HMMA.884.F32.F32"
karat.bad(f"--like: has no effect on {model}; it is for program:", "steady", model, *LIKE)
karat.bad("--k: has no effect on", "steady", model, "--k", "4")
karat.bad("--timeout: has no effect on", "steady", model, "--timeout", "5")
karat.bad("--timeout: has no effect on library:x.so", "steady", "library:x.so", *LIKE, "--timeout", "5")
karat.bad("--patience: has no effect on program:x", "probe", "program:x", *LIKE, "--patience", "5")
karat.bad("--lanes: has no effect on candidate:x; it is for", "probe", "candidate:x", *LIKE, "--lanes", "2x2")
karat.bad('"gpu:" is not a kind of target', "steady", "gpu:x", *FORMATS)
karat.bad("use program:, library: or candidate:", "probe", "gpu:x F=24")
karat.bad("give one of them", "steady", "program:x", *LIKE, *FORMATS)
karat.bad("--formats needs --k", "steady", "program:x", "--formats", "fp16,fp16,fp32,fp32")
karat.bad("--k: applies only with --formats", "steady", "program:x", *LIKE, "--k", "4")
karat.bad("--scale-block: applies only with --scale", "steady", "program:x", *FORMATS, "--scale-block", "2")
karat.bad("use ue8m0 or ue4m3", "steady", "program:x", *FORMATS, "--scale", "fp16")
karat.bad("--scale: \"x\" is not allowed", "steady", "program:x", *FORMATS, "--scale", "x")
karat.bad("it must divide k = 4", "steady", "program:x", *FORMATS, "--scale", "ue8m0", "--scale-block", "3")
karat.bad("--formats: ", "steady", "program:x", "--formats", "fp16,fp16,fp32,int32", "--k", "4")
karat.bad("has 3 formats", "steady", "program:x", "--formats", "fp16,fp16,fp32", "--k", "4")
karat.bad("--k: \"0\"", "steady", "program:x", "--formats", "fp16,fp16,fp32,fp32", "--k", "0")
karat.bad("--metadata: \"4:2\"", "steady", "program:x", *FORMATS, "--metadata", "4:2")
karat.bad("only b1 operands", "steady", "program:x", *FORMATS, "--multiplier", "xor")
for wrong in ("program:x", "gpu:x", ""):
    sentence = f'--like: "{wrong}" is not allowed; use ARCH/INSTRUCTION or FILE.json'
    karat.bad(sentence, "steady", "program:x", "--like", wrong)
karat.bad("has 3 formats", "steady", "program:x", "--formats", "fp16,fp16,fp32")
karat.bad("--answers is not an option of karat steady", "steady", model, "--answers", "5")
for wrong in ("0", "-1", "x", "1e9", "nan", "5s"):
    karat.bad(f'--timeout: "{wrong}" is not allowed', "steady", "program:x", *LIKE, f"--timeout={wrong}")
karat.bad("--patience: \"0\"", "steady", "candidate:" + candidate, *LIKE, "--patience", "0")
karat.bad("has 2x3 lanes, not 4x4", "steady", "candidate:" + candidate, *LIKE, "--lanes", "4x4")
karat.bad("--lanes: \"4\"", "steady", "candidate:" + candidate, *LIKE, "--lanes", "4")
karat.bad("port a_i", "steady", "candidate:" + candidate, "--like", "Hopper/HMMA.16816.F32")
karat.bad(
    "line 4 of the questions: k: the questions have 16, this target has 4",
    "steady", "candidate:" + check, "--like", "Hopper/HMMA.16816.F32",
)
karat.bad("candidate:none: the file does not exist", "steady", "candidate:none", *LIKE)
karat.bad("0 in all, and was stopped 0.200 seconds", "steady", "program:sleep 30", *LIKE, "--timeout", "0.2")
wide = ("--formats", "fp16,fp16,fp64,fp32", "--k", "4")  # echo.py prints the header to standard error
karat.bad("# d: fp32", "steady", "program:python3 echo.py; exit 4", *wide)
karat.end()
