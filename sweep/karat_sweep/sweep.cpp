// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/sweep.hpp"

#include "karat_sweep/samples.hpp"

namespace karat::sweep {

Outcome run_sweep(const std::vector<Point>& points, Database& database, int threads,
                  const std::function<void(std::size_t, std::size_t)>& tell) {
    Outcome out{points.size(), 0, 0};
    auto present = database.keys();
    std::vector<const Point*> missing;
    for (const Point& point : points) {
        if (present.insert(point.key()).second) missing.push_back(&point);
    }
    out.present = points.size() - missing.size();
    std::unique_ptr<Samples> samples;
    for (const Point* point : missing) {
        const Metrics metrics = measure(*point, samples, threads);
        database.insert(*point, metrics);
        out.converted += metrics.converted;
        out.converted_points += metrics.converted > 0 ? 1 : 0;
        ++out.done;
        if (tell) tell(out.done, missing.size());
    }
    return out;
}

}  // namespace karat::sweep
