// SPDX-License-Identifier: Apache-2.0
// Functional coverage of a run: how often each lane hit each bin of the model. docs/reference/coverage.md
// lists the bins.
#pragma once
#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "karat/error.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/tile_elements.hpp"
#include "karat_coverage/coverage_model.hpp"

namespace karat {

/// A coverage file is malformed, or coverage belongs to a different specification or shape.
class CoverageError : public Error {
   public:
    using Error::Error;
};

class Coverage {
   public:
    /// Coverage of tiles of m x n lanes. Without `has_c` it is that of a unit without c, which is +0 in every
    /// tile.
    Coverage(const DotAdd& dot, std::size_t m, std::size_t n, bool has_c = true);

    /// Counts the bins hit by each lane of the tile. Precondition: the tile has the shape and formats given
    /// to the constructor.
    void sample(const TileElements& tile);

    [[nodiscard]] const DotAdd& dot() const { return dot_; }
    [[nodiscard]] const CoverageModel& model() const { return model_; }
    [[nodiscard]] const std::vector<Bin>& bins() const { return model_.bins(); }
    [[nodiscard]] std::size_t lanes() const { return m_ * n_; }
    [[nodiscard]] std::size_t rows() const { return m_; }
    [[nodiscard]] std::size_t columns() const { return n_; }
    [[nodiscard]] std::uint64_t tiles() const { return tiles_; }
    /// Hits of lane i * n + j, and of all lanes together.
    [[nodiscard]] std::uint64_t count(std::size_t bin, std::size_t lane) const {
        return counts_[bin * lanes() + lane];
    }
    [[nodiscard]] std::uint64_t count(std::size_t bin) const;
    /// Whether every lane has hit the bin, and whether at least one lane has.
    [[nodiscard]] bool is_hit(std::size_t bin) const { return lanes_hit_[bin] == lanes(); }
    [[nodiscard]] bool is_hit_somewhere(std::size_t bin) const { return lanes_hit_[bin] != 0; }

    /// Reachable bins that at least one lane has not hit.
    [[nodiscard]] std::vector<std::size_t> holes() const;
    [[nodiscard]] std::size_t hole_count() const { return hole_count_; }
    /// Bins that no operands can reach, according to a rule. `bins()[i].reason` gives the reason.
    [[nodiscard]] std::vector<std::size_t> excluded() const;
    /// Excluded bins that were hit nevertheless. Must be empty; otherwise a rule is wrong.
    [[nodiscard]] std::vector<std::size_t> contradictions() const;
    /// Percentage of reachable bins that every lane has hit. Exactly 100 if there is no hole.
    [[nodiscard]] double percentage() const;
    /// Percentage of pairs (reachable bin, lane) that were hit.
    [[nodiscard]] double lane_percentage() const;

    /// Adds the counts of another run. Throws CoverageError, naming the difference, if the other run has a
    /// different specification or shape, or if this unit has no c and the other one was given another c than
    /// +0.
    void merge(const Coverage& other);
    /// Versioned JSON with the specification, the shape and the counts of the bins that were hit.
    [[nodiscard]] boost::json::object to_json() const;
    /// Throws CoverageError for another version, an unknown bin or a malformed member, and SpecError for an
    /// invalid specification.
    [[nodiscard]] static Coverage from_json(const boost::json::object& object);
    /// Both throw Error, naming the path.
    void save(const std::string& path) const;
    [[nodiscard]] static Coverage load(const std::string& path);

    /// A text report. It lists the groups with their percentages, the reasons for exclusions (one line each,
    /// with the first bin and the number of further bins), the contradictions, the first `most_holes` holes,
    /// and the first `most_excluded` exclusions with their reasons.
    [[nodiscard]] std::string report(std::size_t most_holes = 20, std::size_t most_excluded = 0) const;

   private:
    [[nodiscard]] std::string exclusions() const;
    [[nodiscard]] std::vector<std::size_t> bins_of(const Coverage& other) const;
    void add(std::size_t bin, std::size_t lane, std::uint64_t count);

    DotAdd dot_;
    CoverageModel model_;
    std::size_t m_, n_;
    std::uint64_t tiles_ = 0;
    std::size_t hole_count_ = 0;
    std::vector<std::uint64_t> counts_;     ///< bin * lanes + lane
    std::vector<std::uint32_t> lanes_hit_;  ///< number of lanes that have hit each bin
    std::vector<std::uint32_t> scratch_;
};

}  // namespace karat
