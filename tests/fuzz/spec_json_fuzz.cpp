// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: the input is a JSON specification. Either it is rejected with a SpecError, or it is
// accepted, survives a round trip through JSON and evaluates.
#include <cstdlib>
#include <string_view>
#include <vector>

#include "fuzz.hpp"
#include "karat/error.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/recipe/json/spec_json.hpp"

using karat::fuzz::ensure;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const karat::Spec spec = karat::spec_from_json_text({reinterpret_cast<const char*>(data), size});
        ensure(karat::spec_from_json_text(karat::to_json_text(spec)) == spec,
               "a specification changes in a round trip through JSON");
        const karat::DotAdd dot(spec);
        // The bytes of the text are also the operands. For every specification and all operands, the result
        // of a dot-add fits the width of d.
        karat::fuzz::Bytes from(data, size);
        const auto take = [&](std::size_t count, karat::Format format) {
            std::vector<std::uint64_t> out(count);
            for (std::uint64_t& x : out) x = from.word() & karat::info(format).encoding_mask();
            return out;
        };
        const auto k = static_cast<std::size_t>(spec.k);
        const auto a = take(k, spec.a);
        const auto b = take(k, spec.b);
        const auto scale_a = take(dot.scale_count(), spec.scale.value_or(karat::Format::ue8m0));
        const auto scale_b = take(dot.scale_count(), spec.scale.value_or(karat::Format::ue8m0));
        const karat::Operands in{a, b, scale_a, scale_b, take(1, spec.c)[0]};
        dot.check(in);
        const std::uint64_t d = dot(in);
        ensure((d & ~karat::info(spec.d).encoding_mask()) == 0, "d is wider than its format");
        karat::Trace trace;
        ensure(dot.traced(in, trace) == d, "a traced dot-add gives another result");
    } catch (const karat::SpecError& error) {
        ensure(std::string_view(error.what()).size() > 0, "an error without a text");
    }
    return 0;
}
