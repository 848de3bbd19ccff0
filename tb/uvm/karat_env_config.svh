// SPDX-License-Identifier: Apache-2.0
// The configuration of an environment, in uvm_config_db under "cfg"; one object for each environment.
// from_plusargs() overrides it from the command line (karat_plusargs.svh).

// When it is no error that a scoreboard compared nothing.
typedef enum {
  KARAT_IDLE_IF_NOT_SENT,  // if the environment sent no tile: in a chip's test that leaves the unit alone
  KARAT_IDLE_NEVER,
  KARAT_IDLE_ALWAYS
} karat_idle_e;

class karat_env_config extends uvm_object;
  // What the unit computes with. A unit with modes has one specification for each value of mode_i
  // (add_mode); `spec` is then what the modes have in common. What is empty here, the environment takes from
  // the unit's contract (complete).
  karat_spec spec;
  karat_spec modes[int unsigned];
  karat_flags_config flags;            // the unit's status flags; null: as the contract says, otherwise none

  bit has_c = 1'b1;                    // 0, here or in the contract: no input c, so c is +0 in every tile

  int unsigned count = 1000;           // tiles of a sequence
  string stimulus_class = "";          // kind of stimulus for a sequence without its own; "": mixed
  bit has_stimulus_seed = 1'b0;        // 0: the seed is drawn from the simulator's random numbers
  longint stimulus_seed = 0;
  int unsigned max_idle = 2;           // most cycles between two requests
  int unsigned stall_percent = 25;     // percentage of cycles with ready_i at 0, unless items say otherwise
  int unsigned resets = 0;             // resets while a sequence runs, at random times
  int unsigned reset_at = 0;           // a reset in this cycle; 0: none
  bit sync_reset = 1'b0;               // the unit's reset is synchronous: only clock edges see it
  int unsigned drain_cycles = 1000;    // most cycles to wait for the last answers
  int unsigned settle_cycles = 20;     // cycles after them in which a further answer is still an error
  // most cycles to wait for ready_o, for an answer, or for the end of a reset; 0: no limit; a passive agent
  // has none
  int unsigned patience = 10000;
  int unsigned max_reports = 5;        // most wrong tiles that are reported individually
  uvm_severity mismatch_severity = UVM_ERROR;
  karat_idle_e may_be_idle = KARAT_IDLE_IF_NOT_SENT;
  string coverage_file = "";           // file to which the model's coverage is written at the end
  string bins_file = "";               // file for the names and hits of the covergroups' bins
  uvm_active_passive_enum is_active = UVM_ACTIVE;
  string watch = "";                   // the unit's instance in which `karat adapter --watch uvm` put a watch
  bit en_scb = 1'b1;                   // compare
  bit en_cov = 1'b1;                   // sample coverage of what was compared

  // The state of the run.
  karat_shape shape;                   // of the ports
  longint unsigned sent = 0;           // requests that the driver has offered
  longint unsigned due = '1;           // requests that need an answer by the end: the first so many
  protected karat_uvm_model models[string];  // open, by specification

  `uvm_object_utils(karat_env_config)

  function new(string name = "karat_env_config");
    super.new(name);
    spec = new("spec");
  endfunction

  virtual function void from_plusargs();
    karat_plusargs::apply(this);
  endfunction

  // The specification under a value of mode_i: `spec` with further knobs, such as "a=e5m2,b=e5m2".
  virtual function void add_mode(int unsigned mode, string knobs);
    modes[mode] = spec.with_knobs(knobs);
  endfunction

  // Null if the unit has modes, but not this one.
  virtual function karat_spec spec_of(int unsigned mode);
    if (modes.size() == 0) return spec;
    if (modes.exists(mode) == 0) return null;
    return modes[mode];
  endfunction

  // Takes from the unit what is not set here, in the build phase: the specification, the modes, the status
  // flags. Without a unit, the specification is that of Hopper's HMMA.16816.F32. A unit with modes of which
  // nobody says what they compute is a UVM_FATAL, and 0.
  virtual function bit complete(karat_unit unit);
    string taken = "";
    if (unit != null) begin
      if (spec.is_open() && unit.spec != "") spec.json = unit.spec;
      if (!unit.has_c) has_c = 1'b0;
      if (modes.size() == 0 && unit.modes != "") begin
        taken = {"modes ", unit.modes};
        karat_plusargs::add_modes(this, unit.modes);
      end
      if (modes.size() == 0 && unit.has_mode) begin
        `uvm_fatal("KARAT/CFG", {"the unit has an input mode_i, but no mode is configured; ",
                                 "use karat_env_config::add_mode or +karat_modes="})
        return 1'b0;
      end
      if (flags == null && unit.flags != "") begin
        taken = {taken, taken == "" ? "" : "; ", "flags ", unit.flags};
        karat_plusargs::add_flags(this, unit.flags);
      end
      if (!unit.has_c) taken = {taken, taken == "" ? "" : "; ", "no c"};
    end else if (modes.size() == 0)
      `uvm_info("KARAT/CFG", {"no mode is configured, and the port was published without a karat_unit: ",
                              "mode_i must be 0"}, UVM_LOW)
    if (spec.json == "") begin
      if (spec.arch == "") spec.arch = "Hopper";
      if (spec.instruction == "") spec.instruction = "HMMA.16816.F32";
    end
    foreach (modes[mode]) modes[mode].take_base(spec);
    if (flags != null && flags.bits == '0) flags = null;
    if (taken != "") `uvm_info("KARAT/CFG", {"from the unit's contract: ", taken}, UVM_LOW)
    return 1'b1;
  endfunction

  // Opens the model of every mode, in the build phase. Whatever is wrong is one UVM_FATAL and returns 0.
  virtual function bit open_models(karat_shape ports);
    shape = ports;
    if (modes.size() == 0) return model_of(spec) != null;
    foreach (modes[mode]) if (model_of(modes[mode]) == null) return 1'b0;
    return 1'b1;
  endfunction

  // The open model of a specification, which is opened when it is first asked for. A specification that is
  // not allowed, or that the ports cannot carry, is a UVM_FATAL, and null.
  virtual function karat_uvm_model model_of(karat_spec wanted);
    string key = wanted.convert2string();
    string sentence;
    karat_uvm_model model;
    if (models.exists(key) != 0) return models[key];
    model = new();
    sentence = model.open(wanted, shape, has_c);
    if (sentence == "") begin
      sentence = shape.misfit(model.shape);
      if (sentence != "") sentence = {"the ports have another shape: ", sentence};
    end
    if (sentence != "") begin
      `uvm_fatal("KARAT/MODEL", sentence)
      return null;
    end
    models[key] = model;
    `uvm_info("KARAT/MODEL", {"comparing with ", key}, UVM_LOW)
    return model;
  endfunction

  // The open model of an item: that of its own specification, or of its mode.
  virtual function karat_uvm_model model_of_item(karat_tile_item item);
    karat_spec wanted = item.spec == null ? spec_of(item.mode) : item.spec;
    if (wanted == null) begin
      `uvm_fatal("KARAT/MODEL", $sformatf("there is no mode %0d (karat_env_config::add_mode)", item.mode))
      return null;
    end
    return model_of(wanted);
  endfunction

  // The mode of a specification in file names: "" without modes, "_mode3" as in `karat check`.
  virtual function string suffix_of(karat_spec wanted);
    foreach (modes[mode]) if (modes[mode].convert2string() == wanted.convert2string())
      return $sformatf("_mode%0d", mode);
    return "";
  endfunction

  // Closes the models, unless they are closed.
  virtual function void close_models();
    karat_status_e status;
    foreach (models[key]) begin
      models[key].close(status);
      if (status == KARAT_OK) `uvm_info("KARAT/MODEL", "closed", UVM_MEDIUM)
      else `uvm_error("KARAT/MODEL", {"the model cannot be closed: ", karat_dpi_last_error()})
    end
    models.delete();
  endfunction
endclass
