// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <iostream>

#include "karat_cli/commands.hpp"

namespace karat::cli {
namespace {

std::string& command() {
    static std::string text = "karat";
    return text;
}

}  // namespace

const std::string& program() { return command(); }

int run_main(int argc, char** argv, const std::function<int(const Arguments&)>& run) {
    try {
        if (argc > 0) command() = argv[0];
        const int status = run({argv + (argc > 0 ? 1 : 0), argv + argc});
        std::cout.flush();
        if (!std::cout) throw std::runtime_error("cannot write to standard output");
        return status;
    } catch (const std::exception& error) {
        std::cerr << "karat: " << error.what() << '\n';
        return 2;
    }
}

}  // namespace karat::cli
