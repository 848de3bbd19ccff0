// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/json/json_text.hpp"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <set>
#include <vector>

#include "karat/error.hpp"

namespace karat {

namespace json = boost::json;

namespace {

/// Event handler of Boost.JSON's parser. Keeps the unescaped keys of every open object.
class KeyHandler {
   public:
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

    static bool on_document_begin(json::error_code& /*error*/) { return true; }
    static bool on_document_end(json::error_code& /*error*/) { return true; }
    bool on_object_begin(json::error_code& /*error*/) { return open(); }
    bool on_object_end(std::size_t /*n*/, json::error_code& /*error*/) { return close(); }
    bool on_array_begin(json::error_code& /*error*/) { return open(); }
    bool on_array_end(std::size_t /*n*/, json::error_code& /*error*/) { return close(); }
    bool on_key_part(json::string_view part, std::size_t /*n*/, json::error_code& /*error*/) {
        key_.append(part.data(), part.size());
        return true;
    }
    bool on_key(json::string_view last, std::size_t /*n*/, json::error_code& /*error*/) {
        key_.append(last.data(), last.size());
        Open& object = open_.back();
        object.child = object.path.empty() ? key_ : object.path + "." + key_;
        if (!object.keys.insert(key_).second) {
            const std::string place = object.path.empty() ? "" : object.path + ": ";
            throw SpecError(object.child, place + "key \"" + key_ + "\" appears twice");
        }
        key_.clear();
        return true;
    }
    static bool on_string_part(json::string_view /*text*/, std::size_t /*n*/, json::error_code& /*error*/) {
        return true;
    }
    bool on_string(json::string_view /*text*/, std::size_t /*n*/, json::error_code& /*error*/) {
        return value();
    }
    static bool on_number_part(json::string_view /*text*/, json::error_code& /*error*/) { return true; }
    bool on_int64(std::int64_t /*value*/, json::string_view /*text*/, json::error_code& /*error*/) {
        return value();
    }
    bool on_uint64(std::uint64_t /*value*/, json::string_view /*text*/, json::error_code& /*error*/) {
        return value();
    }
    bool on_double(double /*value*/, json::string_view /*text*/, json::error_code& /*error*/) {
        return value();
    }
    bool on_bool(bool /*value*/, json::error_code& /*error*/) { return value(); }
    bool on_null(json::error_code& /*error*/) { return value(); }
    static bool on_comment_part(json::string_view /*text*/, json::error_code& /*error*/) { return true; }
    static bool on_comment(json::string_view /*text*/, json::error_code& /*error*/) { return true; }

   private:
    /// An object or an array. The keys of an array stay empty, and its values are counted.
    struct Open {
        std::string path;
        std::string child;  ///< path of the value of the last key; empty for an array
        std::set<std::string> keys;
        std::size_t values = 0;
    };

    bool open() {
        std::string path;
        if (!open_.empty()) {
            const Open& parent = open_.back();
            path =
                parent.keys.empty() ? parent.path + "[" + std::to_string(parent.values) + "]" : parent.child;
        }
        open_.push_back({std::move(path), {}, {}, 0});
        return true;
    }
    bool close() {
        open_.pop_back();
        return value();
    }
    bool value() {
        if (!open_.empty()) ++open_.back().values;
        return true;
    }

    std::vector<Open> open_;
    std::string key_;
};

json::parse_options options() {
    json::parse_options out;
    out.max_depth = kMaxJsonDepth;
    return out;
}

}  // namespace

json::object parse_object(std::string_view text, const std::string& expected) {
    json::error_code error;
    json::basic_parser<KeyHandler> keys(options());
    const std::size_t read = keys.write_some(false, text.data(), text.size(), error);
    if (error) throw SpecError("", "not JSON at character " + std::to_string(read) + ": " + error.message());
    const std::size_t rest = std::min(text.find_first_not_of(" \t\r\n", read), text.size());
    if (rest < text.size()) {
        throw SpecError("",
                        "not JSON at character " + std::to_string(rest) + ": text after the specification");
    }
    const json::value value = json::parse({text.data(), text.size()}, {}, options());
    if (!value.is_object()) throw SpecError("", expected);
    return value.get_object();
}

void check_version(const json::object& object, std::string_view key, int version, const std::string& what) {
    const std::string name(key);
    const json::value* found = object.if_contains(key);
    if (found == nullptr) {
        throw SpecError(name, name + " is missing; " + what + " must contain \"" + name +
                                  "\": " + std::to_string(version));
    }
    if (!found->is_int64() || found->get_int64() != version) {
        throw SpecError(name, name + ": " + json::serialize(*found) + " is not a supported version; use " +
                                  std::to_string(version));
    }
}

}  // namespace karat
