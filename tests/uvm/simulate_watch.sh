#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Watches that karat adapter makes from contracts: in two instances of a module, one of them wrong, in a unit
# with modes and flags, and in units with a flush, a stationary operand, a clock enable, scale factors and
# metadata.
# Exit status 77: a tool is missing.
#   simulate_watch.sh SOURCE_DIR VENV SCRATCH_DIR LIBKARAT_DPI KARAT
. "$(dirname "${BASH_SOURCE[0]}")/simulate_common.sh"

# The traffic goes on when the test has ended.
bench=$source/tests/uvm/watch
"$bench/prepare.sh" "$KARAT" watched >log
build "a watch, the right instance" watch 0 ', 0 mismatches, UVM_ERROR 0' --files watched/watch_all.f \
    --top watch_top --test watch_test +first=good.unit
said '[KARAT/WATCH] watches watch_top.good.unit'
units=('more.rows_stay.unit' 'more.scaled.unit' 'more.sparse.unit' 'more.valid_and_enable.unit')
others=$(printf 'watch_top.%s, ' "${units[@]}")
said "[KARAT/WATCH] no environment watches watch_top.bad.unit, ${others}watch_top.status.dot (cfg.watch)"
watch() { again "$1" "$2" "$3" watch_test "${@:4}"; }
watch "both instances" 1 'FAILED: UVM_ERROR' +first=watch_top.good.unit +second=bad.unit
said 'uvm_test_top.second.scoreboard [KARAT/MISMATCH] mismatch: tile 0, '
! grep -qF 'uvm_test_top.first.scoreboard [KARAT/MISMATCH]' log || fail "the right instance is called wrong"
said "no environment watches ${others}watch_top.status.dot (cfg.watch)"
both='use one of watch_top.bad.unit, watch_top.good.unit'
watch "a path that ends several" 1 "cfg.watch = \"unit\" is the end of several paths; $both" +first=unit
watch "no such instance" 1 "cfg.watch = \"ood.unit\" is not a watched instance; $both" +first=ood.unit
watch "an instance twice" 1 'watch_top.bad.unit belongs to uvm_test_top.first' +first=bad.unit \
    +second=watch_top.bad.unit
watch "no port and no watch" 1 'and cfg.watch names none of the watches: watch_top.bad.unit, ' +none
watch "an active agent" 1 'cfg.watch = "good.unit" needs cfg.is_active = UVM_PASSIVE' +first=good.unit +active
watch "two interfaces for a path" 1 'a second interface is published for "uvm_test_top.spare*"' \
    +first=good.unit +twice
watch "two watches of an instance" 1 'two watches are bound to watch_top.spare; bind one' +first=good.unit \
    +rebind
# Specification, modes and flags are those of the contract, unless the configuration says otherwise.
watch "another specification than the contract's" 1 'FAILED: UVM_ERROR' +first=good.unit +format=uint8
watch "modes and flags" 0 ', 0 mismatches, UVM_ERROR 0' +first=status.dot
said "[KARAT/CFG] from the unit's contract: modes $five_modes; flags $flags_of_lanes"
grep -qE 'SUMMARY\] flags: [1-9][0-9]+ compared, 0 mismatches' log || fail "no flags are compared"
watch "a wrong flag" 1 'FAILED: UVM_ERROR' +first=status.dot +fault=1
said 'tiles are wrong: inexact'
! grep -qF '[KARAT/MISMATCH]' log || fail "a result is wrong"
watch "modes without a specification, each once" 1 'FAILED: UVM_ERROR: 3' +first=status.dot \
    '+karat_modes=0:output_rounding=RNE;1:output_rounding=RZ'
said '[KARAT/MODE] mode 4 has no specification (cfg.add_mode)'
watch "the mode of the tile before" 1 'FAILED: UVM_ERROR' +first=status.dot +fault=6
said 'the result is right for mode '
watch "modes that nobody knows" 1 '[KARAT/CFG] the unit has an input mode_i, but no mode is configured' \
    +none +modeless
# Nothing is said of modes, but mode_i changes: one error, whatever else is wrong.
spec='{"karat_spec":1,"algorithm":"exact","a":"e5m2","b":"e5m2","c":"fp16","d":"fp16","k":4,'
spec+='"overflow":"ieee"}'
watch "modes that were not published" 1 'FAILED: UVM_ERROR' +none +plain "+karat_spec=$spec"
said 'no mode is configured, and the port was published without a karat_unit: mode_i must be 0'
[ "$(grep -c 'but no mode is configured; use karat_env_config::add_mode, or publish(vif, path, karat_unit::' \
    log)" -eq 1 ] || fail "not one error about modes that were not published"
# A flush and a stationary operand, scale factors, metadata, a clock enable.
all=("+first=${units[0]}" "+second=${units[1]}" "+third=${units[2]}" "+fourth=${units[3]}")
watch "flush, stationary operand, scale factors, metadata, enable" 0 ', 0 mismatches, in 4 scoreboards' \
    "${all[@]}"
said 'uvm_test_top.first.scoreboard [KARAT/SUMMARY] '
grep -qE 'first.scoreboard \[KARAT/SUMMARY\] [1-9][0-9]* requests were lost in resets' log ||
    fail "the flush has dropped no request"
[ "$(grep -cE 'scoreboard \[KARAT/SUMMARY\] [2-9][0-9] tiles, ' log)" -eq 4 ] ||
    fail "not every unit has answered 20 tiles or more"
watch "the same, all wrong" 1 'FAILED: UVM_ERROR' "${all[@]}" +fault=1
for environment in first second third fourth; do
    grep -qE "^UVM_ERROR .*uvm_test_top.$environment\.scoreboard \[KARAT/" log ||
        fail "the $environment unit is called right"
done
# The adapter, which drives the unit here, sees that too.
watch "a flush that the unit ignores" 1 'first.scoreboard [KARAT/UNEXPECTED] a result without a request' \
    "+first=${units[0]}" +fault=3 +verilator+error+limit+9
# Requests of which only those before the end are due, or those that have waited for drain_cycles (50).
watch "the last answers do not come" 1 'FAILED: UVM_ERROR: 1' +first=good.unit +mute_at=980
said ' requests have no result'
watch "answers stop after the end" 0 'PASSED: ' +first=good.unit +mute_at=1100 +extend=400
watch "answers stop long after the end" 1 'FAILED: UVM_ERROR: 1' +first=good.unit +mute_at=1100 +extend=1000
echo "all good"
