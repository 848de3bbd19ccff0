// SPDX-License-Identifier: Apache-2.0
// What everything made from the reference RTL shares: where its sources are, where results are kept, and the
// key they are kept under.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace karat::tb {

using TextFiles = std::vector<std::pair<std::string, std::string>>;  ///< name, text

/// Where rtl_ref/ and tb/candidate/ are: $KARAT_HOME, else share/karat of the place this program was
/// installed to, else the source tree it was built from.
[[nodiscard]] std::filesystem::path source_root();

/// Where results are kept: $KARAT_CACHE, else $XDG_CACHE_HOME/karat, else ~/.cache/karat. Throws karat::Error
/// if none of these is set.
[[nodiscard]] std::filesystem::path cache_root();

/// A source's text. Throws karat::Error naming the file.
[[nodiscard]] std::string source_text(const std::filesystem::path& path);

/// Throws karat::Error naming the file if it cannot be written.
void write_text(const std::filesystem::path& path, const std::string& text);

/// A new, empty folder beside `home` to work in, so that what is made there can be moved to its place whole
/// and two makers at once do no harm. Those of builds interrupted a day ago or more are removed. Throws
/// karat::Error naming the folder.
[[nodiscard]] std::filesystem::path work_folder(const std::filesystem::path& home);

/// FNV-1a over everything a result depends on: a key, not a secret.
class Fingerprint {
   public:
    void add(const std::string& text);
    /// Names and texts of files, sorted by path, so that the order in which a folder lists them does not
    /// matter.
    void add_files(std::vector<std::filesystem::path> paths);
    /// Every file of the reference RTL below `root`.
    void add_rtl(const std::filesystem::path& root, std::vector<std::filesystem::path> more = {});
    [[nodiscard]] std::string text() const;

   private:
    std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

}  // namespace karat::tb
