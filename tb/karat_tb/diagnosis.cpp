// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/diagnosis.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iterator>
#include <optional>

#include "karat/recipe/knobs.hpp"
#include "karat/error.hpp"

namespace karat::tb {
namespace {

namespace json = boost::json;

/// Values of a count that a designer may have meant instead.
std::vector<json::value> counts(std::string_view key, const Spec& spec) {
    std::vector<json::value> out;
    const auto range = [&](int low, int high) {
        for (int i = low; i <= high; ++i) out.emplace_back(i);
    };
    if (key == "terms" || key == "group") {
        for (int i = 1; i <= spec.k; ++i) {
            if (spec.k % i == 0) out.emplace_back(i);
        }
    } else if (key == "output_fraction") {
        range(1, info(spec.d).fraction_bits);
    } else if (key == "chain_fraction") {
        range(1, info(spec.chain_format_or_default()).fraction_bits);
    } else if (key == "c_cutoff") {
        range(0, 64);
    } else if (key == "exponent_floor") {
        const int floor = spec.exponent_floor.value_or(info(spec.d).min_exponent());
        range(floor - 12, floor + 12);
        for (const int known : {-133, -132, -126, -21, -20, -19, -14}) {  // published hardware
            if (std::abs(known - floor) > 12) out.emplace_back(known);
        }
    }
    return out;
}

/// What a port carries keeps its width; a scale factor does not appear or vanish.
bool fits_the_ports(const Spec& changed, const Spec& spec) {
    const auto bits = [](Format format) { return info(format).bits; };
    return bits(changed.a) == bits(spec.a) && bits(changed.b) == bits(spec.b) && bits(changed.c) == bits(spec.c) &&
           bits(changed.d) == bits(spec.d) && changed.scale.has_value() == spec.scale.has_value() &&
           (!spec.scale || bits(*changed.scale) == bits(*spec.scale));
}

std::vector<KnobChange> single_changes(const Spec& spec) {
    std::vector<KnobChange> out;
    for (const Knob& knob : knobs()) {
        if (knob.key == "k" || knob.key == "scale_block") continue;  // the ports decide them
        std::vector<json::value> values = knob.values();
        std::ranges::copy(counts(knob.key, spec), std::back_inserter(values));
        for (json::value& value : values) {
            if (value != knob.get(spec)) out.push_back({knob.key, std::move(value)});
        }
    }
    return out;
}

class Search {
   public:
    explicit Search(const Scoreboard& board) : board_(board), spec_(board.dot().spec()), changes_(single_changes(spec_)) {}

    Diagnosis run() {
        Diagnosis out;
        out.whole = board_.history_is_whole();
        out.lanes = board_.history().size() * board_.rows() * board_.columns();
        if (board_.mismatches() == 0) return out;
        for (const KnobChange& change : changes_) consider({&change}, out);
        if (!out.explanations.empty()) return out;
        for (std::size_t i = 0; i < changes_.size(); ++i) {
            for (std::size_t j = i + 1; j < changes_.size() && out.explanations.size() < kMostPairs; ++j) {
                if (changes_[i].key != changes_[j].key) consider({&changes_[i], &changes_[j]}, out);
            }
        }
        return out;
    }

   private:
    static constexpr std::size_t kMostPairs = 16;

    void consider(const std::vector<const KnobChange*>& changes, Diagnosis& out) {
        const std::optional<Spec> changed = apply(changes);
        if (!changed) return;
        ++out.tried;
        const DotAdd dot(*changed);
        if (!explains(dot)) return;
        out.explanations.emplace_back();
        out.explanations.back().spec = *changed;
        for (const KnobChange* change : changes) out.explanations.back().changes.push_back(*change);
    }

    [[nodiscard]] std::optional<Spec> apply(const std::vector<const KnobChange*>& changes) const {
        Spec changed = spec_;
        try {
            for (const KnobChange* change : changes) find_knob(change->key).set(changed, change->value, change->key);
            for (const KnobChange* change : changes) {  // one that this algorithm has not would explain nothing
                if (!find_knob(change->key).applies_to(changed.algorithm)) return std::nullopt;
            }
            if (!fits_the_ports(changed, spec_)) return std::nullopt;
            const DotAdd possible(changed);
        } catch (const Error&) {
            return std::nullopt;
        }
        return changed;
    }

    [[nodiscard]] static bool agrees(const DotAdd& dot, const Operands& in, const Answer& got) {
        return got.unknown == 0 && dot.matches(dot(in), got.d);
    }

    [[nodiscard]] bool explains(const DotAdd& dot) const {
        for (const Mismatch& mismatch : board_.kept()) {  // nearly every wrong idea ends at the first of them
            if (!agrees(dot, mismatch.operands(), mismatch.got)) return false;
        }
        const std::size_t n = board_.columns();
        for (const Observation& seen : board_.history()) {
            for (std::size_t lane = 0; lane < seen.answers.size(); ++lane) {
                if (!agrees(dot, seen.tile.operands(lane / n, lane % n, n), seen.answers[lane])) return false;
            }
        }
        return true;
    }

    const Scoreboard& board_;
    const Spec& spec_;
    std::vector<KnobChange> changes_;
};

/// What a value means where the knob's own line does not say it.
std::string meaning(const KnobChange& change) {
    struct Phrase {
        std::string_view key, value, text;
    };
    static constexpr std::array<Phrase, 8> phrases{{
        {"algorithm", "\"sda\"", "c is added after the sum of products was normalised and rounded"},
        {"c_place", "\"late\"", "c is added after normalisation"},
        {"algorithm", "\"fma\"", "a sequence of fused multiply-adds"},
        {"algorithm", "\"muladd\"", "a sequence of rounded products and sums"},
        {"overflow", "\"saturate\"", "a result beyond the largest finite becomes the largest finite"},
        {"output_rounding", "\"RNE\"", "the result is rounded to nearest even"},
        {"align_rounding", "\"RNE\"", "aligned addends are rounded to nearest even"},
        {"align_rounding", "\"RD\"", "aligned addends are rounded down, as a two's-complement shift does"},
    }};
    const std::string value = json::serialize(change.value);
    for (const Phrase& phrase : phrases) {
        if (phrase.key == change.key && phrase.value == value) return std::string(phrase.text);
    }
    return std::string(find_knob(change.key).meaning);
}

std::string plain(const json::value& value) { return value.is_string() ? std::string(value.get_string()) : json::serialize(value); }

}  // namespace

Diagnosis diagnose(const Scoreboard& board) { return Search(board).run(); }

std::string sentence(const Explanation& explanation) {
    std::string out = "the design behaves as ";
    std::string why;
    for (const KnobChange& change : explanation.changes) {
        if (!why.empty()) out += " and ";
        out += std::string(change.key) + " = " + plain(change.value);
        why += (why.empty() ? ": " : "; ") + meaning(change);
    }
    return out + why;
}

json::array to_json(const Diagnosis& diagnosis) {
    json::array out;
    for (const Explanation& explanation : diagnosis.explanations) {
        json::object changes;
        for (const KnobChange& change : explanation.changes) changes[change.key] = change.value;
        out.push_back(std::move(changes));
    }
    return out;
}

}  // namespace karat::tb
