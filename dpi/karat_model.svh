// SPDX-License-Identifier: Apache-2.0
// --- a model -----------------------------------------------------------------------------------------------

// Wraps one handle. Call open_instruction or open_spec first and close last. Every call returns a status;
// last_error() returns the error message.
class karat_model;
  chandle handle;
  /* verilator lint_off UNUSEDSIGNAL */  // read by the user of the class
  int m, n, k, blocks, scales;  // of the tile of the instruction; m = n = 1 for a specification
  /* verilator lint_on UNUSEDSIGNAL */
  int a_bits, b_bits, c_bits, d_bits, scale_bits;
  /* verilator lint_off UNUSEDSIGNAL */
  int k_of_b, metadata_bits;  // elements of a column of B: 2k with metadata, otherwise k
  /* verilator lint_on UNUSEDSIGNAL */
  int metadata_count;  // elements of metadata of a row of A; 0 without structured sparsity

  // Closes the model that was open before.
  function void open_instruction(input string arch, input string instruction, output karat_status_e status);
    int code;
    if (handle != null) karat_dpi_close(handle, code);
    karat_dpi_open_instruction(arch, instruction, handle, code);
    read_shape(code);
    status = karat_status_e'(code);
  endfunction

  // `json` is a specification, in the form that `karat show INSTRUCTION --json` prints
  // (docs/reference/knobs.md). Closes the model that was open before.
  function void open_spec(input string json, output karat_status_e status);
    int code;
    if (handle != null) karat_dpi_close(handle, code);
    karat_dpi_open_spec(json, handle, code);
    read_shape(code);
    status = karat_status_e'(code);
  endfunction

  // Opens what a unit computes under a mode: `settings` are knobs on top of `json`, or of `instruction` of
  // `arch` if that is ""; or they are a specification of their own as JSON text. Returns "", or an error
  // message.
  function string open_mode(string arch, string instruction, string json, string settings);
    karat_status_e status;
    bit is_own = 1'b0;
    for (int i = settings.len() - 1; i >= 0; i--) if (settings[i] != " ") is_own = settings[i] == "{";
    if (is_own) open_spec(settings, status);
    else if (json != "") open_spec(json, status);
    else open_instruction(arch, instruction, status);
    if (status != KARAT_OK) return last_error();
    if (is_own) return "";
    return set_knobs(settings);
  endfunction

  function void close(output karat_status_e status);
    int code;
    karat_dpi_close(handle, code);
    handle = null;
    status = karat_status_e'(code);
  endfunction

  // For the record of KARAT_RECORD: the unit's mode in the tiles that are compared from now on.
  function void record_mode(input int unsigned mode, output karat_status_e status);
    int code;
    karat_dpi_record_mode(handle, mode, code);
    status = karat_status_e'(code);
  endfunction

  function void set_knob(input string key, input string value, output karat_status_e status);
    int code;
    karat_dpi_set_knob(handle, key, value, code);
    if (code == 0) read_shape(code);  // a knob may change k, a format, the scales or the metadata
    status = karat_status_e'(code);
  endfunction

  // The unit has no c: c is +0 in every tile of stimulus that is opened from now on, and bins that need
  // another c are excluded. Results are still computed with the c of the call. Not while coverage is
  // collected.
  function void without_c(output karat_status_e status);
    int code;
    karat_dpi_without_c(handle, code);
    status = karat_status_e'(code);
  endfunction

  // Sets the knobs of a list such as "F=24,output_rounding=RNE", in order. Commas or blanks divide it.
  // Returns "", or an error message.
  function string set_knobs(string knobs);
    int start = 0;
    string sentence = "";
    for (int i = 0; i <= knobs.len() && sentence == ""; i++) begin
      if (i == knobs.len() || knobs[i] == "," || knobs[i] == " ") begin
        if (i > start) sentence = set_assignment(knobs.substr(start, i - 1));
        start = i + 1;
      end
    end
    return sentence;
  endfunction

  local function string set_assignment(string assignment);
    karat_status_e status;
    int at = -1;
    for (int i = assignment.len() - 1; i >= 0; i--) if (assignment[i] == "=") at = i;
    if (at < 1 || at == assignment.len() - 1)
      return {"knobs: \"", assignment, "\" is not allowed; write KNOB=VALUE, as in F=24"};
    set_knob(assignment.substr(0, at - 1), assignment.substr(at + 1, assignment.len() - 1), status);
    return status == KARAT_OK ? "" : last_error();
  endfunction

  function void set_rounding(input string key, input karat_rounding_e value, output karat_status_e status);
    set_knob(key, karat_rounding_name(value), status);
  endfunction

  function karat_status_e get_knob(input string key, output string value);
    return karat_status_e'(karat_dpi_get_knob(handle, key, value));
  endfunction

  function karat_status_e get_spec(output string json);
    return karat_status_e'(karat_dpi_get_spec(handle, json));
  endfunction

  function bit is_match(input bit [63:0] expected, input bit [63:0] got);
    int yes;
    if (karat_dpi_matches(handle, expected, got, yes) != 0) return 1'b0;
    return yes != 0;
  endfunction

  function string last_error();
    return karat_dpi_last_error();
  endfunction

  // Coverage since coverage_start (karat_tile_model): tiles sampled, reachable bins, holes (reachable bins
  // that at least one lane has not hit), and the percentage of reachable bins that are not holes.
  function karat_status_e coverage_get(output longint tiles, output int reachable, output int holes,
                                       output real percent);
    return karat_status_e'(karat_dpi_coverage_get(handle, tiles, reachable, holes, percent));
  endfunction

  // A readable report that lists at most `holes` holes.
  function karat_status_e coverage_report(input int holes, output string report);
    return karat_status_e'(karat_dpi_coverage_report(handle, holes, report));
  endfunction

  function karat_status_e coverage_save(input string path);
    return karat_status_e'(karat_dpi_coverage_save(handle, path));
  endfunction

  function void coverage_stop(output karat_status_e status);
    int code;
    karat_dpi_coverage_stop(handle, code);
    status = karat_status_e'(code);
  endfunction

  // Reads the shape of the open model. If `code` says that opening failed, sets everything to 0 instead: a
  // call with the null handle would replace the error message.
  local function void read_shape(inout int code);
    if (code != 0) begin
      {m, n, k, blocks, scales, a_bits, b_bits, c_bits, d_bits, scale_bits} = '0;
      {k_of_b, metadata_count, metadata_bits} = '0;
      return;
    end
    code = karat_dpi_get_shape(handle, m, n, k, blocks, scales, a_bits, b_bits, c_bits, d_bits, scale_bits);
    if (code == 0) code = karat_dpi_get_sparsity(handle, k_of_b, metadata_count, metadata_bits);
  endfunction
endclass
