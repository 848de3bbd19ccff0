// SPDX-License-Identifier: Apache-2.0
// The golden model for items of any shape.
class karat_uvm_model extends karat_model;
  karat_spec spec;
  karat_shape shape;          // of a tile: the lanes of the ports, all else from the specification
  bit is_collecting = 1'b0;   // coverage

  // Opens `spec` for tiles of `lanes.m` x `lanes.n`, for a unit with or without c. Returns "", or a sentence.
  virtual function string open(karat_spec spec, karat_shape lanes, bit has_c = 1'b1);
    karat_status_e status;
    string sentence = "";
    this.spec = spec;
    if (spec.json != "") open_spec(spec.json, status);
    else open_instruction(spec.arch, spec.instruction, status);
    if (status != KARAT_OK) return last_error();
    sentence = set_knobs(spec.knobs);
    if (sentence != "") return sentence;
    if (!has_c) without_c(status);
    if (status != KARAT_OK) return last_error();
    shape = new("shape");
    shape.m = lanes.m;
    shape.n = lanes.n;
    shape.k = k;
    shape.aw = a_bits;
    shape.bw = b_bits;
    shape.cw = c_bits;
    shape.dw = d_bits;
    shape.s = scales;
    shape.sw = scale_bits == 0 ? 8 : scale_bits;
    shape.g = metadata_count;
    return room();
  endfunction

  protected virtual function string room();
    karat_tile_item item = new("largest");
    int unsigned most = 0;
    item.set_shape(shape);
    if (item.a.words.size() > most) most = item.a.words.size();
    if (item.b.words.size() > most) most = item.b.words.size();
    if (item.c.words.size() > most) most = item.c.words.size();
    if ((shape.m * shape.n * shape.dw + 31) / 32 > most) most = (shape.m * shape.n * shape.dw + 31) / 32;
    if ((shape.m * shape.n * 4 + 31) / 32 > most) most = (shape.m * shape.n * 4 + 31) / 32;
    if (most <= karat_frame::MOST) return "";
    return $sformatf("an operand has %0d words of 32 bits: compile with +define+KARAT_MAX_WORDS=%0d", most,
                     most);
  endfunction

  // A tile item of the model's shape.
  virtual function karat_tile_item new_item(bit [31:0] mode = '0);
    karat_tile_item item = karat_tile_item::type_id::create("item");
    item.set_shape(shape);
    item.mode = mode;
    return item;
  endfunction

  // The golden answer.
  virtual function karat_status_e answer(karat_tile_item item, karat_answer_item into);
    int code;
    karat_frame::load(item);
    code = karat_dpi_tile_sparse(handle, shape.m, shape.n, karat_frame::a, karat_frame::b, karat_frame::c,
                                 karat_frame::scale_a, karat_frame::scale_b, karat_frame::metadata,
                                 karat_frame::d);
    into.set_shape(shape);
    foreach (into.d.words[i]) into.d.words[i] = karat_frame::d[i];
    trim(into.d);
    return karat_status_e'(code);
  endfunction

  // Compares an answer lane by lane, with the code of the C++ scoreboard. `number` is the tile number in the
  // report.
  virtual function karat_status_e compare(longint number, karat_tile_item item, karat_answer_item got,
                                          output int mismatches, output string report);
    int code;
    karat_frame::load(item);
    foreach (got.d.words[i]) karat_frame::d[i] = got.d.words[i];
    foreach (got.unknown.words[i]) karat_frame::unknown[i] = got.unknown.words[i];
    code = karat_dpi_compare_sparse(handle, number, shape.m, shape.n, karat_frame::a, karat_frame::b,
                                    karat_frame::c, karat_frame::scale_a, karat_frame::scale_b,
                                    karat_frame::metadata, karat_frame::d, karat_frame::unknown, mismatches,
                                    report);
    return karat_status_e'(code);
  endfunction

  // The golden flags of this tile, and of no other one.
  virtual function karat_status_e flags_of(karat_tile_item item, karat_flag_port_t port, karat_matrix into);
    int code;
    karat_frame::load(item);
    code = karat_dpi_tile_flags(handle, shape.m, shape.n, karat_frame::a, karat_frame::b, karat_frame::c,
                                karat_frame::scale_a, karat_frame::scale_b, karat_frame::metadata,
                                int'(port.bits), int'(port.per_tile), int'(port.sticky), int'(port.tiny),
                                int'(port.roundings), karat_frame::flags);
    into.resize(port.per_tile ? 1 : shape.m, port.per_tile ? 1 : shape.n, 4);
    foreach (into.words[i]) into.words[i] = karat_frame::flags[i];
    trim(into);
    return karat_status_e'(code);
  endfunction

  // Compares the flags of an answer. `since_reset`: the sticky flags that the model raised before; those of
  // this tile are added. `wrong`: the flags that differ in some lane, `mismatches`: the sets that do.
  virtual function karat_status_e compare_flags(longint number, karat_tile_item item, karat_answer_item got,
                                                karat_flag_port_t port, karat_matrix since_reset,
                                                output bit [3:0] wrong, output int mismatches,
                                                output string report);
    int code;
    karat_frame::load(item);
    foreach (got.flags.words[i]) karat_frame::flags[i] = got.flags.words[i];
    foreach (got.unknown_flags.words[i]) karat_frame::unknown_flags[i] = got.unknown_flags.words[i];
    foreach (since_reset.words[i]) karat_frame::since_reset[i] = since_reset.words[i];
    code = karat_dpi_compare_flags(
        handle, number, shape.m, shape.n, karat_frame::a, karat_frame::b, karat_frame::c,
        karat_frame::scale_a, karat_frame::scale_b, karat_frame::metadata, int'(port.bits),
        int'(port.per_tile), int'(port.sticky), int'(port.tiny), int'(port.roundings), karat_frame::flags,
        karat_frame::unknown_flags, karat_frame::since_reset, karat_frame::wrong, mismatches, report);
    foreach (since_reset.words[i]) since_reset.words[i] = karat_frame::since_reset[i];
    wrong = '0;
    if (code == int'(KARAT_MISMATCH))
      for (int i = 0; i < (port.per_tile ? 1 : shape.m * shape.n); i++)
        wrong |= karat_frame::wrong[i/8][4*(i%8)+:4];
    return karat_status_e'(code);
  endfunction

  // Starts collecting the model's own coverage, unless already started.
  virtual function karat_status_e collect();
    int code = 0;
    if (!is_collecting) karat_dpi_coverage_start(handle, shape.m, shape.n, code);
    is_collecting = code == 0;
    return karat_status_e'(code);
  endfunction

  virtual function karat_status_e sample(karat_tile_item item);
    int code;
    karat_frame::load(item);
    karat_dpi_coverage_sample_sparse(handle, shape.m, shape.n, karat_frame::a, karat_frame::b,
                                     karat_frame::c, karat_frame::scale_a, karat_frame::scale_b,
                                     karat_frame::metadata, code);
    return karat_status_e'(code);
  endfunction

  // lanes[bin]: number of lanes of the tile that hit the bin, for `count` bins (karat_bins_pkg).
  virtual function karat_status_e bins_of(karat_tile_item item, int count, output int unsigned lanes[]);
    int code = 0;
    lanes = new[count];
    karat_frame::load(item);
    for (int first = 0; first < count && code == 0; first += karat_frame::MOST) begin
      code = karat_dpi_tile_bins_sparse(handle, shape.m, shape.n, karat_frame::a, karat_frame::b,
                                        karat_frame::c, karat_frame::scale_a, karat_frame::scale_b,
                                        karat_frame::metadata, first, karat_frame::hits);
      for (int i = 0; i < karat_frame::MOST && first + i < count; i++) lanes[first+i] = karat_frame::hits[i];
    end
    return karat_status_e'(code);
  endfunction

  // Bits of the last word beyond the matrix are 0.
  protected virtual function void trim(karat_matrix matrix);
    int unsigned bits = matrix.lines * matrix.elements * matrix.width;
    if (bits % 32 != 0) matrix.words[bits/32] &= (32'h1 << (bits % 32)) - 1;
  endfunction
endclass
