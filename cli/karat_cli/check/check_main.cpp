// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_main.hpp"

#include "karat_cli/check/linked_main.hpp"

namespace karat::cli {
namespace {

/// `typed`, followed by the defaults for options it does not give. The default specification is dropped if
/// `typed` has --spec or --instruction.
Arguments completed(const Arguments& typed, const Arguments& defaults) {
    Arguments out = typed;
    const bool names_a_spec = gives(typed, "--spec") || gives(typed, "--instruction");
    for (std::size_t i = 0; i + 1 < defaults.size(); i += 2) {
        const std::string& option = defaults[i];
        const bool subject = option == "--spec" || option == "--instruction" || option == "--arch";
        if (gives(typed, option) || (subject && names_a_spec)) continue;
        out.push_back(option);
        out.push_back(defaults[i + 1]);
    }
    return out;
}

}  // namespace

int check_main(int argc, char** argv, const Arguments& defaults, const Design& design) {
    return run_main(argc, argv, [&](const Arguments& typed) {
        return check(completed(typed, defaults), &design, typed);
    });
}

int linked_main(int argc, char** argv, std::span<const char* const> defaults, karat_candidate_open_fn open) {
    return check_main(argc, argv, Arguments(defaults.begin(), defaults.end()), LinkedDesign(open));
}

}  // namespace karat::cli
