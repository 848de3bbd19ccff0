// SPDX-License-Identifier: Apache-2.0
// One lane of an integer dot-add in a pipeline that never stalls. Its answers wait in a queue. A tile is
// accepted if the queue has room for its answer. A fault shows only in certain traffic.
module traffic_unit #(
    // 0 none
    // 1 after 16 cycles of stall while full, one more tile is accepted, and lost
    // 2 an answer that waited while the unit was idle is overwritten by the next one
    // 3 the pipeline is not reset: old answers follow a reset
    // 4 the unit needs an idle cycle after 100 tiles at most; without it the operand a is not loaded
    // 5 after exactly one cycle without an offer the operand a is not loaded
    // 6 after an answer that waited for exactly one cycle the next one is wrong
    parameter int FAULT = 0
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic                 valid_i,
    output logic                 ready_o,
    input  logic [0:0][3:0][7:0] a_i,
    input  logic [0:0][3:0][7:0] b_i,
    input  logic [0:0][0:0][31:0] c_i,
    output logic                 valid_o,
    input  logic                 ready_i,
    output logic [0:0][0:0][31:0] d_o
);
  localparam int Stages = 4;
  localparam int Depth = 8;

  // Tiles that were accepted and whose answers were not taken.
  logic [3:0] held_q;
  logic [3:0] stalled_q;
  logic accept, take, full, reopened;
  assign full     = held_q == 4'(Depth);
  assign reopened = FAULT == 1 && full && stalled_q == 4'd15;
  assign ready_o  = !full || reopened;
  assign accept   = valid_i && ready_o;
  assign take     = valid_o && ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q    <= '0;
      stalled_q <= '0;
    end else begin
      held_q    <= held_q + 4'(accept && !reopened) - 4'(take);
      stalled_q <= full && !ready_i ? stalled_q + 4'd1 : '0;
    end
  end

  // Fault 4 counts the tiles since the last idle cycle.
  logic [6:0] busy_q;
  logic [3:0][7:0] a_q, a;
  logic stale;
  logic [1:0] offered_q;
  assign stale = (FAULT == 4 && busy_q == 7'd100) || (FAULT == 5 && offered_q == 2'b10);
  assign a     = stale ? a_q : a_i[0];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q    <= '0;
      offered_q <= '0;
      a_q       <= '0;
    end else begin
      offered_q <= {offered_q[0], valid_i};
      busy_q <= !accept ? '0 : stale ? busy_q : busy_q + 7'd1;
      if (accept) a_q <= a;
    end
  end

  logic [31:0] sum;
  always_comb begin
    sum = c_i[0][0];
    for (int k = 0; k < 4; k++) sum += 32'(signed'(a[k])) * 32'(signed'(b_i[0][k]));
  end

  // The pipeline.
  logic [Stages-1:0] valid_q;
  logic [Stages-1:0][31:0] sum_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) valid_q <= FAULT == 3 ? valid_q : '0;
    else valid_q <= {valid_q[Stages-2:0], accept && !reopened};
  always_ff @(posedge clk_i) sum_q <= {sum_q[Stages-2:0], sum};

  // The queue of answers.
  logic [Depth-1:0][31:0] queue_q;
  logic [2:0] read_q, write_q;
  logic [3:0] count_q;
  logic idle_q;
  logic [1:0] waited_q;  // cycles, up to 2
  logic waited_one_q;    // the answer before did
  logic push;
  assign push    = valid_q[Stages-1];
  assign valid_o = count_q != '0;
  assign d_o     = queue_q[read_q] ^ 32'(FAULT == 6 && waited_one_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q  <= '0;
      write_q <= '0;
      count_q <= '0;
      idle_q  <= 1'b0;
      waited_q     <= '0;
      waited_one_q <= 1'b0;
    end else begin
      waited_q <= !valid_o || ready_i ? '0 : waited_q == 2'd2 ? 2'd2 : waited_q + 2'd1;
      if (take) waited_one_q <= waited_q == 2'd1;
      read_q  <= read_q + 3'(take);
      write_q <= write_q + 3'(push);
      count_q <= count_q + 4'(push) - 4'(take);
      idle_q  <= !take && (idle_q || (valid_o && !ready_i && !valid_i && valid_q == '0));
    end
  end
  always_ff @(posedge clk_i) begin
    if (push) queue_q[write_q] <= sum_q[Stages-1];
    if (push && FAULT == 2 && idle_q && !take) queue_q[read_q] <= sum_q[Stages-1];
  end
endmodule
