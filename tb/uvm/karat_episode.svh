// SPDX-License-Identifier: Apache-2.0
// An X or Z that lasts: so many cycles or requests, one after the other. An error for each would hide the
// others, so it is reported when it begins, and its length when it ends.
class karat_episode;
  longint unsigned length = 0;  // so far; 0: there is none
  local string what;
  local string units;

  // As in "the operands", "requests".
  function new(string what, string units);
    this.what = what;
    this.units = units;
  endfunction

  // Call it for each cycle or request. It begins if `length` is 1 then. A sentence if it ends, otherwise "".
  function string see(bit is_unknown);
    longint unsigned ended = length;
    length = is_unknown ? length + 1 : 0;
    if (is_unknown || ended == 0) return "";
    return $sformatf("%s are known again, after %0d %s", what, ended, units);
  endfunction
endclass
