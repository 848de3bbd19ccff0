// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/session.hpp"

#include <algorithm>
#include <cmath>

#include "karat/evaluate/sparse.hpp"
#include "karat/text/text.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe {
namespace {

/// Products of doubles must stay exact numbers of double precision.
constexpr int kFarthest = 1000;
/// Deciding questions that a finding keeps.
constexpr std::size_t kKept = 200;

int least_exponent(Format format) { return info(format).is_integer() ? 0 : info(format).min_exponent(); }
int most_exponent(Format format) {
    const FormatInfo& f = info(format);
    return f.is_integer() ? f.bits - (f.is_signed ? 2 : 1) : f.max_exponent();
}
int least_subnormal(Format format) {
    const FormatInfo& f = info(format);
    return f.is_integer() ? 0 : f.min_exponent() - f.fraction_bits;
}

std::string nouns(Format a, Format b) {
    return a == b ? "two " + std::string(name_of(a)) + " numbers"
                  : "a number of " + std::string(name_of(a)) + " and one of " + std::string(name_of(b));
}

}  // namespace

Session::Session(Target& target) : target_(target) {
    const OperandRules& f = formats();
    zero_.a.assign(static_cast<std::size_t>(f.k), 0);
    zero_.b.assign(static_cast<std::size_t>(f.k_of_b()), 0);
    // the first two of four, or the first of two
    zero_.metadata.assign(static_cast<std::size_t>(f.metadata_count()), 0b0100);
    if (f.scale) {
        const std::uint64_t one = *exact_encoding(1.0, *f.scale);
        zero_.scale_a.assign(static_cast<std::size_t>(f.k / f.scale_block), one);
        zero_.scale_b = zero_.scale_a;
    }
    least_product_ = std::max(-kFarthest, least_exponent(f.a) + least_exponent(f.b));
    most_product_ = std::min(kFarthest, most_exponent(f.a) + most_exponent(f.b));
    least_subnormal_product_ = std::max(-kFarthest, least_subnormal(f.a) + least_subnormal(f.b));
}

int Session::most_common() const {
    return std::min({most_product_, most_exponent(formats().c), most_exponent(formats().d)});
}

const Session::Pair& Session::factors_of(double value) {
    if (value == 0) value = 0;  // a product of -0 is written with explicit factors
    const auto [at, is_new] = factors_.try_emplace(value);
    if (is_new && formats().multiplier == Multiplier::product)
        at->second = factors(value, formats().a, formats().b);
    return at->second;
}

void Session::set_scale(VectorRow& row, std::size_t block, int shift) const {
    if (shift == 0) return;
    const int half = shift / 2;
    row.scale_a[block] = exact_encoding(two(shift - half), *formats().scale).value();
    row.scale_b[block] = exact_encoding(two(half), *formats().scale).value();
}

bool Session::place_block(VectorRow& row, std::span<const Placed* const> addends, int shift) {
    const OperandRules& f = formats();
    if (shift != 0 &&
        (!exact_encoding(two(shift - shift / 2), *f.scale) || !exact_encoding(two(shift / 2), *f.scale)))
        return false;
    for (const Placed* placed : addends) {
        Pair pair = placed->b ? Pair(std::pair(placed->value, *placed->b))
                              : factors_of(std::ldexp(placed->value, -shift));
        if (!pair) return false;
        if (placed->b) pair->first = std::ldexp(pair->first, -shift);
        const auto a = exact_encoding(pair->first, f.a);
        const auto b = exact_encoding(pair->second, f.b);
        if (!a || !b) return false;
        const auto k = static_cast<std::size_t>(placed->position);
        row.a[k] = *a;
        row.b[row.metadata.empty() ? k : selected_index(f.metadata, row.metadata, k)] = *b;
    }
    return true;
}

VectorRow Session::row(std::span<const Placed> addends) {
    const OperandRules& f = formats();
    VectorRow out = zero_;
    const int block_size = f.scale ? f.scale_block : f.k;
    std::vector<std::vector<const Placed*>> blocks(static_cast<std::size_t>(f.k / block_size));
    for (const Placed& placed : addends) {
        if (placed.position == c()) {
            const auto encoding = exact_encoding(placed.value, f.c);
            if (!encoding)
                throw NotExpressible("c = " + in_words(placed.value) + " does not exist in " +
                                     std::string(name_of(f.c)));
            out.c = *encoding;
        } else if (placed.position > f.k) {
            throw NotExpressible("the test needs " + std::to_string(placed.position) +
                                 " products; the target has " + std::to_string(f.k));
        } else {
            blocks[static_cast<std::size_t>(placed.position / block_size)].push_back(&placed);
        }
    }
    // scale factors up to 2^100; ue4m3 reaches less far
    const int farthest = f.scale ? 100 : 0;
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        if (blocks[block].empty()) continue;
        int shift = 0;
        while (!place_block(out, blocks[block], shift)) {
            shift = shift > 0 ? -shift : 1 - shift;
            if (shift > farthest) {
                const Placed& first = *blocks[block].front();
                const std::string factor = first.b ? " * " + in_words(*first.b) : "";
                throw NotExpressible(blocks[block].size() == 1 || !f.scale
                                         ? in_words(first.value) + factor + " is not a product of " +
                                               nouns(f.a, f.b)
                                         : "the test's products do not fit one block with its scale factors");
            }
        }
        set_scale(out, block, shift);
    }
    return out;
}

bool Session::expressible(std::span<const Placed> addends) {
    try {
        (void)row(addends);
        return true;
    } catch (const NotExpressible&) {
        return false;
    }
}

double Session::ask(Finding& finding, std::span<const Placed> addends) { return ask(finding, row(addends)); }

double Session::ask(Finding& finding, VectorRow row) {
    row.d = target_(row);
    ++finding.asked;
    const double d = to_double(*row.d, formats().d);
    if (finding.questions.size() < kKept) finding.questions.push_back({std::move(row)});
    return d;
}

std::vector<double> Session::ask_all(Finding& finding, std::vector<VectorRow>& rows) {
    const std::vector<std::uint64_t> answers = target_(rows);
    finding.asked += rows.size();
    std::vector<double> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].d = answers.at(i);
        out.push_back(to_double(answers[i], formats().d));
    }
    return out;
}

}  // namespace karat::probe
