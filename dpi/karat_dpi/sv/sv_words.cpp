// SPDX-License-Identifier: Apache-2.0
#include "karat_dpi/sv/sv_words.hpp"

namespace karat::dpi {
namespace {

karat_matrix matrix(WordArray& array, bool column_major) {
    const auto words = array.words();
    return {words.data(), array.bytes(), 0, column_major ? 1 : 0};
}

}  // namespace

TileWords::TileWords(int m, int n, svOpenArrayHandle a, svOpenArrayHandle b, svOpenArrayHandle c,
                     svOpenArrayHandle scale_a, svOpenArrayHandle scale_b)
    : m_(lines(m)),
      n_(lines(n)),
      a_(a, "a"),
      b_(b, "b"),
      c_(c, "c"),
      scale_a_(scale_a, "scale_a"),
      scale_b_(scale_b, "scale_b") {}

karat_tile_operands TileWords::operands() {
    return {m_,
            n_,
            matrix(a_, false),
            matrix(b_, true),
            matrix(c_, false),
            matrix(scale_a_, false),
            matrix(scale_b_, true)};
}

}  // namespace karat::dpi
