// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/point.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cmath>
#include <sstream>

#include "karat/error.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"

namespace karat::sweep {
namespace {

template <class Enum>
Enum read_name(const std::string& key, const std::string& text) {
    if (const auto known = enum_from_name<Enum>(text)) return *known;
    throw SpecError(key, key + ": \"" + text + "\" is not allowed; use " + allowed_names<Enum>());
}

std::size_t read_length(const std::string& text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > 1048576) {
        throw SpecError("length", "length: \"" + text + "\" is not allowed; use 1..1048576");
    }
    return value;
}

/// "none", "ue8m0" or "ue8m0/32": the format of the scale factors, and the length of their blocks.
void set_scale(Spec& spec, const std::string& text) {
    const std::size_t slash = text.find('/');
    if (text == "none") {
        spec.scale.reset();
        spec.scale_block.reset();
        return;
    }
    set_knob(spec, "scale", text.substr(0, slash));
    if (slash != std::string::npos) set_knob(spec, "scale_block", text.substr(slash + 1));
}

/// Sets one value. The combination is validated later.
void set_axis(Point& point, const std::string& key, const std::string& value) {
    if (key == "order") {
        point.order = read_name<Order>(key, value);
    } else if (key == "distribution") {
        point.distribution = read_name<Distribution>(key, value);
    } else if (key == "c_distribution") {
        point.c = parse_c(value);
    } else if (key == "scale") {
        set_scale(point.spec, value);
    } else if (key == "length") {
        point.length = read_length(value);
    } else if (key == "format") {
        set_knob(point.spec, "a", value);
        set_knob(point.spec, "b", value);
    } else {
        set_knob(point.spec, key, value);
    }
}

/// Throws SpecError if distribution npy has no files or rows that are too short.
void need_tensors(const Point& point) {
    if (point.distribution != Distribution::npy) return;
    if (!point.tensors)
        throw SpecError("distribution",
                        "distribution: npy needs a file; use --a-npy FILE, --b-npy FILE or both");
    if (point.length > point.tensors->columns())
        throw SpecError("length", "length: " + std::to_string(point.length) +
                                      " is not allowed; the rows of " + point.tensors->name() + " have " +
                                      std::to_string(point.tensors->columns()) + " elements");
}

/// Throws SpecError if a result of format d would be the c of another format.
void need_chainable(const Point& point) {
    const bool chain = point.length > static_cast<std::size_t>(point.spec.k) ||
                       point.order == Order::split_k || point.order == Order::kahan ||
                       point.order == Order::anti_kahan;
    if (!chain || point.spec.c == point.spec.d) return;
    throw SpecError("length", "length: " + std::to_string(point.length) + " with order " +
                                  std::string(name_of(point.order)) +
                                  " is not allowed, because results become c, and c is " +
                                  std::string(name_of(point.spec.c)) + " but d " +
                                  std::string(name_of(point.spec.d)));
}

/// Integers separated by colons; empty if the text is anything else.
std::vector<std::int64_t> read_range(const std::string& text) {
    std::vector<std::int64_t> out;
    const char* at = text.data();
    const char* const end = at + text.size();
    for (;; ++at) {
        std::int64_t value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc() || (next != end && *next != ':')) return {};
        out.push_back(value);
        if (next == end) return out;
        at = next;
    }
}

/// The number of values of a range after the first. Unsigned, because the ends may be 2^64 - 1 apart.
std::uint64_t steps_of(const std::vector<std::int64_t>& range, std::uint64_t step) {
    return (static_cast<std::uint64_t>(range[1]) - static_cast<std::uint64_t>(range[0])) / step;
}

}  // namespace

std::string Point::distribution_name() const {
    return distribution == Distribution::npy && tensors ? tensors->name()
                                                        : std::string(name_of(distribution));
}

std::string Point::instruction_name() const {
    if (!named) return "";
    std::string out = named->name;
    for (const Knob& knob : knobs()) {
        if (knob.key == "F" || knob.key == "recipe") continue;
        const boost::json::value now = knob.get(spec);
        if (now == knob.get(named->spec)) continue;
        out.append(" ").append(knob.key).append("=");
        out += now.is_null()     ? "default"
               : now.is_string() ? now.get_string().c_str()
                                 : boost::json::serialize(now);
    }
    return out;
}

