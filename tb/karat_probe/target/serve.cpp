// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/serve.hpp"

#include <charconv>
#include <istream>
#include <optional>
#include <ostream>

#include "karat/error.hpp"
#include "karat/text/text.hpp"
#include "karat_probe/target/line_protocol.hpp"

namespace karat::probe {
namespace {

class Server {
   public:
    Server(Target& target, std::istream& in, std::ostream& out) : target_(target), in_(in), out_(out) {}

    void run() {
        out_ << "# lanes: " << target_.lanes() << std::endl;  // NOLINT(performance-avoid-endl): karat waits
        std::size_t number = 0;
        for (std::string text; std::getline(in_, text);) {
            ++number;
            try {
                line(trimmed(text));
            } catch (const OperandError& error) {
                throw TargetError("line " + std::to_string(number) + " of the questions: " + error.what());
            }
        }
        answer();
    }

   private:
    void line(std::string_view text) {
        if (text.empty()) {
            answer();
        } else if (text.front() != '#') {
            questions_.push_back(read_question(text, target_.formats()));
        } else {
            const HeaderLine header = read_header_line(text);
            if (header.key == "lane") choose(header.value);
            check_header_line(header, target_.formats());
        }
    }

    /// A lane counts from the next batch on.
    void choose(const std::string& lane) {
        answer();
        if (lane == "any") return target_.use_lane({});
        std::size_t number = 0;
        const auto [end, error] = std::from_chars(lane.data(), lane.data() + lane.size(), number);
        if (error != std::errc() || end != lane.data() + lane.size() || number >= target_.lanes())
            throw OperandError("lane: " + in_quotes(lane) + " is not allowed; use 0.." +
                               std::to_string(target_.lanes() - 1) + " or any");
        target_.use_lane(number);
    }

    void answer() {
        for (const std::optional<std::uint64_t> d : target_.known(questions_))
            out_ << (d ? to_hex(*d, target_.formats().d) : std::string(kUnknownAnswer)) << '\n';
        questions_.clear();
        out_.flush();
    }

    Target& target_;
    std::istream& in_;
    std::ostream& out_;
    std::vector<VectorRow> questions_;
};

}  // namespace

void serve(Target& target, std::istream& in, std::ostream& out) { Server(target, in, out).run(); }

}  // namespace karat::probe
