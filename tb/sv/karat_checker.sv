// SPDX-License-Identifier: Apache-2.0
// A scoreboard to bind to a unit that has karat's ports:
//
//   bind my_unit karat_checker #(.M(2), .N(2), .K(16), .ARCH("Hopper"), .INSTRUCTION("HMMA.16816.F32"))
//       checker_i (.scale_a_i('0), .scale_b_i('0), .metadata_i('0), .mode_i('0), .flags_o('0), .*);
//       // '0: ports that the unit lacks
//
// It samples operands and results at the handshakes and compares the results with the golden model, lane by
// lane, and the status flags that FLAGS names. It reports through $error:
// - the first MAX_REPORTS wrong tiles, with the text of the C++ scoreboard, and at the end the number of
//   wrong lanes, if there are more wrong tiles; likewise wrong flags;
// - a result without a request, and requests without a result;
// - X or Z on an operand, a handshake, the mode or a flag; a mode without a specification.
// A request with an X or Z in its operands or mode is not compared, nor are sticky flags from then on to the
// next reset. The model is INSTRUCTION (of ARCH), or SPEC, a specification as JSON text. With MODES it is
// that of the mode of the request. The testbench may read the counters.
module karat_checker #(
    parameter int unsigned M = 2,
    parameter int unsigned N = 2,
    parameter int unsigned K = 16,
    parameter int unsigned AW = 16,
    parameter int unsigned BW = 16,
    parameter int unsigned CW = 32,
    parameter int unsigned DW = 32,
    parameter int unsigned S = 0,   // scale factors per row or column; 0: none
    parameter int unsigned SW = 8,
    parameter int unsigned G = 0,   // elements of metadata per row; 0: none, else a column of B has 2K
    parameter string ARCH = "",
    parameter string INSTRUCTION = "",
    parameter string SPEC = "",
    parameter string MODES = "",    // "0:output_rounding=RNE;1:...": as karat_mode_list; "": no mode_i
    parameter int unsigned MODE_BITS = 1,
    parameter bit HAS_C = 1'b1,     // 0: the unit has no c, and c_i is ignored
    parameter bit [3:0] FLAGS = 4'd0,        // flags that the unit has: invalid, overflow, underflow, inexact
    parameter string FLAGS_PER = "lane",     // or "tile": one set, raised if any lane raises them
    parameter bit FLAGS_STICKY = 1'b0,       // they are those of all answers since the reset
    parameter string FLAGS_TINY = "",        // "before", "unbounded", "encoded": what is judged for underflow
    parameter string FLAGS_INEXACT = "sums", // or "roundings": alignments do not raise inexact
    parameter int unsigned MAX_REPORTS = 1,
    parameter bit MAY_END_EARLY = 1'b0,  // requests without a result at the end are no error
    parameter string COVERAGE = "",  // file to which the coverage is written at the end; "": not measured
    localparam int unsigned SE = S == 0 ? 1 : S,
    localparam int unsigned GE = G == 0 ? 1 : G,
    localparam int unsigned KB = G == 0 ? K : 2 * K,
    localparam int unsigned FM = FLAGS_PER == "tile" ? 1 : M,
    localparam int unsigned FN = FLAGS_PER == "tile" ? 1 : N
) (
    input logic clk_i,
    input logic rst_ni,
    input logic valid_i,
    input logic ready_o,
    input logic [M-1:0][K-1:0][AW-1:0] a_i,
    input logic [N-1:0][KB-1:0][BW-1:0] b_i,
    input logic [M-1:0][N-1:0][CW-1:0] c_i,
    input logic [M-1:0][SE-1:0][SW-1:0] scale_a_i,
    input logic [N-1:0][SE-1:0][SW-1:0] scale_b_i,
    input logic [M-1:0][GE-1:0][3:0] metadata_i,
    input logic [MODE_BITS-1:0] mode_i,
    input logic valid_o,
    input logic ready_i,
    input logic [FM-1:0][FN-1:0][3:0] flags_o,
    input logic [M-1:0][N-1:0][DW-1:0] d_o
);

  import karat_pkg::*;

  // What is wrong with the parameters; the simulation checks it too, because some tools only warn.
  localparam string MISUSE =
      FLAGS_PER != "lane" && FLAGS_PER != "tile" ? {"FLAGS_PER = ", FLAGS_PER, ": must be lane or tile"} :
      FLAGS_INEXACT != "sums" && FLAGS_INEXACT != "roundings" ?
          {"FLAGS_INEXACT = ", FLAGS_INEXACT, ": must be sums or roundings"} :
      FLAGS_TINY != "" && FLAGS_TINY != "before" && FLAGS_TINY != "unbounded" && FLAGS_TINY != "encoded" ?
          {"FLAGS_TINY = ", FLAGS_TINY, ": must be before, unbounded or encoded"} :
      FLAGS == 0 && (FLAGS_STICKY || FLAGS_PER != "lane") ?
          "FLAGS_STICKY or FLAGS_PER is set, but FLAGS names no flag" :
      MODE_BITS == 0 || MODE_BITS > 32 ? "MODE_BITS: must be 1 to 32" :
      MODES == "" && MODE_BITS != 1 ? "MODE_BITS is set, but MODES names no mode" : "";
  if (MISUSE != "") begin : g_misuse
    $fatal(1, "karat_checker: %s", MISUSE);
  end

  typedef struct packed {
    logic [M-1:0][K-1:0][AW-1:0] a;
    logic [N-1:0][KB-1:0][BW-1:0] b;
    logic [M-1:0][N-1:0][CW-1:0] c;
    logic [M-1:0][SE-1:0][SW-1:0] scale_a;
    logic [N-1:0][SE-1:0][SW-1:0] scale_b;
    logic [M-1:0][GE-1:0][3:0] metadata;
    logic [MODE_BITS-1:0] mode;
  } request_t;

  typedef karat_tile_model#(
      .M(int'(M)), .N(int'(N)), .K(int'(K)), .AW(int'(AW)),
      .BW(int'(BW)), .CW(int'(CW)), .DW(int'(DW)), .S(int'(S)), .SW(int'(SW)),
      .G(int'(G))
  ) model_t;

  model_t model;                 // of the mode that was selected last
  chandle handles[int unsigned]; // of the models, by mode; without modes only that of 0
  bit is_open = 1'b0;
  request_t pending[$];  // includes requests with an X or Z, which also get an answer
  longint unsigned tiles = 0;       // compared
  longint unsigned mismatches = 0;  // wrong lanes
  int unsigned wrong_tiles = 0;
  int unsigned unexpected = 0;      // results without a request
  int unsigned unknown_requests = 0;   // operands or modes with an X or Z; not compared
  int unsigned unknown_handshakes = 0; // cycles with an X or Z on valid or ready
  int unsigned unknown_modes = 0;   // requests in a mode that MODES does not name; not compared
  int unsigned unknown_flags = 0;   // cycles with an X or Z on a flag of a result that waits
  longint unsigned flags_compared = 0;    // sets of flags
  longint unsigned flag_mismatches = 0;   // wrong sets of flags
  int unsigned wrong_flag_tiles = 0;      // with wrong flags
  bit [3:0] wrong_flags = '0;             // that were wrong in some tile
  karat_flag_port_t flag_port;
  bit are_flags_known = 1'b1;       // sticky flags: no request since the reset was left out
  bit [M-1:0][N-1:0][3:0] since_reset = '0;  // sticky flags that the model raised
  bit has_before = 1'b0;
  bit [MODE_BITS-1:0] mode_before;  // of the result before

  initial begin : open
    automatic string sentence = "";
    automatic karat_mode_list modes = new;
    model = new;
    flag_port = '{bits: FLAGS, per_tile: FLAGS_PER == "tile", sticky: FLAGS_STICKY,
                  tiny: KARAT_TINY_DEFAULT, roundings: FLAGS_INEXACT == "roundings"};
    void'(karat_tiny_named(FLAGS_TINY, flag_port.tiny));
    if (MISUSE != "") sentence = MISUSE;
    else if (MODES == "") sentence = open_model(0, "");
    else sentence = modes.read(MODES, MODE_BITS);
    if (MODES != "" && sentence == "" && modes.values.size() == 0) sentence = "MODES names no mode";
    for (int i = 0; i < modes.values.size() && sentence == ""; i++) begin
      sentence = open_model(modes.values[i], modes.settings[i]);
      if (sentence != "") sentence = $sformatf("mode %0d: %s", modes.values[i], sentence);
    end
    is_open = sentence == "";
    if (!is_open) $fatal(1, "karat: %s", sentence);
  end

  function automatic string open_model(int unsigned mode, string settings);
    string sentence;
    karat_status_e status = KARAT_OK;
    model.handle = null;  // opening would close the one before
    sentence = model.open_mode(ARCH, INSTRUCTION, SPEC, settings);
    if (sentence != "") return sentence;
    sentence = MODES == "" ? model.check_ports() : model.check_rows();
    if (sentence == "" && MODES != "") model.record_mode(mode, status);
    if (sentence == "" && status == KARAT_OK && !HAS_C) model.without_c(status);
    if (sentence == "" && status == KARAT_OK && COVERAGE != "") model.coverage_start(status);
    if (status != KARAT_OK) return model.last_error();
    handles[mode] = model.handle;
    return sentence;
  endfunction

  /* verilator lint_off BLKSEQ */  // only the scoreboard reads its variables
  // Makes the model of a mode the present one. Returns whether there is one.
  function automatic bit select(int unsigned mode);
    if (handles.exists(mode) == 0) return 1'b0;
    model.handle = handles[mode];
    return 1'b1;
  endfunction

  // $sampled gives the values before the edge, whatever drives the ports. A zero-latency unit answers in the
  // cycle of the request, so the request is taken first. Requests in flight at a reset never get an answer.
  always @(posedge clk_i or negedge rst_ni) begin : watch
    if (!rst_ni) begin
      pending.delete();
      since_reset = '0;
      are_flags_known = 1'b1;
    end else if (is_open) begin
      if ($isunknown({$sampled(valid_i), $sampled(ready_o), $sampled(valid_o), $sampled(ready_i)})) begin
        unknown_handshakes++;
        if (unknown_handshakes == 1)
          $error("karat: valid or ready is X or Z after %0d tiles; it is treated as 0", tiles);
      end
      if ($sampled(valid_i) && $sampled(ready_o)) take_request();
      if ($sampled(valid_o) && $sampled(ready_i)) take_result();
      else if ($sampled(valid_o) && $isunknown($sampled(flags_o) & {FM * FN{FLAGS}})) begin
        unknown_flags++;
        if (unknown_flags == 1) $error("karat: a status flag is X or Z after %0d tiles", tiles);
      end
    end
  end

  function automatic void take_request();
    request_t request = '{a: $sampled(a_i), b: $sampled(b_i), c: HAS_C ? $sampled(c_i) : '0,
                          scale_a: $sampled(scale_a_i), scale_b: $sampled(scale_b_i),
                          metadata: $sampled(metadata_i), mode: MODES == "" ? '0 : $sampled(mode_i)};
    pending.push_back(request);
    if ($isunknown(request)) begin
      unknown_requests++;
      if (unknown_requests == 1)
        $error("karat: an operand or the mode is X or Z; the request is not compared");
    end else if (!select(32'(request.mode))) begin
      unknown_modes++;
      if (unknown_modes == 1)
        $error("karat: mode %0d has no specification (MODES); the request is not compared", request.mode);
    end else if (COVERAGE != "") cover_request(request);
  endfunction

  function automatic void cover_request(request_t request);
    karat_status_e status = KARAT_OK;
    void'(select(32'(request.mode)));
    model.coverage_sample(request.a, request.b, request.c, request.scale_a, request.scale_b, status,
                          request.metadata);
    if (status != KARAT_OK) $error("karat: %s", model.last_error());
  endfunction

  function automatic void take_result();
    request_t request;
    if (pending.size() == 0) begin
      unexpected++;
      if (unexpected == 1) $error("karat: a result without a request, after %0d tiles", tiles);
      return;
    end
    request = pending.pop_front();
    if ($isunknown(request) || !select(32'(request.mode))) begin
      are_flags_known = !FLAGS_STICKY;
      return;
    end
    if (FLAGS != 0 && are_flags_known) compare_flags(request);
    compare_result(request);  // it may try other modes
    tiles++;
    has_before = 1'b1;
    mode_before = request.mode;
  endfunction

  function automatic void compare_result(request_t request);
    int wrong = 0;
    string report = "";
    karat_status_e status = model.compare(tiles, request.a, request.b, request.c, request.scale_a,
                                          request.scale_b, $sampled(d_o), wrong, report, request.metadata);
    if (status == KARAT_OK) return;
    if (status != KARAT_MISMATCH) begin
      $error("karat: %s", model.last_error());
      return;
    end
    wrong_tiles++;
    mismatches += longint'(wrong);
    if (wrong_tiles > MAX_REPORTS) return;
    if (MODES == "") $error("karat: %s", report);
    else $error("karat: mode %0d: %s%s", request.mode, report, other_mode(request));
  endfunction

  // A line that says for which other mode a wrong result is right; "" if for none. A unit that takes the mode
  // in the wrong cycle computes in that of a neighbour.
  function automatic string other_mode(request_t request);
    if (has_before && is_right_in(32'(mode_before), request))
      return $sformatf("the result is right for mode %0d, that of the request before\n", mode_before);
    if (pending.size() != 0 && is_right_in(32'(pending[0].mode), request))
      return $sformatf("the result is right for mode %0d, that of the request after\n", pending[0].mode);
    foreach (handles[mode])
      if (is_right_in(mode, request)) return $sformatf("the result is right for mode %0d\n", mode);
    return "";
  endfunction

  function automatic bit is_right_in(int unsigned mode, request_t request);
    int wrong = 0;
    string report = "";
    karat_status_e status;
    if (mode == 32'(request.mode) || !select(mode)) return 1'b0;
    // -1: a trial, which no record of the answers has
    status = model.compare(-64'sd1, request.a, request.b, request.c, request.scale_a, request.scale_b,
                           $sampled(d_o), wrong, report, request.metadata);
    return status == KARAT_OK;
  endfunction

  function automatic void compare_flags(request_t request);
    bit [M-1:0][N-1:0][3:0] wrong = '0;
    bit [M-1:0][N-1:0][3:0] kept = since_reset;  // in Verilator 5.006 an argument must be local
    int count = 0;
    string report = "";
    karat_status_e status = model.compare_flags(
        tiles, request.a, request.b, request.c, request.scale_a, request.scale_b, flag_port,
        (M*N*4)'($sampled(flags_o)), kept, wrong, count, report, request.metadata);
    since_reset = kept;
    flags_compared += longint'(FM * FN);
    if (status == KARAT_OK) return;
    if (status != KARAT_MISMATCH) begin
      $error("karat: %s", model.last_error());
      return;
    end
    wrong_flag_tiles++;
    flag_mismatches += longint'(count);
    for (int unsigned i = 0; i < M * N; i++) wrong_flags |= wrong[i/N][i%N];
    if (wrong_flag_tiles > MAX_REPORTS) return;
    if (MODES == "") $error("karat: %s", report);
    else $error("karat: mode %0d: %s", request.mode, report);
  endfunction

  // Reports the counts and the requests without a result. Called at the end of the simulation, or by the
  // testbench before it gives up.
  bit reported = 1'b0;
  function automatic void report_end();
    if (reported) return;
    reported = 1'b1;
    $display("karat: %0d tiles, %0d lanes compared, %0d mismatches", tiles, tiles * longint'(M * N),
             mismatches);
    if (FLAGS != 0) $display("karat: flags: %0d compared, %0d mismatches", flags_compared, flag_mismatches);
    if (mismatches != 0 && karat_record_hint() != "") $display("karat: %s", karat_record_hint());
    if (wrong_tiles > MAX_REPORTS)
      $error("karat: %0d lanes of %0d tiles are wrong, %0d tiles reported", mismatches, wrong_tiles,
             MAX_REPORTS);
    if (wrong_flag_tiles > MAX_REPORTS)
      $error("karat: the flags of %0d tiles are wrong (%s), %0d tiles reported", wrong_flag_tiles,
             karat_flag_names(wrong_flags), MAX_REPORTS);
    if (unknown_requests > 1)
      $error("karat: %0d requests with an X or Z operand or mode were not compared", unknown_requests);
    if (unknown_modes > 1) $error("karat: %0d requests in other modes were not compared", unknown_modes);
    if (unknown_handshakes > 1) $error("karat: valid or ready was X or Z in %0d cycles", unknown_handshakes);
    if (pending.size() != 0 && !MAY_END_EARLY) $error("karat: %0d requests have no result", pending.size());
    if (unexpected > 1) $error("karat: %0d results without a request", unexpected);
    if (COVERAGE != "" && is_open) foreach (handles[mode]) save_coverage(mode);
  endfunction
  /* verilator lint_on BLKSEQ */

  // "cov.json" is "cov_mode3.json" for mode 3, as in `karat check`.
  function automatic void save_coverage(int unsigned mode);
    string path = MODES == "" ? COVERAGE : karat_with_suffix(COVERAGE, $sformatf("_mode%0d", mode));
    if (karat_dpi_coverage_save(handles[mode], path) != 0) $error("karat: %s", model.last_error());
  endfunction

  final report_end();

endmodule
