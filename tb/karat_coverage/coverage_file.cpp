// SPDX-License-Identifier: Apache-2.0
// Saves, loads and merges coverage as JSON.
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <fstream>
#include <unordered_map>

#include "karat/recipe/json/spec_json.hpp"
#include "karat/text/file.hpp"
#include "karat_coverage/coverage.hpp"

namespace karat {
namespace json = boost::json;
namespace {

constexpr int kVersion = 1;
constexpr std::size_t kMaxLanes = 1 << 16;
constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

std::string disagreement(std::string_view key, const std::string& here, const std::string& there) {
    return std::string(key) + " is " + here + " in this coverage and " + there + " in the other";
}

/// The first difference between two specifications, for an error message.
std::string difference(const Spec& x, const Spec& y) {
    const json::object ours = karat::to_json(x);
    const json::object theirs = karat::to_json(y);
    const auto show = [](const json::object& o, std::string_view key) {
        const auto* value = o.if_contains(key);
        return value == nullptr ? std::string("unset") : json::serialize(*value);
    };
    for (const json::object* keys : {&ours, &theirs}) {
        for (const auto& member : *keys) {
            const std::string one = show(ours, member.key());
            const std::string other = show(theirs, member.key());
            if (one != other) return disagreement(member.key(), one, other);
        }
    }
    return "the specifications differ";
}

template <class T>
T member(const json::object& object, const char* key) {
    const auto* value = object.if_contains(key);
    if (value == nullptr) throw CoverageError(std::string("coverage: \"") + key + "\" is missing");
    const auto result = json::try_value_to<T>(*value);
    if (!result)
        throw CoverageError(std::string("coverage: \"") + key + "\": " + json::serialize(*value) +
                            " has the wrong type");
    return *result;
}

}  // namespace

/// The bins here of those of the same specification, whose unit may have c where this one has none, or the
/// reverse: then some bins exist only there, or are excluded here.
std::vector<std::size_t> Coverage::bins_of(const Coverage& other) const {
    std::unordered_map<std::string_view, std::size_t> by_name;
    for (std::size_t i = 0; i < bins().size(); ++i) by_name.emplace(bins()[i].name, i);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < other.bins().size(); ++i) {
        const auto at = by_name.find(other.bins()[i].name);
        const bool missing = at == by_name.end();
        const bool excluded = !missing && !model_.reachable(at->second) && other.model_.reachable(i);
        if ((missing || excluded) && other.is_hit_somewhere(i))
            throw CoverageError("coverage of different units cannot be merged: the unit has no c in this " +
                                std::string("coverage, and the other one has hit ") + other.bins()[i].name);
        out.push_back(missing ? 0 : at->second);
    }
    return out;
}

void Coverage::merge(const Coverage& other) {
    const Spec& ours = dot_.spec();
    const Spec& theirs = other.dot_.spec();
    if (!(ours == theirs))
        throw CoverageError("coverage of different specifications cannot be merged: " +
                            difference(ours, theirs));
    if (m_ != other.m_ || n_ != other.n_) {
        const auto shape = [](const Coverage& c) {
            return std::to_string(c.m_) + "x" + std::to_string(c.n_);
        };
        throw CoverageError("coverage of different shapes cannot be merged: the lanes are " + shape(*this) +
                            " in this coverage and " + shape(other) + " in the other");
    }
    const std::vector<std::size_t> same = bins_of(other);
    for (std::size_t i = 0; i < other.bins().size(); ++i) {
        for (std::size_t lane = 0; lane < lanes(); ++lane) {
            if (other.count(i, lane) != 0) add(same[i], lane, other.count(i, lane));
        }
    }
    tiles_ += other.tiles_;
}

json::object Coverage::to_json() const {
    json::object hits;
    for (std::size_t i = 0; i < bins().size(); ++i) {
        if (!is_hit_somewhere(i)) continue;
        json::array counts;
        for (std::size_t lane = 0; lane < lanes(); ++lane) counts.emplace_back(count(i, lane));
        hits[bins()[i].name] = std::move(counts);
    }
    json::object out{{"karat_coverage", kVersion},
                     {"spec", karat::to_json(dot_.spec())},
                     {"m", m_},
                     {"n", n_},
                     {"tiles", tiles_},
                     {"reachable", bins().size() - excluded().size()},
                     {"holes", hole_count_},
                     {"hits", std::move(hits)}};
    if (!model_.has_c()) out["no_c"] = true;
    return out;
}

Coverage Coverage::from_json(const json::object& object) {
    const int version = member<int>(object, "karat_coverage");
    if (version != kVersion) {
        throw CoverageError("coverage: unknown version " + std::to_string(version) +
                            "; this program reads version " + std::to_string(kVersion));
    }
    const auto m = member<std::size_t>(object, "m");
    const auto n = member<std::size_t>(object, "n");
    if (m == 0 || n == 0 || m > kMaxLanes || n > kMaxLanes || m * n > kMaxLanes)
        throw CoverageError("coverage: the shape is out of range");
    const bool has_c = !object.contains("no_c") || !member<bool>(object, "no_c");
    Coverage out(DotAdd(spec_from_json(member<json::object>(object, "spec"))), m, n, has_c);
    out.tiles_ = member<std::uint64_t>(object, "tiles");
    std::unordered_map<std::string_view, std::size_t> by_name;
    for (std::size_t i = 0; i < out.bins().size(); ++i) by_name.emplace(out.bins()[i].name, i);
    const auto hits = member<json::object>(object, "hits");
    for (const auto& entry : hits) {
        const auto bin = by_name.find(entry.key());
        if (bin == by_name.end())
            throw CoverageError("coverage: \"" + std::string(entry.key()) +
                                "\" is not a bin of this specification");
        const auto counts = json::try_value_to<std::vector<std::uint64_t>>(entry.value());
        if (!counts || counts->size() != out.lanes()) {
            throw CoverageError("coverage: \"" + std::string(entry.key()) + "\" must have " +
                                std::to_string(out.lanes()) + " counts");
        }
        for (std::size_t lane = 0; lane < out.lanes(); ++lane) out.add(bin->second, lane, (*counts)[lane]);
    }
    return out;
}

void Coverage::save(const std::string& path) const {
    std::ofstream file(path);
    file << json::serialize(to_json()) << '\n';
    file.close();
    if (!file) throw Error(path + ": the file cannot be written");
}

Coverage Coverage::load(const std::string& path) {
    boost::system::error_code error;
    const json::value value = json::parse(read_text_file(path, kMaxBytes), error);
    if (error || !value.is_object()) throw CoverageError(path + ": not a JSON object");
    try {
        return from_json(value.as_object());
    } catch (const CoverageError& e) {
        throw CoverageError(path + ": " + e.what());
    }
}

}  // namespace karat
