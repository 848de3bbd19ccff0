// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/gemm/output_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "karat_cli/commands.hpp"

namespace karat::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const NamedPath& output, const std::string& why) {
    throw UsageError(output.option + " " + (output.path.empty() ? "\"\"" : output.path) + ": " + why);
}

/// The target of a chain of symbolic links, whether or not it exists.
fs::path target_of(fs::path path) {
    std::error_code ignored;
    for (int links = 0; links < 40 && fs::is_symlink(path, ignored); ++links) {
        const fs::path next = fs::read_symlink(path, ignored);
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path;
}

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Whether the path is a device, a pipe, or an alias of an open file such as /dev/stdout. These are written
/// in place, not replaced.
bool is_written_in_place(const fs::path& path) {
    std::error_code ignored;
    const std::string& text = path.native();
    return text.starts_with("/dev/") || text.starts_with("/proc/") ||
           (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored));
}

bool may_write(const fs::path& path) { return access(path.c_str(), W_OK) == 0; }

void require_writable(const NamedPath& output) {
    if (output.path.empty()) refuse(output, "name a file");
    if (output.path == "-") refuse(output, "name a file, or /dev/stdout for standard output");
    std::error_code ignored;
    if (fs::is_directory(output.path, ignored)) refuse(output, "is a folder, not a file");
    if (fs::exists(output.path, ignored)) {
        if (!may_write(output.path)) refuse(output, "no permission to write the file");
        return;
    }
    const fs::path folder = folder_of(target_of(output.path));
    if (!fs::is_directory(folder, ignored)) refuse(output, "there is no folder " + folder.string());
    if (!may_write(folder)) refuse(output, "no permission to create a file in the folder " + folder.string());
}

/// Returns false if the text could not be written completely.
bool write_text(const fs::path& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    return static_cast<bool>(out);
}

/// Replaces the file by a new one with this text. Returns false on failure; then nothing has changed.
bool replace(const fs::path& path, const std::string& text) {
    std::string beside = path.string() + ".XXXXXX";
    const int made = mkstemp(beside.data());
    if (made < 0) return false;
    (void)close(made);
    std::error_code error;
    const fs::file_status old = fs::status(path, error);
    const mode_t mask = umask(0);  // for the permissions of an ordinary new file; mkstemp's are 0600
    (void)umask(mask);
    fs::permissions(beside, fs::exists(old) ? old.permissions() : static_cast<fs::perms>(0666 & ~mask),
                    error);
    if (write_text(beside, text))
        fs::rename(beside, path, error = {});
    else
        error = std::make_error_code(std::errc::io_error);
    if (!error) return true;
    fs::remove(beside, error);
    return false;
}

}  // namespace

bool same_file(const std::string& one, const std::string& other) {
    std::error_code error;
    if (is_written_in_place(one) || is_written_in_place(other)) return false;
    if (fs::exists(one, error) && fs::exists(other, error)) return fs::equivalent(one, other, error);
    const auto place = [&](const std::string& path) {
        return fs::weakly_canonical(fs::absolute(target_of(path), error), error);
    };
    return place(one) == place(other);
}

void require_outputs(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& inputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        require_writable(outputs[i]);
        for (const NamedPath& input : inputs) {
            if (same_file(outputs[i].path, input.path))
                refuse(outputs[i], "is the file that " + input.option + " reads; name another");
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (same_file(outputs[i].path, outputs[j].path))
                refuse(outputs[i], "is also the file of " + outputs[j].option + "; name another");
        }
    }
}

void write_output(const NamedPath& output, const std::string& text) {
    std::error_code ignored;
    const fs::path path = target_of(output.path);
    const bool in_place =
        is_written_in_place(output.path) || (fs::exists(path, ignored) && !may_write(folder_of(path)));
    if (in_place ? !write_text(output.path, text) : !replace(path, text))
        refuse(output, "the file cannot be written");
}

}  // namespace karat::cli
