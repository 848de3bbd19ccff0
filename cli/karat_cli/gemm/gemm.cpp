// SPDX-License-Identifier: Apache-2.0
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <iostream>

#include "karat_cli/command_table.hpp"
#include "karat_cli/gemm/gemm_input.hpp"

namespace karat::cli {

Interface gemm_interface() {
    Interface out{"gemm A.npy B.npy [C.npy] -o D.npy --arch ARCH --instruction NAME [OPTIONS]", "matrices"};
    po::options_description& options = out.options;
    add_subject_options(options);
    add_gemm_options(options);
    options.add_options()("output,o", po::value<std::string>(), "D.npy: file to write, required")(
        "json", "print a summary as JSON");
    return out;
}

int gemm_command(const Arguments& arguments) {
    const auto values = parse(arguments, gemm_interface());
    if (!values) return 0;
    const auto output = read_gemm_output(*values);
    if (!output) throw UsageError("give -o D.npy");
    const Subject subject = read_subject(*values);
    require_metadata(*values, subject);
    const GemmFiles files = read_gemm_files(*values);
    const auto start = std::chrono::steady_clock::now();
    const auto [operands, d, conversions] = multiply(files, subject.spec, *values);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    write_output(*output, npy_text(decode(d)));
    if (values->contains("json")) {
        boost::json::object report{{"output", output->path}, {"rows", d.rows},
                                   {"columns", d.columns},   {"format", name_of(d.format)},
                                   {"k", files.a.columns},   {"seconds", seconds}};
        add_conversions(report, read_conversion(*values), conversions);
        std::cout << boost::json::serialize(report) << '\n';
    } else {
        std::cout << output->path << ": " << d.rows << " x " << d.columns << ' ' << name_of(d.format)
                  << ", k = " << files.a.columns << ", " << subject_arguments(subject) << '\n';
        print_conversions(std::cout, read_conversion(*values), conversions);
    }
    return 0;
}

}  // namespace karat::cli
