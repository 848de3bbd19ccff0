// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "karat_tb/rtl/interrupt.hpp"

namespace karat::tb {
namespace {

/// Whether the program exists. ENOENT alone does not tell, since it may refer to the log or the folder.
bool is_on_path(const std::string& program) {
    if (program.find('/') != std::string::npos) return ::access(program.c_str(), F_OK) == 0;
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (::access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0) return true;
    }
    return false;
}

}  // namespace

ProgramEnd run_program(const std::vector<std::string>& words, const std::string& log,
                       const std::string& folder) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                     0644);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    // a process group of its own, so that a signal to us can end what it has started as well
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = 0;
    const int error = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return {0, error};
    const EndsWithUs ends(child);
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return {0, errno};
    }
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), 0};
}

std::string start_failure(const std::string& program, const std::string& package, int start_error) {
    if (start_error == ENOENT && !is_on_path(program))
        return program + " is not installed; install the package " + package;
    return program + " cannot be started: " + std::generic_category().message(start_error);
}

}  // namespace karat::tb
