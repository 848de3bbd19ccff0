// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: the input is a vector file. Either it is rejected with an error `fuzz:line: text`, or it
// is accepted and a written copy reads back with the same rows.
#include <sstream>
#include <string>

#include "fuzz.hpp"
#include "karat/error.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/vectors/vector_file.hpp"

using karat::fuzz::ensure;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    try {
        const karat::VectorFile file = karat::read_vectors(in, "fuzz");
        ensure(!file.rows.empty(), "a file without rows was accepted");
        const karat::DotAdd dot(file.spec);
        for (const karat::VectorRow& row : file.rows) {
            dot.check(row.operands());
            (void)dot(row.operands());
        }
        std::ostringstream written;
        karat::write_vectors(written, file);
        std::istringstream again(written.str());
        const karat::VectorFile copy = karat::read_vectors(again, "written");
        ensure(copy.spec == file.spec && copy.rows.size() == file.rows.size(),
               "a written file reads back differently");
        for (std::size_t i = 0; i < copy.rows.size(); ++i) {
            const karat::VectorRow &x = file.rows[i], &y = copy.rows[i];
            ensure(x.a == y.a && x.b == y.b && x.scale_a == y.scale_a && x.scale_b == y.scale_b &&
                       x.c == y.c && x.d == y.d,
                   "a written row reads back differently");
        }
    } catch (const karat::VectorError& error) {
        ensure(std::string_view(error.what()).substr(0, 5) == "fuzz:",
               "an error that does not name the file");
    }
    return 0;
}
