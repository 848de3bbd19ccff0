// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of specifications.
#pragma once
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "karat/error.hpp"
#include "karat/recipe/json/spec_json.hpp"

namespace karat {

/// For GoogleTest's messages.
inline void PrintTo(const Spec& spec, std::ostream* out) { *out << to_json_text(spec); }

}  // namespace karat

namespace karat::test {

/// Expects a SpecError about `key` whose message contains all `parts`.
template <class Action>
void expect_refused(Action action, const std::string& key, const std::vector<std::string>& parts) {
    try {
        action();
        ADD_FAILURE() << "accepted; expected an error about \"" << key << '"';
    } catch (const SpecError& error) {
        EXPECT_EQ(error.key(), key) << error.what();
        const std::string sentence = error.what();
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
        for (const std::string& part : parts)
            EXPECT_NE(sentence.find(part), std::string::npos) << "no \"" << part << "\" in: " << sentence;
    }
}

/// The same for the JSON text of a specification.
inline void expect_text_refused(const std::string& text, const std::string& key,
                                const std::vector<std::string>& parts) {
    SCOPED_TRACE(text.substr(0, 200));
    expect_refused([&] { (void)spec_from_json_text(text); }, key, parts);
}

/// `{"karat_spec": 1, "algorithm": "<algorithm>", <pairs>}`
[[nodiscard]] inline std::string spec_text(const std::string& algorithm, const std::string& pairs) {
    return R"({"karat_spec": 1, "algorithm": ")" + algorithm + "\"" + (pairs.empty() ? "" : ", ") + pairs +
           "}";
}

}  // namespace karat::test
