// SPDX-License-Identifier: Apache-2.0
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <mutex>
#include <set>

#include "karat/recipe/json/spec_json.hpp"
#include "karat_gemm/threads.hpp"
#include "karat_sweep/sweep.hpp"
#include "karat_tb/rtl/rtl_cost.hpp"

namespace karat::sweep {
namespace {

/// One combinational lane, so that the figures show only the cost of the knobs.
tb::RtlTile tile_of(const Spec& spec) { return {.m = 1, .n = 1, .stages = 0, .spec = spec}; }

struct Wanted {
    std::string spec;
    tb::RtlTile tile;
};

/// The specifications to synthesise, each once. Those without reference RTL are added to `out`.
std::vector<Wanted> wanted_of(const std::vector<Point>& points, const Database& database, CostOutcome& out) {
    const auto missing = database.specs_without_cost();
    std::set<std::string> seen;
    std::vector<Wanted> wanted;
    for (const Point& point : points) {
        const std::string spec = to_json_text(point.spec);
        if (!missing.contains(spec) || !seen.insert(spec).second) continue;
        try {
            (void)tb::rtl_files(tile_of(point.spec), "karat_top");
            wanted.push_back({spec, tile_of(point.spec)});
        } catch (const Error& error) {
            out.without.push_back({spec, error.what()});
        }
    }
    return wanted;
}

/// How long the syntheses take, roughly: as measured on one core for K from 4 to 32.
double expected_seconds(const std::vector<Wanted>& wanted, int threads) {
    double sum = 0;
    double longest = 0;
    for (const Wanted& each : wanted) {
        const double seconds = 1 + 0.6 * each.tile.spec.k;
        sum += seconds;
        longest = std::max(longest, seconds);
    }
    return std::max(longest, sum / (threads > 0 ? threads : oneapi::tbb::info::default_concurrency()));
}

}  // namespace

CostOutcome add_costs(const std::vector<Point>& points, Database& database, int threads, Meter* meter) {
    CostOutcome out;
    const std::vector<Wanted> wanted = wanted_of(points, database, out);
    if (meter != nullptr) {
        meter->expected = expected_seconds(wanted, threads);
        meter->all = wanted.size();
    }
    std::mutex mutex;
    Threads on(threads);
    on.run([&] {
        oneapi::tbb::parallel_for(std::size_t{0}, wanted.size(), [&](std::size_t i) {
            const tb::RtlCost cost = tb::rtl_cost(wanted[i].tile);
            const std::scoped_lock lock(mutex);
            database.set_cost(wanted[i].spec, {cost.small.area, cost.fast.depth});
            ++out.specs;
            if (meter != nullptr) meter->done = out.specs;
        });
    });
    return out;
}

}  // namespace karat::sweep
