# SPDX-License-Identifier: Apache-2.0
"""For units_test.py: the faults of the units in units/, and contracts that are wrong about a right unit."""

# contract -> faults that must be caught, each with a text that the report must have
ANY = ""
LATE = "only when the mode changes"
FITS = "the answers fit "
UNITS = {"fixed_latency/unit": [ANY, FITS + "output.cycles = 3;", FITS + "output.cycles = 5;", ANY, ANY],
         "stalled_by_enable/unit": [ANY, ANY, ANY, ANY, FITS + "output.cycles = 3;"],
         "stalled_by_enable/valid": ["accepted but not answered", ANY, FITS + "results 1 cycle after done;"],
         "start_when_idle/unit": [ANY, "was accepted but not answered"],
         "ready_both_sides/unit": [ANY], "clear_and_read/unit": [ANY, FITS + "results 1 cycle after done;"],
         "clear_and_read/plain": [ANY, FITS + "results 1 cycle after done;"],
         "accumulates/unit": [ANY, FITS + "k_beats.gapless;", ANY],
         "two_widths/unit": [ANY, FITS + "results 1 cycle after done;",
                             FITS + "results 1 cycle before done;"],
         "opcode_table/unit": ["FAIL  in mode 5 (", "FAIL  in mode 1 (", LATE],
         "two_mode_ports/unit": [LATE, LATE],
         "weights_stay/unit": [ANY, ANY, FITS + "stationary.once;"],
         "out_of_order/unit": [ANY, ANY, ANY], "out_of_order/two_tags": [ANY, None, None, ANY],
         "out_of_order/few_in_flight": [None, None, None, None, "one of its assertions failed"],
         "gives_credits/unit": [ANY, "ready_o stayed low", ANY], "slow_results/unit": [ANY],
         "slow_operands/unit": [ANY, ANY, LATE],
         "slow_operands/beats": [ANY, "one of its assertions failed"], "slow_operands/weights": [ANY],
         "three_clocks/unit": ["answers, but only", "answers, but only", "accepted but not answered"],
         "rows_stay/unit": [ANY, ANY, "the unit answers after a flush", FITS + "stationary.drain;"],
         "answers_each/unit": [ANY, ANY], "columns_first/unit": [ANY, ANY], "scaled/unit": [ANY],
         "sparse/unit": [ANY],
         "raises_flags/unit": ["inexact: 0 times not raised", "overflow: ", "invalid: 0 times not raised",
                               "underflow: ", None, LATE, None, None, None, LATE],
         "raises_flags/sticky": ["inexact: 0 times not raised", "overflow: ", "invalid: 0 times not raised",
                                 None, " times not raised"],
         "raises_flags/lanes": ["inexact: 0 times not raised", "overflow: ", None, None, None, None, None,
                                " 0 times not raised"],
         "raises_flags/ports": [None, None, None, None, None, None, "underflow: 0 times not raised",
                                None, "overflow: "],
         "raises_flags/tile": ["inexact: 0 times not raised", " 0 times raised without cause"]}

# A contract that is wrong about a right unit: the key, its value, and what the report must say. With a fault
# of the unit most answers fit, or the fault is one that another contract forgives.
WRONG = [("fixed_latency/unit", "output.cycles", 3, None, FITS + "output.cycles = 4; the contract says 3"),
         ("fixed_latency/unit", "output.cycles", 20, None, FITS + "output.cycles = 4; the contract says 20"),
         ("fixed_latency/unit", "output.cycles", 6, 1, "%) fit output.cycles = 4; the contract says 6"),
         ("stalled_by_enable/unit", "output.cycles", 1, None,
          FITS + "output.cycles = 2; the contract says 1"),
         ("gives_credits/unit", "input.credits", 4, None, FITS + "input.credits = 2; the contract says 4"),
         ("weights_stay/unit", "reset.active", "high", None, "accepted but not answered"),
         ("stalled_by_enable/unit", "reset.active", "high", None, "lanes differ")]
