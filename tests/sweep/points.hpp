// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of sweeps.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "karat_sweep/point.hpp"

namespace karat::sweep {

/// The path of a database that does not exist.
inline std::string fresh(const std::string& name) {
    std::string path = testing::TempDir() + "karat_sweep_" + name + ".db";
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path + ending);
    return path;
}

/// 300 samples of one dot-add.
inline Point small_point(int F = 20) {
    Point point;
    point.spec.F.bits = F;
    point.samples = 300;
    point.length = 16;
    return point;
}

}  // namespace karat::sweep
