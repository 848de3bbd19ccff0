// SPDX-License-Identifier: Apache-2.0
// Shared by everything that is built from the reference RTL: the folder of its sources, the cache folder of
// the results, and the cache key.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace karat::tb {

using TextFiles = std::vector<std::pair<std::string, std::string>>;  ///< name, text

/// The folder that contains rtl_ref/ and tb/candidate/: $KARAT_HOME, else share/karat in the prefix where
/// this program is installed, else the source tree it was built from.
[[nodiscard]] std::filesystem::path source_root();

/// The cache folder: $KARAT_CACHE, else $XDG_CACHE_HOME/karat, else ~/.cache/karat. Throws karat::Error
/// if none of these is set.
[[nodiscard]] std::filesystem::path cache_root();

/// Reads a source file. Throws karat::Error, which names the file, if it cannot be opened.
[[nodiscard]] std::string source_text(const std::filesystem::path& path);

/// The list of the cells of the reference RTL, relative to source_root().
inline constexpr const char* kCells = "rtl_ref/karat_cells.f";

/// The files of that list under `root`, in the order of the list. Throws karat::Error if it cannot be opened.
[[nodiscard]] std::vector<std::filesystem::path> cell_files(const std::filesystem::path& root);

/// Throws karat::Error, which names the file, if it cannot be written.
void write_text(const std::filesystem::path& path, const std::string& text);

/// Creates a new, empty work folder beside `home`. Results can be moved from it into place atomically, so
/// that concurrent builds do not interfere. Removes the work folders of builds interrupted a day ago or more.
/// Throws karat::Error, which names the parent folder, if none can be created.
[[nodiscard]] std::filesystem::path work_folder(const std::filesystem::path& home);

/// FNV-1a hash over everything that a result depends on. It is a cache key, not a cryptographic hash.
class Fingerprint {
   public:
    void add(const std::string& text);
    /// Adds the names and texts of files, sorted by path, so that the order of a directory listing does not
    /// matter.
    void add_files(std::vector<std::filesystem::path> paths);
    /// Adds the cells of the reference RTL under `root`, and the files in `more`.
    void add_rtl(const std::filesystem::path& root, std::vector<std::filesystem::path> more = {});
    [[nodiscard]] std::string text() const;

   private:
    std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

}  // namespace karat::tb
