// SPDX-License-Identifier: Apache-2.0
// A packed vector as the words of a matrix, and back.
class karat_packed #(int W = 32);
  localparam int COUNT = (W + 31) / 32;

  static function void get(logic [W-1:0] flat, karat_matrix into);
    bit [32*COUNT-1:0] wide = (32*COUNT)'(flat);  // X and Z become 0
    foreach (into.words[i]) if (i < COUNT) into.words[i] = wide[32*i+:32];
  endfunction

  static function bit [W-1:0] put(karat_matrix from);
    bit [32*COUNT-1:0] wide = '0;
    foreach (from.words[i]) if (i < COUNT) wide[32*i+:32] = from.words[i];
    return wide[W-1:0];
  endfunction
endclass

// The port of a karat_tile_if with these parameters.
class karat_tile_port #(int M = 2, int N = 2, int K = 16, int AW = 16, int BW = 16, int CW = 32, int DW = 32,
                        int S = 0, int SW = 8, int G = 0)
    extends karat_port;
  typedef virtual karat_tile_if #(.M(M), .N(N), .K(K), .AW(AW), .BW(BW), .CW(CW), .DW(DW), .S(S), .SW(SW),
                                  .G(G)) vif_t;
  localparam int SE = S == 0 ? 1 : S;
  localparam int GE = G == 0 ? 1 : G;
  localparam int KB = G == 0 ? K : 2 * K;
  protected vif_t vif;

  function new(string name = "karat_tile_port", vif_t vif = null, karat_unit unit = null);
    super.new(name);
    this.vif = vif;
    this.unit = unit;
    shape.m = M;
    shape.n = N;
    shape.k = K;
    shape.aw = AW;
    shape.bw = BW;
    shape.cw = CW;
    shape.dw = DW;
    shape.s = S;
    shape.sw = SW;
    shape.g = G;
  endfunction

  // Makes the interface the port of the environments that `path` names, as in uvm_config_db. A second
  // interface for the same path is a UVM_FATAL. `unit`: what is known of the unit.
  static function void publish(vif_t vif, string path, karat_unit unit = null);
    karat_tile_port #(M, N, K, AW, BW, CW, DW, S, SW, G) port = new(path, vif, unit);
    if (karat_ports::add(path)) uvm_config_db#(karat_port)::set(null, path, "port", port);
  endfunction

  // For the module of `karat adapter --watch uvm`; `scope` is its %m. Environments choose the watch by the
  // path of the unit that it is bound to (karat_env_config::watch).
  static function void publish_watch(vif_t vif, string scope, karat_unit unit = null);
    string path = karat_ports::parent_of(karat_ports::parent_of(scope));
    karat_tile_port #(M, N, K, AW, BW, CW, DW, S, SW, G) port = new(path, vif, unit);
    karat_ports::add_watch(path, port);
  endfunction

  virtual task wait_clock();
    @(posedge vif.clk_i);
  endtask
  virtual task wait_reset_change();
    @(vif.rst_ni);
  endtask
  virtual function logic reset_n();
    return vif.rst_ni;
  endfunction
  virtual function logic flush();
    return vif.flush_i;
  endfunction
  virtual function logic valid_i();
    return vif.valid_i;
  endfunction
  virtual function logic ready_o();
    return vif.ready_o;
  endfunction
  virtual function logic valid_o();
    return vif.valid_o;
  endfunction
  virtual function logic ready_i();
    return vif.ready_i;
  endfunction
  virtual function logic [31:0] mode();
    return vif.mode_i;
  endfunction

  virtual function bit is_flag_unknown(bit [3:0] bits, bit per_tile);
    if (per_tile) return $isunknown(vif.flags_o[0][0] & bits);
    return $isunknown(vif.flags_o & {M*N{bits}});
  endfunction

  virtual task drive_idle();
    vif.valid_i <= 1'b0;
    vif.ready_i <= 1'b0;
    vif.mode_i <= '0;
    vif.a_i <= '0;
    vif.b_i <= '0;
    vif.c_i <= '0;
    vif.scale_a_i <= '0;
    vif.scale_b_i <= '0;
    vif.metadata_i <= '0;
  endtask

  virtual task drive_request(karat_tile_item item);
    vif.valid_i <= 1'b1;
    vif.mode_i <= item.mode;
    vif.a_i <= karat_packed#(M*K*AW)::put(item.a);
    vif.b_i <= karat_packed#(N*KB*BW)::put(item.b);
    vif.c_i <= karat_packed#(M*N*CW)::put(item.c);
    vif.scale_a_i <= karat_packed#(M*SE*SW)::put(item.scale_a);
    vif.scale_b_i <= karat_packed#(N*SE*SW)::put(item.scale_b);
    vif.metadata_i <= karat_packed#(M*GE*4)::put(item.metadata);
  endtask

  virtual task end_request();
    vif.valid_i <= 1'b0;
  endtask

  virtual task drive_ready(bit ready);
    vif.ready_i <= ready;
  endtask

  virtual function void sample_request(karat_tile_item item);
    item.is_unknown = $isunknown(vif.a_i) || $isunknown(vif.b_i) || $isunknown(vif.c_i) ||
                      (S != 0 && ($isunknown(vif.scale_a_i) || $isunknown(vif.scale_b_i))) ||
                      (G != 0 && $isunknown(vif.metadata_i));
    karat_packed#(M*K*AW)::get(vif.a_i, item.a);
    karat_packed#(N*KB*BW)::get(vif.b_i, item.b);
    karat_packed#(M*N*CW)::get(vif.c_i, item.c);
    karat_packed#(M*SE*SW)::get(vif.scale_a_i, item.scale_a);
    karat_packed#(N*SE*SW)::get(vif.scale_b_i, item.scale_b);
    karat_packed#(M*GE*4)::get(vif.metadata_i, item.metadata);
  endfunction

  virtual function void sample_answer(karat_answer_item item);
    logic [M*N*DW-1:0] flat = vif.d_o;
    logic [M*N*4-1:0] flags = vif.flags_o;
    karat_packed#(M*N*DW)::get(flat, item.d);
    item.unknown.fill(0);
    if ($isunknown(flat)) begin
      for (int i = 0; i < M * N * DW; i++) item.unknown.words[i/32][i%32] = $isunknown(flat[i]);
    end
    karat_packed#(M*N*4)::get(flags, item.flags);
    item.unknown_flags.fill(0);
    if ($isunknown(flags)) begin
      for (int i = 0; i < M * N * 4; i++) item.unknown_flags.words[i/32][i%32] = $isunknown(flags[i]);
    end
  endfunction
endclass
