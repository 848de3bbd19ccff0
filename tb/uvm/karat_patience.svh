// SPDX-License-Identifier: Apache-2.0
// A watchdog for the handshakes: without it, a test of a design that stalls would never end.
class karat_patience;
  local int unsigned limit;                  // cycles; 0: none
  local longint unsigned requests = 0;       // accepted
  local longint unsigned answers = 0;        // taken
  local int unsigned without_ready_o = 0;    // cycles for which a request has been offered
  // cycles since the last answer, or since there has been a request in flight
  local int unsigned without_answer = 0;

  function new(int unsigned limit);
    this.limit = limit;
  endfunction

  // For a reset of the design: requests in flight are lost.
  function void reset();
    requests = 0;
    answers = 0;
    without_ready_o = 0;
    without_answer = 0;
  endfunction

  // Call it for each cycle out of reset. Returns "" as long as nothing has waited for `limit` cycles; then,
  // once, a sentence that says what is stalled.
  function string cycle(logic valid_i, logic ready_o, logic valid_o, logic ready_i);
    bit offered = valid_i === 1'b1;
    bit accepted = offered && ready_o === 1'b1;
    bit answered = valid_o === 1'b1 && ready_i === 1'b1;
    // a string variable, because ?: of two literals would pad them to the same width
    string cause = valid_o === 1'b1 ? "valid_o is 1, but ready_i is not" : "valid_o is not 1";
    if (accepted) requests++;
    if (answered) answers++;
    without_ready_o = offered && !accepted ? without_ready_o + 1 : 0;
    without_answer = requests > answers && !answered ? without_answer + 1 : 0;
    if (limit == 0) return "";
    if (without_ready_o == limit)
      return $sformatf(
          "a request waited %0d cycles for ready_o (+karat_patience): %0d accepted, %0d answered since reset",
          limit, requests, answers);
    if (without_answer == limit)
      return $sformatf("%0d requests waited %0d cycles for an answer (+karat_patience): %s",
                       requests - answers, limit, cause);
    return "";
  endfunction
endclass
