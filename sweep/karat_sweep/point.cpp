// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/point.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>

#include "karat/algorithm/knobs.hpp"
#include "karat/algorithm/plan.hpp"
#include "karat/algorithm/spec_json.hpp"
#include "karat/error.hpp"

namespace karat::sweep {
namespace {

template <class Enum>
Enum read_name(const std::string& key, const std::string& text) {
    std::string allowed;
    for (std::size_t i = 0; i < EnumNames<Enum>::names.size(); ++i) {
        if (EnumNames<Enum>::names[i] == text) return static_cast<Enum>(i);
        allowed += (i == 0 ? "" : ", ") + std::string(EnumNames<Enum>::names[i]);
    }
    throw SpecError(key, key + ": \"" + text + "\" is not allowed; use " + allowed);
}

std::size_t read_length(const std::string& text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > 1048576) {
        throw SpecError("length", "length: \"" + text + "\" is not allowed; use 1..1048576");
    }
    return value;
}

/// Sets one value. Whether the whole is possible is seen later.
void set_axis(Point& point, const std::string& key, const std::string& value) {
    if (key == "order") {
        point.order = read_name<Order>(key, value);
    } else if (key == "distribution") {
        point.distribution = read_name<Distribution>(key, value);
    } else if (key == "length") {
        point.length = read_length(value);
    } else if (key == "format") {
        set_knob(point.spec, "a", value);
        set_knob(point.spec, "b", value);
    } else {
        set_knob(point.spec, key, value);
    }
}

/// What distribution npy can give.
void need_tensors(const Point& point) {
    if (point.distribution != Distribution::npy) return;
    if (!point.tensors) throw SpecError("distribution", "distribution: npy needs a file; use --a-npy FILE, --b-npy FILE or both");
    if (point.length > point.tensors->columns())
        throw SpecError("length", "length: " + std::to_string(point.length) + " is not allowed; the rows of " + point.tensors->name() +
                                      " have " + std::to_string(point.tensors->columns()) + " elements");
}

/// Three numbers "first:last[:step]", or nothing.
std::vector<long> read_range(const std::string& text) {
    std::vector<long> out;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        long value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc() || (next != end && *next != ':')) return {};
        out.push_back(value);
        at = next + 1;
    }
    return out;
}

}  // namespace

std::string Point::distribution_name() const {
    return distribution == Distribution::npy && tensors ? tensors->name() : std::string(name_of(distribution));
}

std::string Point::key() const {
    const bool npy = distribution == Distribution::npy && tensors;
    const std::string drawn = distribution_name() + (npy ? '#' + std::to_string(tensors->fingerprint()) : "");
    return boost::json::serialize(boost::json::object{{"spec", to_json_text(spec)},
                                                      {"order", name_of(order)},
                                                      {"distribution", drawn},
                                                      {"length", length},
                                                      {"samples", samples},
                                                      {"seed", seed},
                                                      {"version", KARAT_VERSION}});
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
        const std::vector<long> range = read_range(word);
        const long step = range.size() == 3 ? range[2] : 1;
        if (range.size() < 2 || range.size() > 3 || step < 1 || range[1] < range[0] || (range[1] - range[0]) / step > 100000) {
            throw SpecError(key, key + ": \"" + word + "\" is no range; write FIRST:LAST or FIRST:LAST:STEP");
        }
        for (long value = range[0]; value <= range[1]; value += step) out.values.push_back(std::to_string(value));
    }
    return out;
}

Grid make_grid(const Point& base, const std::vector<Axis>& axes) {
    Grid out;
    std::size_t total = 1;
    for (const Axis& axis : axes) {
        for (const std::string& value : axis.values) {
            Point trial = base;  // a bad name or value is an error, not an empty grid
            set_axis(trial, axis.key, value);
        }
        total *= axis.values.size();
        if (total > 10000000) throw SpecError(axis.key, axis.key + ": the grid has more than 10000000 points");
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
            const Plan plan(point.spec);
            need_tensors(point);
            if (point.spec.scale && point.order != Order::natural)
                throw SpecError("order", "order: " + std::string(name_of(point.order)) + " is not there with scale factors; use natural");
            out.points.push_back(std::move(point));
        } catch (const SpecError& error) {
            out.refused.push_back({settings, error.what()});
        }
    }
    return out;
}

}  // namespace karat::sweep
