// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/premise.hpp"

#include <algorithm>
#include <cmath>

#include "karat/text/text.hpp"
#include "karat_probe/suites/session.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe {
namespace {

/// A plain dot-add and its exact sum.
struct Plain {
    VectorRow row;
    double sum = 0;
    int position = -1;  ///< of the only addend that is not 0; -1: none or several
};

class Asker {
   public:
    explicit Asker(Target& target) : session_(target) {
        const bool bits = formats().multiplier == Multiplier::xor_;
        add({}, 0, -1);
        add({{session_.c(), 1}}, 1, session_.c());
        add({{session_.c(), -1}}, -1, session_.c());
        for (int k = 0; k < session_.k(); ++k) {
            // the exclusive or of 1 and 0, where others have a product
            if (bits || !add({{k, 2, 1}}, 2, k)) add({{k, 1, bits ? 0 : 1}}, 1, k);
            add({{k, -1, 1}}, -1, k);
            if (bits || !add({{k, 1, 2}, {session_.c(), 1}}, 3, -1))
                add({{k, 1, bits ? 0 : 1}, {session_.c(), 1}}, 2, -1);
        }
        if (formats().scale) add_scaled();
        std::vector<VectorRow> rows;
        for (const Plain& plain : asked_) rows.push_back(plain.row);
        Finding counted;
        answers_ = session_.ask_all(counted, rows);
        for (std::size_t i = 0; i < rows.size(); ++i) asked_[i].row = std::move(rows[i]);
    }

    Premise judge() const {
        const auto first = std::ranges::find_if(asked_, [&](const Plain& plain) { return !is_near(plain); });
        if (first == asked_.end()) return {};
        if (const std::string reason = without_effect(); !reason.empty()) return {reason, shown(*first)};
        return {words(*first) + ", and the sum of the products and c is " + in_words(first->sum),
                shown(*first)};
    }

   private:
    [[nodiscard]] const OperandRules& formats() const { return session_.formats(); }

    /// Returns whether the formats have the operands.
    bool add(const Placement& addends, double sum, int position) {
        if (!session_.expressible(addends)) return false;
        asked_.push_back({session_.row(addends), sum, position});
        return true;
    }

    /// The first product of each block, with its factor of a doubled, and with that of b.
    void add_scaled() {
        const auto doubled = exact_encoding(2.0, *formats().scale);
        for (int k = 0; doubled && k < session_.k(); k += formats().scale_block) {
            const Placement product{{k, 1, 1}};
            if (!session_.expressible(product)) continue;
            const auto block = static_cast<std::size_t>(k / formats().scale_block);
            for (auto scales : {&VectorRow::scale_a, &VectorRow::scale_b}) {
                VectorRow row = session_.row(product);
                (row.*scales)[block] = *doubled;
                asked_.push_back({std::move(row), 2, -1});
            }
        }
    }

    [[nodiscard]] double answer(const Plain& plain) const {
        return answers_[static_cast<std::size_t>(&plain - asked_.data())];
    }
    /// A NaN is near nothing.
    [[nodiscard]] bool is_near(const Plain& plain) const {
        const double reach = std::max(std::fabs(plain.sum), two(-6)) / 16;
        return std::fabs(answer(plain) - plain.sum) <= reach;
    }

    [[nodiscard]] std::string words(const Plain& plain) const {
        return operands_in_words(plain.row, formats()) + " gives " + answer_in_words(plain.row, formats());
    }
    static std::vector<Question> shown(const Plain& plain) { return {{plain.row}}; }

    /// Whether the addend at this position changes nothing.
    [[nodiscard]] bool idle(int position) const {
        const auto alone = [&](const Plain& plain) { return plain.position == position; };
        return std::ranges::any_of(asked_, alone) && std::ranges::all_of(asked_, [&](const Plain& plain) {
                   return !alone(plain) || plain.row.d == asked_.front().row.d;
               });
    }

    /// The sentence on addends without effect; empty if each has one.
    [[nodiscard]] std::string without_effect() const {
        const Plain& zeros = asked_.front();
        if (std::ranges::all_of(asked_, [&](const Plain& plain) { return plain.row.d == zeros.row.d; }))
            return "it gives " + answer_in_words(zeros.row, formats()) + " whatever it is asked";
        std::string names;
        int count = 0;
        for (int p = 0; p < session_.k(); ++p) {
            if (!idle(p)) continue;
            if (++count <= 4) names += (names.empty() ? "" : ", ") + summand_name(p, session_.k());
        }
        if (count == session_.k()) return "no product has an effect";
        if (count > 4) names += " and " + std::to_string(count - 4) + " more";
        if (count > 0) return names + (count == 1 ? " has no effect" : " have no effect");
        return idle(session_.c()) ? "c has no effect" : "";
    }

    Session session_;
    std::vector<Plain> asked_;
    std::vector<double> answers_;
};

}  // namespace

Premise check_premise(Target& target) { return Asker(target).judge(); }

}  // namespace karat::probe
