// SPDX-License-Identifier: Apache-2.0
// Functional coverage of a run: how often each lane hit each bin of the model. docs/coverage.md names the
// bins.
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

/// A coverage file cannot be read, or is that of another specification or shape.
class CoverageError : public Error {
   public:
    using Error::Error;
};

class Coverage {
   public:
    /// Of tiles of m x n lanes.
    Coverage(const DotAdd& dot, std::size_t m, std::size_t n);

    /// Counts the bins that every lane of the tile hits. The tile has the shape and formats of the
    /// constructor.
    void sample(const TileElements& tile);

    [[nodiscard]] const DotAdd& dot() const { return dot_; }
    [[nodiscard]] const CoverageModel& model() const { return model_; }
    [[nodiscard]] const std::vector<Bin>& bins() const { return model_.bins(); }
    [[nodiscard]] std::size_t lanes() const { return m_ * n_; }
    [[nodiscard]] std::size_t rows() const { return m_; }
    [[nodiscard]] std::size_t columns() const { return n_; }
    [[nodiscard]] std::uint64_t tiles() const { return tiles_; }
    /// Hits of one lane i * n + j, and of all lanes together.
    [[nodiscard]] std::uint64_t count(std::size_t bin, std::size_t lane) const {
        return counts_[bin * lanes() + lane];
    }
    [[nodiscard]] std::uint64_t count(std::size_t bin) const;
    /// Hit by each lane; by at least one lane.
    [[nodiscard]] bool is_hit(std::size_t bin) const { return lanes_hit_[bin] == lanes(); }
    [[nodiscard]] bool is_hit_somewhere(std::size_t bin) const { return lanes_hit_[bin] != 0; }

    /// Reachable bins that some lane has not hit.
    [[nodiscard]] std::vector<std::size_t> holes() const;
    [[nodiscard]] std::size_t hole_count() const { return hole_count_; }
    /// Bins that a rule says no operands reach; `bins()[i].reason` says why.
    [[nodiscard]] std::vector<std::size_t> excluded() const;
    /// Excluded bins that were hit all the same: the rule is wrong. Must be empty.
    [[nodiscard]] std::vector<std::size_t> contradictions() const;
    /// Reachable bins hit by each lane, in percent. 100 exactly if there is no hole.
    [[nodiscard]] double percentage() const;
    /// The same over the pairs of a reachable bin and a lane.
    [[nodiscard]] double lane_percentage() const;

    /// Adds the counts of another run of the same specification and shape. Throws CoverageError naming the
    /// difference.
    void merge(const Coverage& other);
    /// Versioned; specification, shape, and the counts of the bins that were hit.
    [[nodiscard]] boost::json::object to_json() const;
    /// Throws CoverageError for another version, an unknown bin, a malformed member; SpecError for its
    /// specification.
    [[nodiscard]] static Coverage from_json(const boost::json::object& object);
    /// Throws Error naming the path.
    void save(const std::string& path) const;
    [[nodiscard]] static Coverage load(const std::string& path);

    /// Groups with their percentages, the reasons of exclusions (a line for each, with the first bin and how
    /// many more), contradictions, then the first `most_holes` holes (and `most_excluded` exclusions with
    /// reasons).
    [[nodiscard]] std::string report(std::size_t most_holes = 20, std::size_t most_excluded = 0) const;

   private:
    [[nodiscard]] std::string exclusions() const;
    void add(std::size_t bin, std::size_t lane, std::uint64_t count);

    DotAdd dot_;
    CoverageModel model_;
    std::size_t m_, n_;
    std::uint64_t tiles_ = 0;
    std::size_t hole_count_ = 0;
    std::vector<std::uint64_t> counts_;     ///< bin * lanes + lane
    std::vector<std::uint32_t> lanes_hit_;  ///< of each bin
    std::vector<std::uint32_t> scratch_;
};

}  // namespace karat
