// SPDX-License-Identifier: Apache-2.0
// The comparison with the papers as text, JSON and a page.
#include <algorithm>
#include <boost/json/array.hpp>
#include <sstream>

#include "karat/enum_names.hpp"
#include "karat_probe/suites/published.hpp"
#include "karat_probe/suites/report.hpp"

namespace karat::probe {
namespace {

struct Totals {
    std::size_t agree = 0, disagree = 0, outside = 0;
};

Totals totals_of(std::span<const ComparedCell> cells) {
    Totals out;
    for (const ComparedCell& cell : cells) {
        out.agree += cell.agreement == Agreement::agree ? 1 : 0;
        out.disagree += cell.agreement == Agreement::disagree ? 1 : 0;
        out.outside += cell.agreement == Agreement::outside ? 1 : 0;
    }
    return out;
}

std::string sentence(std::span<const ComparedCell> cells) {
    const Totals n = totals_of(cells);
    return std::to_string(cells.size()) + " cells: " + std::to_string(n.agree) + " agree, " +
           std::to_string(n.disagree) + " disagree (" + std::to_string(unexplained(cells)) +
           " without later evidence), " + std::to_string(n.outside) + " cannot be seen on the instruction";
}

}  // namespace

std::string published_text(std::span<const ComparedCell> cells) {
    std::ostringstream out;
    std::string table;
    for (const ComparedCell& cell : cells) {
        if (cell.cell.table != table) {
            table = cell.cell.table;
            out << (out.str().empty() ? "" : "\n") << table << '\n';
        }
        out << "  " << padded(name_of(cell.agreement).data(), 9) << padded(cell.cell.row, 44) << ' '
            << padded(cell.cell.column, 27) << " printed " << cell.cell.printed;
        if (cell.found != cell.cell.printed) out << "; found " << cell.found;
        out << '\n';
        if (cell.agreement != Agreement::agree) {
            const std::string indent(11, ' ');
            out << wrapped(
                       indent + (cell.cell.later.empty() ? "no later evidence is known" : cell.cell.later),
                       110, indent)
                << '\n';
        }
    }
    out << '\n' << sentence(cells) << '\n';
    return out.str();
}

boost::json::object published_json(std::span<const ComparedCell> cells) {
    boost::json::array all;
    for (const ComparedCell& cell : cells) {
        all.push_back(boost::json::object{{"table", cell.cell.table},
                                          {"row", cell.cell.row},
                                          {"column", cell.cell.column},
                                          {"printed", cell.cell.printed},
                                          {"found", cell.found},
                                          {"agreement", name_of(cell.agreement)},
                                          {"later", cell.cell.later},
                                          {"instruction", cell.cell.arch + "/" + cell.cell.instruction}});
    }
    const Totals n = totals_of(cells);
    return {{"agree", n.agree},
            {"disagree", n.disagree},
            {"unexplained", unexplained(cells)},
            {"outside", n.outside},
            {"cells", std::move(all)}};
}

std::string published_html(std::span<const ComparedCell> cells) {
    std::ostringstream out;
    out << "<!DOCTYPE html>\n<html lang='en'><head>" << page_style()
        << "<title>Published tables</title></head><body>\n<h1>Published tables and golden models</h1>\n<p>"
        << escaped(sentence(cells)) << ".</p>\n";
    std::string table;
    for (const ComparedCell& cell : cells) {
        if (cell.cell.table != table) {
            if (!table.empty()) out << "</tbody></table>\n";
            table = cell.cell.table;
            out << "<h2>" << escaped(table)
                << "</h2>\n<table><thead><tr><th>row</th><th>column</th><th>printed</th><th>found</th><th></"
                   "th>"
                   "<th>instruction</th><th>later evidence</th></tr></thead><tbody>\n";
        }
        out << "<tr class='" << name_of(cell.agreement) << "'>";
        for (const std::string& text : {cell.cell.row, cell.cell.column, cell.cell.printed, cell.found,
                                        std::string(name_of(cell.agreement)),
                                        cell.cell.arch + "/" + cell.cell.instruction, cell.cell.later})
            out << "<td>" << escaped(text) << "</td>";
        out << "</tr>\n";
    }
    out << "</tbody></table>\n</body></html>\n";
    return out.str();
}

}  // namespace karat::probe
