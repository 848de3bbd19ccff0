// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check_main.hpp"

#include <iostream>

namespace karat::cli {
int check_main(int argc, char** argv, const Arguments& defaults, const Design& design) {
    try {
        if (argc > 0) set_program(argv[0]);
        const Arguments typed(argv + 1, argv + argc);
        Arguments arguments = typed;
        const bool names_a_spec = gives(arguments, "--spec") || gives(arguments, "--instruction");
        for (std::size_t i = 0; i + 1 < defaults.size(); i += 2) {
            const std::string& option = defaults[i];
            const bool subject = option == "--spec" || option == "--instruction" || option == "--arch";
            if (gives(arguments, option) || (subject && names_a_spec)) continue;
            arguments.push_back(option);
            arguments.push_back(defaults[i + 1]);
        }
        const int status = check(arguments, &design, typed);
        std::cout.flush();
        if (!std::cout) throw std::runtime_error("standard output cannot be written");
        return status;
    } catch (const std::exception& error) {
        std::cerr << "karat: " << error.what() << '\n';
        return 2;
    }
}

}  // namespace karat::cli
