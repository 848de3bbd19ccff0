// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/sweep.hpp"

#include "karat_sweep/samples.hpp"

namespace karat::sweep {

Outcome run_sweep(const std::vector<Point>& points, Database& database, int threads, Meter* meter) {
    Outcome out{points.size(), 0, 0};
    auto present = database.keys();
    std::vector<const Point*> missing;
    for (const Point& point : points) {
        if (present.insert(point.key()).second) missing.push_back(&point);
    }
    out.present = points.size() - missing.size();
    std::unique_ptr<Samples> samples;
    if (meter != nullptr) meter->all = missing.size();
    for (const Point* point : missing) {
        const Metrics metrics = measure(*point, samples, threads, meter);
        database.insert(*point, metrics);
        out.converted += metrics.converted;
        out.converted_points += metrics.converted > 0 ? 1 : 0;
        ++out.done;
        if (meter == nullptr) continue;
        meter->step = 0;
        meter->done = out.done;
    }
    return out;
}

}  // namespace karat::sweep
