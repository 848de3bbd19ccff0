// SPDX-License-Identifier: Apache-2.0
// The words of an item on their way to the library and back. Not every simulator passes dynamic arrays
// through DPI, so they go through arrays with room for the largest tile.
class karat_frame;
  localparam int MOST = `KARAT_MAX_WORDS;
  static bit [31:0] a[MOST];
  static bit [31:0] b[MOST];
  static bit [31:0] c[MOST];
  static bit [31:0] scale_a[MOST];
  static bit [31:0] scale_b[MOST];
  static bit [31:0] metadata[MOST];
  static bit [31:0] d[MOST];
  static bit [31:0] unknown[MOST];
  static bit [31:0] hits[MOST];
  static bit [31:0] flags[MOST];
  static bit [31:0] unknown_flags[MOST];
  static bit [31:0] since_reset[MOST];
  static bit [31:0] wrong[MOST];

  static function void load(karat_tile_item item);
    foreach (item.a.words[i]) a[i] = item.a.words[i];
    foreach (item.b.words[i]) b[i] = item.b.words[i];
    foreach (item.c.words[i]) c[i] = item.c.words[i];
    foreach (item.scale_a.words[i]) scale_a[i] = item.scale_a.words[i];
    foreach (item.scale_b.words[i]) scale_b[i] = item.scale_b.words[i];
    foreach (item.metadata.words[i]) metadata[i] = item.metadata.words[i];
  endfunction

  static function void unload(karat_tile_item item);
    foreach (item.a.words[i]) item.a.words[i] = a[i];
    foreach (item.b.words[i]) item.b.words[i] = b[i];
    foreach (item.c.words[i]) item.c.words[i] = c[i];
    foreach (item.scale_a.words[i]) item.scale_a.words[i] = scale_a[i];
    foreach (item.scale_b.words[i]) item.scale_b.words[i] = scale_b[i];
    foreach (item.metadata.words[i]) item.metadata.words[i] = metadata[i];
  endfunction
endclass
