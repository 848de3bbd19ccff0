// SPDX-License-Identifier: Apache-2.0
// What the differences of two GPUs depend on.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "karat/evaluate/packed.hpp"
#include "karat/text/text.hpp"
#include "karat_cli/gemm/gpu_result.hpp"

namespace karat::cli {
namespace {

constexpr std::size_t kMostParts = 16;

std::string range(const std::string& what, double from, double to) {
    std::ostringstream out;
    const auto is_place = [](double x) { return x >= 0 && x < 1e9 && x == std::floor(x); };
    out.precision(is_place(from) && is_place(to) ? 10 : 3);
    out << what << ' ' << from << ".." << to;
    return out.str();
}

/// By a place, 0..places - 1, of each element: contiguous parts of equal size.
template <class PlaceOf>
Dependence by_place(const char* name, std::size_t places, const Distances& between, PlaceOf place_of) {
    const std::size_t parts = std::min(kMostParts, places);
    std::vector<std::vector<double>> groups(parts);
    std::vector<std::string> names(parts);
    std::vector<std::size_t> first(parts, places);
    std::vector<std::size_t> last(parts, 0);
    for (std::size_t i = 0; i < between.ulps.size(); ++i) {
        const std::size_t place = place_of(i);
        const std::size_t part = place * parts / places;
        groups[part].push_back(std::abs(between.ulps[i]));
        first[part] = std::min(first[part], place);
        last[part] = std::max(last[part], place);
    }
    for (std::size_t part = 0; part < parts; ++part)
        names[part] = range(name, static_cast<double>(first[part]), static_cast<double>(last[part]));
    return dependence(name, "ulp", names, groups);
}

/// By a magnitude of each element: parts of about equal size, equal magnitudes in the same part.
Dependence by_magnitude(const char* by, const char* name, const std::vector<double>& magnitudes,
                        const Distances& between) {
    constexpr std::size_t parts = 8;
    std::vector<std::size_t> order(magnitudes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return magnitudes[i]; });
    std::vector<std::vector<double>> groups;
    std::vector<std::string> names;
    const std::size_t size = std::max<std::size_t>(1, (order.size() + parts - 1) / parts);
    for (std::size_t from = 0, to = 0; from < order.size(); from = to) {
        to = std::min(from + size, order.size());
        while (to < order.size() && magnitudes[order[to]] == magnitudes[order[to - 1]]) ++to;
        groups.emplace_back();
        for (std::size_t i = from; i < to; ++i) groups.back().push_back(std::abs(between.ulps[order[i]]));
        names.push_back(range(name, magnitudes[order[from]], magnitudes[order[to - 1]]));
    }
    return dependence(by, "ulp", names, groups);
}

double value_at(const Encoded& matrix, std::size_t row, std::size_t column) {
    const std::size_t at = row * matrix.columns + column;
    return to_double(load_packed(matrix.data, at, info(matrix.format).bits), matrix.format);
}

/// The largest magnitude in the row of A times that in the column of B, for each element.
std::vector<double> operand_magnitudes(const Operands& in) {
    std::vector<double> rows(in.a.rows);
    std::vector<double> columns(in.b.columns);
    for (std::size_t i = 0; i < in.a.rows; ++i)
        for (std::size_t k = 0; k < in.a.columns; ++k)
            rows[i] = std::fmax(rows[i], std::abs(value_at(in.a, i, k)));
    for (std::size_t k = 0; k < in.b.rows; ++k)
        for (std::size_t j = 0; j < in.b.columns; ++j)
            columns[j] = std::fmax(columns[j], std::abs(value_at(in.b, k, j)));
    std::vector<double> out;
    for (const double row : rows)
        for (const double column : columns) out.push_back(row * column);
    return out;
}

/// The step between sums over the first products of k: a multiple of both instructions' k and scale blocks,
/// with at most kMostParts steps.
std::size_t step_of(const GpuResult& first, const GpuResult& second) {
    std::size_t out = 1;
    for (const Spec* spec : {&first.spec, &second.spec}) {
        out = std::lcm(out, static_cast<std::size_t>(spec->k));
        if (spec->scale) out = std::lcm(out, static_cast<std::size_t>(spec->scale_block_or_default()));
    }
    const std::size_t steps = (first.operands.a.columns + out - 1) / out;
    return out * ((steps + kMostParts - 1) / kMostParts);
}

/// By what each block of k adds to the difference: the sums over the first products of k are what the
/// accumulators hold there.
Dependence by_block(const GpuResult& first, const GpuResult& second, const GemmOptions& options) {
    const std::size_t all = first.operands.a.columns;
    const std::size_t step = step_of(first, second);
    std::vector<std::vector<double>> rows(first.d.rows * first.d.columns);
    std::vector<double> before(rows.size());
    std::vector<std::string> names;
    Progress progress("blocks of k compared");
    progress.meter.all = (all + step - 1) / step;
    for (std::size_t from = 0; from < all; from += step) {
        const std::size_t k = std::min(from + step, all);
        const Encoded x = product_of(first.spec, first.operands, k, options);
        const Encoded y = product_of(second.spec, second.operands, k, options);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double now =
                value_at(y, i / y.columns, i % y.columns) - value_at(x, i / x.columns, i % x.columns);
            rows[i].push_back(std::abs(now - before[i]));
            before[i] = now;
        }
        names.push_back(range("k", static_cast<double>(from), static_cast<double>(k - 1)));
        ++progress.meter.done;
    }
    std::erase_if(rows, [](const std::vector<double>& row) {
        return !std::ranges::all_of(row, [](double x) { return std::isfinite(x); });
    });
    return repeated_dependence("block of k", "", names, rows);
}

}  // namespace

std::vector<Dependence> dependences(const GpuResult& first, const GpuResult& second, const Distances& between,
                                    const po::variables_map& values) {
    std::vector<Dependence> out;
    if (between.different == 0) return out;
    const std::size_t columns = first.d.columns;
    out.push_back(by_place("rows", first.d.rows, between, [&](std::size_t i) { return i / columns; }));
    out.push_back(by_place("columns", columns, between, [&](std::size_t i) { return i % columns; }));
    std::vector<double> results;
    for (std::size_t i = 0; i < between.ulps.size(); ++i)
        results.push_back(
            std::abs(first.from_exact ? first.exact[i] : value_at(first.d, i / columns, i % columns)));
    out.push_back(by_magnitude("magnitude of the result", "|d|", results, between));
    if (!first.spec.scale)
        out.push_back(by_magnitude("magnitude of the operands", "largest |a b|",
                                   operand_magnitudes(first.operands), between));
    const GemmOptions options = read_gemm_options(values);
    const bool chained = options.order == Order::natural && first.spec.metadata == Metadata::none;
    if (chained && step_of(first, second) < first.operands.a.columns)
        out.push_back(by_block(first, second, options));
    return out;
}

}  // namespace karat::cli