std::string DrawnC::name() const {
    if (!distribution) return "zero";
    std::ostringstream out;
    out << name_of(*distribution);
    if (factor != 1) out << '*' << factor;
    return out.str();
}

DrawnC parse_c(const std::string& text) {
    if (text == "zero") return {};
    const std::size_t star = std::min(text.find('*'), text.size());
    DrawnC out{read_name<Distribution>("c_distribution", text.substr(0, star))};
    if (out.distribution == Distribution::npy)
        throw SpecError("c_distribution", "c_distribution: npy is not supported; c is drawn");
    if (star == text.size()) return out;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + star + 1, end, out.factor);
    if (error != std::errc() || stop != end || !std::isfinite(out.factor) || out.factor <= 0)
        throw SpecError("c_distribution", "c_distribution: \"" + text +
                                              "\" is not allowed; use zero, or a distribution and a positive "
                                              "factor, as in normal*32");
    return out;
}

std::string Point::key() const {
    const bool npy = distribution == Distribution::npy && tensors;
    const std::string drawn = distribution_name() + (npy ? '#' + std::to_string(tensors->fingerprint()) : "");
    boost::json::object out{{"spec", to_json_text(spec)},
                            {"order", name_of(order)},
                            {"distribution", drawn},
                            {"length", length},
                            {"samples", samples},
                            {"seed", seed},
                            {"convert", name_of(conversion)},
                            {"version", KARAT_VERSION}};
    if (c.distribution) out["c_distribution"] = c.name();
    if (named) out["instruction"] = instruction_name();
    return boost::json::serialize(out);
}

Axis parse_axis(const std::string& key, const std::string& text) {
    Axis out{key, {}};
    std::size_t start = 0;
    while (start <= text.size()) {
        const std::size_t comma = std::min(text.find(',', start), text.size());
        const std::string word = text.substr(start, comma - start);
        start = comma + 1;
        if (word.find(':') == std::string::npos) {
            if (word.empty()) throw SpecError(key, key + ": \"" + text + "\" has an empty value");
            out.values.push_back(word);
            continue;
        }
        const std::vector<std::int64_t> range = read_range(word);
        const std::int64_t step = range.size() == 3 ? range[2] : 1;
        if (range.size() < 2 || range.size() > 3 || step < 1 || range[1] < range[0] ||
            steps_of(range, static_cast<std::uint64_t>(step)) > 100000) {
            throw SpecError(key, key + ": \"" + word +
                                     "\" is not a valid range; write FIRST:LAST or FIRST:LAST:STEP, "
                                     "at most 100001 values");
        }
        const auto jump = static_cast<std::uint64_t>(step);  // unsigned: the range may span all 64 bits
        for (std::uint64_t i = 0; i <= steps_of(range, jump); ++i)
            out.values.push_back(
                std::to_string(static_cast<std::int64_t>(static_cast<std::uint64_t>(range[0]) + i * jump)));
    }
    return out;
}

Grid make_grid(const Point& base, const std::vector<Axis>& axes) {
    Grid out;
    std::size_t total = 1;
    for (const Axis& axis : axes) {
        for (const std::string& value : axis.values) {
            Point trial = base;  // an invalid name or value is an error, not an empty grid
            set_axis(trial, axis.key, value);
        }
        total *= axis.values.size();
        if (total > 10000000)
            throw SpecError(axis.key, axis.key + ": the grid has more than 10000000 points");
    }
    for (std::size_t index = 0; index < total; ++index) {
        Point point = base;
        std::string settings;
        std::size_t rest = index;
        std::size_t period = total;
        bool length_set = false;
        for (const Axis& axis : axes) {
            period /= axis.values.size();
            const std::string& value = axis.values[rest / period];
            rest %= period;
            settings += (settings.empty() ? "" : " ") + axis.key + '=' + value;
            set_axis(point, axis.key, value);
            length_set |= axis.key == "length";
        }
        if (!length_set && base.length == 0) point.length = static_cast<std::size_t>(point.spec.k);
        try {
            validate(point.spec);
            need_tensors(point);
            need_chainable(point);
            if (point.spec.scale && point.order != Order::natural)
                throw SpecError("order", "order: " + std::string(name_of(point.order)) +
                                             " is not supported together with scale factors; use natural");
            out.points.push_back(std::move(point));
        } catch (const SpecError& error) {
            out.refused.push_back({settings, error.what()});
        }
    }
    return out;
}

}  // namespace karat::sweep
