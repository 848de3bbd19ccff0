// SPDX-License-Identifier: Apache-2.0
// KARAT_MAX_WORDS: 32-bit words of the largest operand of a tile; a model that needs more says so. Set
// another number with +define+KARAT_MAX_WORDS=N.
`ifndef KARAT_MAX_WORDS
  `define KARAT_MAX_WORDS 4096
`endif
