// SPDX-License-Identifier: Apache-2.0
#include "karat_dpi/sv/sv_words.hpp"

namespace karat::dpi {
namespace {

karat_matrix matrix(WordArray& array, bool column_major) {
    const auto words = array.words();
    return {words.data(), array.bytes(), 0, column_major ? 1 : 0};
}

}  // namespace

TileWords::TileWords(int m, int n, const TileArrays& arrays)
    : m_(lines(m)),
      n_(lines(n)),
      a_(arrays.a, "a"),
      b_(arrays.b, "b"),
      c_(arrays.c, "c"),
      scale_a_(arrays.scale_a, "scale_a"),
      scale_b_(arrays.scale_b, "scale_b") {
    if (arrays.metadata != nullptr) metadata_.emplace(arrays.metadata, "metadata");
}

karat_tile_operands TileWords::operands() {
    return {m_,
            n_,
            matrix(a_, false),
            matrix(b_, true),
            matrix(c_, false),
            matrix(scale_a_, false),
            matrix(scale_b_, true),
            metadata_ ? matrix(*metadata_, false) : karat_matrix{}};
}

}  // namespace karat::dpi
