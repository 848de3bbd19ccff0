// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/gemm/heat_map.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace karat::cli {
namespace {

constexpr std::size_t kMaxCells = 128;
constexpr int kSide = 512;  // of a heat map, in pixels
constexpr int kMargin = 40;
constexpr int kLegend = 130;
constexpr int kSteps = 6;  // entries of the legend besides 0

/// A matrix reduced to at most kMaxCells x kMaxCells cells; a cell has the largest of its elements.
struct Cells {
    std::size_t rows, columns;
    std::vector<double> values;
    double largest = 0;

    explicit Cells(const HeatMap& map)
        : rows(std::min(map.rows, kMaxCells)),
          columns(std::min(map.columns, kMaxCells)),
          values(rows * columns) {
        for (std::size_t i = 0; i < map.rows; ++i) {
            for (std::size_t j = 0; j < map.columns; ++j) {
                double& cell = values[i * rows / map.rows * columns + j * columns / map.columns];
                cell = std::max(cell, map.values[i * map.columns + j]);
                largest = std::max(largest, cell);
            }
        }
    }
};

/// White for 0, else from pale yellow (1 ulp) to dark red (the largest), on a logarithmic scale.
std::string colour(double value, double largest) {
    if (value == 0) return "#ffffff";
    const double share = largest > 1 ? std::log2(1 + value) / std::log2(1 + largest) : 1;
    const auto mix = [&](int low, int high) {
        return static_cast<int>(std::lround(low + (high - low) * share));
    };
    std::ostringstream out;
    out << '#' << std::hex << std::setfill('0') << std::setw(2) << mix(255, 127) << std::setw(2)
        << mix(237, 0) << std::setw(2) << mix(160, 38);
    return out.str();
}

void draw(std::ostream& out, const HeatMap& map, int top) {
    const Cells cells(map);
    const double width = double{kSide} / static_cast<double>(std::max<std::size_t>(1, cells.columns));
    const double height = double{kSide} / static_cast<double>(std::max<std::size_t>(1, cells.rows));
    out << "<text x='" << kMargin << "' y='" << top + 25 << "' font-size='15'>" << map.title << "</text>\n";
    out << "<rect x='" << kMargin << "' y='" << top + kMargin << "' width='" << kSide << "' height='" << kSide
        << "' fill='#ffffff' stroke='#888888'/>\n";
    for (std::size_t i = 0; i < cells.rows; ++i) {
        for (std::size_t j = 0; j < cells.columns; ++j) {
            const double value = cells.values[i * cells.columns + j];
            if (value == 0) continue;
            out << "<rect x='" << kMargin + static_cast<double>(j) * width << "' y='"
                << top + kMargin + static_cast<double>(i) * height << "' width='" << width << "' height='"
                << height << "' fill='" << colour(value, cells.largest) << "'/>\n";
        }
    }
    const int x = kMargin + kSide + 20;
    for (int step = 0; step <= kSteps && cells.largest > 0; ++step) {
        const double value =
            step == 0 ? 0 : std::round(std::exp2(std::log2(1 + cells.largest) * step / kSteps) - 1);
        const int y = top + kMargin + step * 24;
        out << "<rect x='" << x << "' y='" << y << "' width='18' height='18' fill='"
            << colour(value, cells.largest) << "' stroke='#888888'/><text x='" << x + 26 << "' y='" << y + 14
            << "' font-size='13'>" << value << " ulp</text>\n";
    }
    if (cells.largest == 0)
        out << "<text x='" << x << "' y='" << top + kMargin + 14 << "' font-size='13'>no difference</text>\n";
}

}  // namespace

std::string draw_heat_maps(const std::vector<HeatMap>& maps) {
    const int one = kSide + 2 * kMargin;
    std::ostringstream out;
    out << "<svg xmlns='http://www.w3.org/2000/svg' width='" << one + kLegend << "' height='"
        << one * static_cast<int>(maps.size())
        << "' font-family='sans-serif'>\n<rect width='100%' height='100%' fill='#ffffff'/>\n";
    for (std::size_t i = 0; i < maps.size(); ++i) draw(out, maps[i], one * static_cast<int>(i));
    out << "</svg>\n";
    return out.str();
}

}  // namespace karat::cli
