// SPDX-License-Identifier: Apache-2.0
// Verilator's run-time library, which is the same for every candidate that is built in the same way: its
// object files are kept in the cache, so that the next candidate does not compile it again.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace karat::tb {

class RuntimeObjects {
   public:
    /// `work`: the folder with Verilator's makefiles, before make. `variables`: those of make that change
    /// how objects are compiled.
    RuntimeObjects(const std::filesystem::path& work, const std::string& variables);

    /// Copies the objects into the work folder, if they are in the cache, so that make takes them as done.
    void fetch();
    /// After make: puts the objects into the cache, unless they came from there. It is no error if they
    /// cannot be written.
    void keep() const;

   private:
    std::filesystem::path work_, home_;
    std::vector<std::string> names_;
    bool fetched_ = false;
};

}  // namespace karat::tb
