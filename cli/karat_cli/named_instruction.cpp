// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/named_instruction.hpp"

#include "karat/instruction/names.hpp"
#include "karat/instruction/registry.hpp"
#include "karat_cli/commands.hpp"

namespace karat::cli {

Instruction named_instruction(const std::string& arch, const std::string& name) {
    const std::size_t slash = name.find('/');
    if (slash == std::string::npos) return find_instruction(arch, name);
    const Arch own = required_arch(name.substr(0, slash));
    if (!arch.empty() && required_arch(arch) != own)
        throw UsageError("--instruction " + name + ": names another architecture than --arch " + arch);
    return find_instruction(own, name.substr(slash + 1));
}

}  // namespace karat::cli
