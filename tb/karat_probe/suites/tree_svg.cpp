// SPDX-License-Identifier: Apache-2.0
// The drawing of a summation tree: summands below, the result on top.
#include <algorithm>
#include <sstream>

#include "karat_probe/suites/tree.hpp"

namespace karat::probe {
namespace {

constexpr double kMargin = 30;
constexpr double kTop = 64;
constexpr double kRadius = 12;

class Drawing {
   public:
    explicit Drawing(const SumTree& tree) : k_(tree.leaves() - 1), depth_(tree.depth()) {
        // room for the longest name, "a15*b15"
        step_ = 20 + 6.5 * static_cast<double>(summand_name(k_ - 1, k_).size());
        // a deep tree gets flatter rows
        row_ = std::clamp(520.0 / std::max(1, depth_), 26.0, 64.0);
    }

    [[nodiscard]] double width() const { return 2 * kMargin + step_ * (k_ + 1); }
    [[nodiscard]] double height() const { return kTop + row_ * depth_ + 44; }

    /// Draws the tree whose root is `level` below the top; returns the x of the root.
    double draw(const SumTree& tree, int level) {
        if (tree.is_leaf()) return leaf(tree.leaf);
        std::vector<double> places;
        double sum = 0;
        for (const SumTree& child : tree.children) {
            places.push_back(draw(child, level + 1));
            sum += places.back();
        }
        const double x = sum / static_cast<double>(places.size());
        const double y = y_of(level);
        for (std::size_t i = 0; i < places.size(); ++i) {
            const bool is_leaf = tree.children[i].is_leaf();
            const double end = is_leaf ? leaf_y() - 12 : y_of(level + 1) - kRadius;
            lines_ << "<path d='M" << x << ' ' << y << "L" << places[i] << ' '
                   << (is_leaf ? y_of(level + 1) : end) << (is_leaf ? "V" + text_of(end) : "")
                   << "' fill='none' stroke='#777777'/>\n";
        }
        node(x, y, tree.children.size());
        return x;
    }

    [[nodiscard]] std::string svg(const std::string& title) const {
        std::ostringstream out;
        const double wide = std::max(width(), 40 + 9.5 * static_cast<double>(title.size()));
        out << "<svg xmlns='http://www.w3.org/2000/svg' width='" << wide << "' height='" << height()
            << "' viewBox='0 0 " << wide << ' ' << height()
            << "' font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' "
               "fill='#ffffff'/>\n"
            << "<text x='16' y='24' font-size='14' font-weight='bold'>" << escaped(title) << "</text>\n"
            << lines_.str() << nodes_.str() << "</svg>\n";
        return out.str();
    }

   private:
    [[nodiscard]] double y_of(int level) const { return kTop + row_ * level; }
    [[nodiscard]] double leaf_y() const { return kTop + row_ * depth_ + 14; }
    static std::string text_of(double value) {
        std::ostringstream out;
        out << value;
        return out.str();
    }

    double leaf(int position) {
        const double x = kMargin + step_ / 2 + step_ * next_++;
        nodes_ << "<text x='" << x << "' y='" << leaf_y() << "' text-anchor='middle'>"
               << summand_name(position, k_) << "</text>\n";
        return x;
    }
    /// A binary sum is a circle with a plus; a fused sum is a box that says how many summands it has.
    void node(double x, double y, std::size_t terms) {
        if (terms == 2) {
            nodes_ << "<circle cx='" << x << "' cy='" << y << "' r='" << kRadius
                   << "' fill='#ffffff' stroke='#0072b2' stroke-width='1.5'/>\n<text x='" << x << "' y='"
                   << y + 4.5 << "' text-anchor='middle'>+</text>\n";
            return;
        }
        nodes_ << "<rect x='" << x - 38 << "' y='" << y - kRadius << "' width='76' height='" << 2 * kRadius
               << "' rx='4' fill='#dcecf7' stroke='#0072b2' stroke-width='1.5'/>\n<text x='" << x << "' y='"
               << y + 4.5 << "' text-anchor='middle'>fused, " << terms << "</text>\n";
    }

    int k_, depth_;
    double step_ = 0;
    double row_ = 0;
    int next_ = 0;
    std::ostringstream lines_, nodes_;
};

}  // namespace

std::string draw_svg(const SumTree& tree, const std::string& title) {
    Drawing drawing(tree);
    (void)drawing.draw(tree, 0);
    return drawing.svg(title);
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (c == '\'')
            out += "&#39;";
        else
            out += c;
    }
    return out;
}

}  // namespace karat::probe
