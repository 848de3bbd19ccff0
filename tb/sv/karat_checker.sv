// SPDX-License-Identifier: Apache-2.0
// A scoreboard to bind to a unit that has karat's ports:
//
//   bind my_unit karat_checker #(.M(2), .N(2), .K(16), .ARCH("Hopper"), .INSTRUCTION("HMMA.16816.F32"))
//       checker_i (.scale_a_i('0), .scale_b_i('0), .metadata_i('0), .*);  // '0: ports that the unit lacks
//
// It samples operands and results at the handshakes and compares the results with the golden model, lane by
// lane. It reports through $error:
// - the first MAX_REPORTS wrong tiles, with the text of the C++ scoreboard, and at the end the number of
//   wrong lanes, if there are more wrong tiles;
// - a result without a request, and requests without a result;
// - X or Z on an operand or a handshake.
// A request with an X or Z in its operands is not compared. The model is INSTRUCTION (of ARCH), or SPEC, a
// specification as JSON text. The testbench may read the counters.
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
    parameter int unsigned MAX_REPORTS = 1,
    parameter bit MAY_END_EARLY = 1'b0,  // requests without a result at the end are no error
    parameter string COVERAGE = "",  // file to which the coverage is written at the end; "": not measured
    localparam int unsigned SE = S == 0 ? 1 : S,
    localparam int unsigned GE = G == 0 ? 1 : G,
    localparam int unsigned KB = G == 0 ? K : 2 * K
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
    input logic valid_o,
    input logic ready_i,
    input logic [M-1:0][N-1:0][DW-1:0] d_o
);

  import karat_pkg::*;

  typedef struct packed {
    logic [M-1:0][K-1:0][AW-1:0] a;
    logic [N-1:0][KB-1:0][BW-1:0] b;
    logic [M-1:0][N-1:0][CW-1:0] c;
    logic [M-1:0][SE-1:0][SW-1:0] scale_a;
    logic [N-1:0][SE-1:0][SW-1:0] scale_b;
    logic [M-1:0][GE-1:0][3:0] metadata;
  } request_t;

  typedef karat_tile_model#(
      .M(int'(M)), .N(int'(N)), .K(int'(K)), .AW(int'(AW)),
      .BW(int'(BW)), .CW(int'(CW)), .DW(int'(DW)), .S(int'(S)), .SW(int'(SW)),
      .G(int'(G))
  ) model_t;

  model_t model;
  bit is_open = 1'b0;
  request_t pending[$];  // includes requests with an X or Z, which also get an answer
  longint unsigned tiles = 0;       // compared
  longint unsigned mismatches = 0;  // wrong lanes
  int unsigned wrong_tiles = 0;
  int unsigned unexpected = 0;      // results without a request
  int unsigned unknown_requests = 0;   // operands with an X or Z; not compared
  int unsigned unknown_handshakes = 0; // cycles with an X or Z on valid or ready

  initial begin : open
    automatic karat_status_e status = KARAT_OK;
    automatic string sentence = "";
    model = new;
    if (SPEC != "") model.open_spec(SPEC, status);
    else model.open_instruction(ARCH, INSTRUCTION, status);
    sentence = status == KARAT_OK ? model.check_ports() : model.last_error();
    is_open = sentence == "";
    if (!is_open) $fatal(1, "karat: %s", sentence);
    if (is_open && COVERAGE != "") begin
      model.coverage_start(status);
      if (status != KARAT_OK) $error("karat: %s", model.last_error());
    end
  end

  // $sampled gives the values before the edge, whatever drives the ports. A zero-latency unit answers in the
  // cycle of the request, so the request is taken first. Requests in flight at a reset never get an answer.
  always @(posedge clk_i or negedge rst_ni) begin : watch
    if (!rst_ni) begin
      pending.delete();
    end else if (is_open) begin
      if ($isunknown({$sampled(valid_i), $sampled(ready_o), $sampled(valid_o), $sampled(ready_i)})) begin
        unknown_handshakes++;
        if (unknown_handshakes == 1)
          $error("karat: valid or ready is X or Z after %0d tiles; it is treated as 0", tiles);
      end
      if ($sampled(valid_i) && $sampled(ready_o)) take_request();
      if ($sampled(valid_o) && $sampled(ready_i)) take_result();
    end
  end

  /* verilator lint_off BLKSEQ */  // only the scoreboard reads its variables
  function automatic void take_request();
    request_t request = '{a: $sampled(a_i), b: $sampled(b_i), c: $sampled(c_i),
                          scale_a: $sampled(scale_a_i), scale_b: $sampled(scale_b_i),
                          metadata: $sampled(metadata_i)};
    if ($isunknown(request)) begin
      unknown_requests++;
      if (unknown_requests == 1) $error("karat: an operand is X or Z; the request is not compared");
    end
    pending.push_back(request);
    if (COVERAGE != "" && !$isunknown(request)) cover_request(request);
  endfunction

  function automatic void cover_request(request_t request);
    karat_status_e status = KARAT_OK;
    model.coverage_sample(request.a, request.b, request.c, request.scale_a, request.scale_b, status,
                          request.metadata);
    if (status != KARAT_OK) $error("karat: %s", model.last_error());
  endfunction

  function automatic void take_result();
    request_t request;
    karat_status_e status;
    int wrong = 0;
    string report = "";
    if (pending.size() == 0) begin
      unexpected++;
      if (unexpected == 1) $error("karat: a result without a request, after %0d tiles", tiles);
      return;
    end
    request = pending.pop_front();
    if ($isunknown(request)) return;
    status = model.compare(tiles, request.a, request.b, request.c, request.scale_a, request.scale_b,
                           $sampled(d_o), wrong, report, request.metadata);
    tiles++;
    if (status == KARAT_OK) return;
    if (status != KARAT_MISMATCH) begin
      $error("karat: %s", model.last_error());
      return;
    end
    wrong_tiles++;
    mismatches += longint'(wrong);
    if (wrong_tiles <= MAX_REPORTS) $error("karat: %s", report);
  endfunction

  // Reports the counts and the requests without a result. Called at the end of the simulation, or by the
  // testbench before it gives up.
  bit reported = 1'b0;
  function automatic void report_end();
    if (reported) return;
    reported = 1'b1;
    $display("karat: %0d tiles, %0d lanes compared, %0d mismatches", tiles, tiles * longint'(M * N),
             mismatches);
    if (wrong_tiles > MAX_REPORTS)
      $error("karat: %0d lanes of %0d tiles are wrong, %0d tiles reported", mismatches, wrong_tiles,
             MAX_REPORTS);
    if (unknown_requests > 1)
      $error("karat: %0d requests with an X or Z operand were not compared", unknown_requests);
    if (unknown_handshakes > 1) $error("karat: valid or ready was X or Z in %0d cycles", unknown_handshakes);
    if (pending.size() != 0 && !MAY_END_EARLY) $error("karat: %0d requests have no result", pending.size());
    if (unexpected > 1) $error("karat: %0d results without a request", unexpected);
    if (COVERAGE != "" && is_open) begin
      if (karat_dpi_coverage_save(model.handle, COVERAGE) != 0) $error("karat: %s", model.last_error());
    end
  endfunction
  /* verilator lint_on BLKSEQ */

  final report_end();

endmodule
