// SPDX-License-Identifier: Apache-2.0
// The ports of a unit as the environment sees them, whatever their shape. Units of different shapes thus
// share all other classes. It is in uvm_config_db under "port".
virtual class karat_port extends uvm_object;
  karat_shape shape;
  karat_unit unit;  // null: nothing is known of the unit but the shape

  function new(string name = "karat_port");
    super.new(name);
    shape = new("shape");
  endfunction

  pure virtual task wait_clock();         // until the next rising edge
  pure virtual task wait_reset_change();
  pure virtual function logic reset_n();
  pure virtual function logic flush();    // the unit drops its requests at this edge
  pure virtual function logic valid_i();
  pure virtual function logic ready_o();
  pure virtual function logic valid_o();
  pure virtual function logic ready_i();
  pure virtual function logic [31:0] mode();
  // Whether one of these flags is X or Z in some lane, or, with per_tile, in the lowest bits.
  pure virtual function bit is_flag_unknown(bit [3:0] bits, bit per_tile);

  // These take effect after the present edge, and take no time.
  pure virtual task drive_idle();         // all that an active agent drives
  pure virtual task drive_request(karat_tile_item item);
  pure virtual task end_request();
  pure virtual task drive_ready(bit ready);

  // Store what is at the ports in an item whose shape is set. An X or Z in an operand sets is_unknown.
  pure virtual function void sample_request(karat_tile_item item);
  pure virtual function void sample_answer(karat_answer_item item);
endclass
