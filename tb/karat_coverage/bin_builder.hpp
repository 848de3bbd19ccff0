// SPDX-License-Identifier: Apache-2.0
// Builds the list of bins of a recipe and applies the rules that exclude unreachable bins. Internal to
// coverage_bins.cpp and coverage_site_bins.cpp.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "karat_coverage/coverage_model.hpp"

namespace karat {

class BinBuilder {
   public:
    explicit BinBuilder(CoverageModel& model) : model_(model), rules_(model.program().operands()) {}

    void build();

   private:
    [[nodiscard]] int here() const { return static_cast<int>(model_.bins_.size()); }
    void add(BinKind kind, int site, int addend, int index, int what, std::string name, std::string reason) {
        model_.bins_.push_back({kind, site, addend, index, what, std::move(name), std::move(reason)});
    }

    // coverage_bins.cpp: of the operands, of all sites, and of the whole dot-add
    void operands();
    void metadata();
    void scales();
    void products();
    void integers();
    void specials();
    /// Why no sum reaches an end of the range of integers; empty if one does.
    [[nodiscard]] std::string integer_end_reason() const;
    [[nodiscard]] std::string rules_beyond() const;

    // coverage_site_bins.cpp: of one site
    void site(int s);
    void alignment(int s, int j, CoverageModel::AddendBins& bins);
    void dropped(int s, int j, const std::vector<int>& d, CoverageModel::AddendBins& bins);
    void site_wide(int s, CoverageModel::SiteBins& bins);
    /// Whether the `dropped` bins from `first` on allow an alignment to drop a set bit.
    [[nodiscard]] bool drops(std::size_t first) const;

    CoverageModel& model_;
    const OperandRules& rules_;
};

}  // namespace karat
