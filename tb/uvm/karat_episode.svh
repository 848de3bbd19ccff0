// SPDX-License-Identifier: Apache-2.0
// An X or Z that lasts for several consecutive cycles or requests. An error for each of them would hide other
// errors, so it is reported when it begins, and its length when it ends.
class karat_episode;
  longint unsigned length = 0;  // so far; 0: there is none
  local string what;
  local string units;

  // As in "the operands", "requests".
  function new(string what, string units);
    this.what = what;
    this.units = units;
  endfunction

  // To be called for each cycle or request. If `length` is 1 afterwards, an episode has begun. Returns a
  // sentence when an episode ends, otherwise "".
  function string see(bit is_unknown);
    longint unsigned ended = length;
    length = is_unknown ? length + 1 : 0;
    if (is_unknown || ended == 0) return "";
    return $sformatf("%s are known again, after %0d %s", what, ended, units);
  endfunction
endclass
