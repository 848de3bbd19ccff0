// SPDX-License-Identifier: Apache-2.0
// The library's stimulus as items: the tiles of `karat check --stimulus KIND --seed SEED`.
class karat_uvm_stimulus;
  string operand_class = "";  // of the last tile
  protected chandle handle;

  // Closes the stimulus that was open before. KARAT_BAD_NAME: there is no such kind.
  virtual function karat_status_e open(karat_uvm_model model, string kind, longint seed);
    int code;
    void'(close());
    karat_dpi_stimulus_open(model.handle, kind, model.shape.m, model.shape.n, seed, handle, code);
    return karat_status_e'(code);
  endfunction

  // Sets the operands of an item of the model's shape. KARAT_END: there are no more tiles.
  virtual function karat_status_e next(karat_tile_item item);
    int code;
    string name;
    karat_dpi_stimulus_next_sparse(handle, karat_frame::a, karat_frame::b, karat_frame::c,
                                   karat_frame::scale_a, karat_frame::scale_b, karat_frame::metadata, name,
                                   code);
    operand_class = name;
    if (code == 0) karat_frame::unload(item);
    return karat_status_e'(code);
  endfunction

  virtual function karat_status_e close();
    int code = 0;
    if (handle != null) karat_dpi_stimulus_close(handle, code);
    handle = null;
    return karat_status_e'(code);
  endfunction
endclass
