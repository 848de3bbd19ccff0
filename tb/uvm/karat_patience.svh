// SPDX-License-Identifier: Apache-2.0
// How long the handshakes have stood still: a design that stops would let a test run for ever.
class karat_patience;
  local int unsigned limit;                  // cycles; 0: none
  local longint unsigned requests = 0;       // accepted
  local longint unsigned answers = 0;        // taken
  local int unsigned without_ready_o = 0;    // cycles that the request offered has waited
  // cycles since the last answer, or since there is a request under way
  local int unsigned without_answer = 0;

  function new(int unsigned limit);
    this.limit = limit;
  endfunction

  // The requests under way are lost.
  function void reset();
    requests = 0;
    answers = 0;
    without_ready_o = 0;
    without_answer = 0;
  endfunction

  // A cycle out of reset. "" while nothing has waited longer than the limit; once, the sentence that says
  // what waits for what.
  function string cycle(logic valid_i, logic ready_o, logic valid_o, logic ready_i);
    bit offered = valid_i === 1'b1;
    bit accepted = offered && ready_o === 1'b1;
    bit answered = valid_o === 1'b1 && ready_i === 1'b1;
    // a string: two literals would get one width
    string cause = valid_o === 1'b1 ? "valid_o is 1, but ready_i is not" : "valid_o is not 1";
    if (accepted) requests++;
    if (answered) answers++;
    without_ready_o = offered && !accepted ? without_ready_o + 1 : 0;
    without_answer = requests > answers && !answered ? without_answer + 1 : 0;
    if (limit == 0) return "";
    if (without_ready_o == limit)
      return $sformatf("a request waits for ready_o, for %0d cycles (+karat_patience): %0d were accepted since the last reset, %0d of them answered", limit,
                       requests, answers);
    if (without_answer == limit)
      return $sformatf("%0d requests wait for an answer, for %0d cycles (+karat_patience): %s",
                       requests - answers, limit, cause);
    return "";
  endfunction
endclass
