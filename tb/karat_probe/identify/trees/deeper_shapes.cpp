// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/trees/deeper_shapes.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat_probe/identify/trees/enclosing.hpp"

namespace karat::probe {
namespace {

/// Around the sums from the `n`-th on, at most `spare` more.
void add_around(const Recipe& shape, const std::vector<std::string>& paths, std::size_t n, std::size_t spare,
                std::vector<Recipe>& out) {
    if (n == paths.size()) return;
    add_around(shape, paths, n + 1, spare, out);
    Recipe deeper = shape;
    for (; spare > 0; --spare) {
        deeper = editing::with_sums(deeper, {paths[n]}, [](Sum& sum) { sum = enclosed(sum); });
        out.push_back(deeper);
        add_around(deeper, paths, n + 1, spare - 1, out);
    }
}

}  // namespace

std::vector<Recipe> deeper_shapes(const Recipe& shape, std::size_t most_sums) {
    std::vector<std::string> paths;
    for (const editing::SumSite& site : editing::find_sites(shape).sums) paths.push_back(site.path);
    std::vector<Recipe> out;
    if (paths.size() >= most_sums) return out;
    // the path of an inner sum begins with that of the sum it is in, which would change it
    std::ranges::sort(paths, std::ranges::greater(), &std::string::size);
    add_around(shape, paths, 0, most_sums - paths.size(), out);
    return out;
}

}  // namespace karat::probe
