// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/recipe_pair.hpp"

#include "karat/format/unpack.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {
namespace {

bool has_any_nan(const DotAdd& dot) {
    return dot.program().operations().back().round->nan == NanEncoding::any;
}

}  // namespace

RecipePair::RecipePair(const Recipe& x, const Recipe& y)
    : x_(x), y_(y), formats_(formats_of(x_.operands())), any_nan_(has_any_nan(x_) || has_any_nan(y_)) {
    if (!(formats_ == formats_of(y_.operands())))
        throw Error("the first takes " + formats_text(formats_) + ", the second " +
                    formats_text(formats_of(y_.operands())) +
                    "; formats, k, scale factors and metadata must agree");
}

bool RecipePair::differ(std::uint64_t x, std::uint64_t y) const {
    if (x == y) return false;
    if (!any_nan_) return true;
    const FormatInfo& d = info(formats_.d);
    return unpack(x, d).number_class != NumberClass::nan || unpack(y, d).number_class != NumberClass::nan;
}

std::optional<Witness> RecipePair::witness(const VectorRow& row) const {
    const Operands in = row.operands();
    const std::uint64_t x = x_(in);
    const std::uint64_t y = y_(in);
    if (!differ(x, y)) return std::nullopt;
    return Witness{row, x, y};
}

}  // namespace karat::probe
