#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""TensorGauge (Liu et al. 2026), figure 6: the fraction bits that an FP16 or BF16 fused dot-add needs.

10,000 samples of N(0,1). Published: the MSE is stable and below 1e-8 for F >= 19, the variance of the squared
error is below 1e-9 for F >= 17, and the variance retention ratio is about 1 for F >= 16.

Usage: tensorgauge_fig6.py KARAT [OUTPUT_PREFIX]
With OUTPUT_PREFIX, the database, the report and the charts are kept under this prefix."""
import sqlite3
import subprocess
import sys
import tempfile

karat = sys.argv[1]
prefix = sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp() + "/fig6_"
database = prefix + "sweep.db"
sweep = ["sweep", "--db", database, "--F", "8:28", "--K", "16", "--format", "fp16,bf16", "--samples", "10000"]
subprocess.run([karat, *sweep], check=True)
subprocess.run([karat, "report", database, "-o", prefix + "report.html", "--svg", prefix,
                "--title", "TensorGauge, figure 6"], check=True)
rows = sqlite3.connect(database).execute("SELECT format, F, mse, variance_of_squared_error, vrr FROM rows "
                                         "WHERE samples = 10000 ORDER BY format, F").fetchall()
good = True
for format_name, F, mse, variance, vrr in rows:
    print(f"{format_name} F = {F:2}: MSE {mse:.3e}, variance of the squared error {variance:.3e},"
          f" VRR {vrr:.6f}")
    good &= (F < 19 or mse < 1e-8) and (F < 17 or variance < 1e-9) and (F < 16 or abs(vrr - 1) < 1e-4)
print("as published" if good else "NOT as published")
sys.exit(0 if good else 1)
