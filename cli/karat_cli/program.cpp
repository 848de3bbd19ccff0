// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/commands.hpp"

namespace karat::cli {
namespace {

std::string& command() {
    static std::string text = "karat";
    return text;
}

}  // namespace

const std::string& program() { return command(); }
void set_program(std::string typed) { command() = std::move(typed); }

}  // namespace karat::cli
