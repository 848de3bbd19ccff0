// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/candidate.hpp"

#include <dlfcn.h>

#include "karat/error.hpp"

namespace karat::tb {

PortWords make_port(std::size_t elements, std::uint32_t width) {
    PortWords words(elements * width / 32 + 2, 0);
    return words;
}

void put_element(PortWords& port, std::size_t index, std::uint32_t width, std::uint64_t value) {
    for (std::uint32_t done = 0; done < width;) {
        const std::size_t at = index * width + done;
        const auto offset = static_cast<std::uint32_t>(at % 32);
        const std::uint32_t taken = std::min(32 - offset, width - done);
        const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << taken) - 1);
        std::uint32_t& word = port[at / 32];
        word = (word & ~(mask << offset)) | ((static_cast<std::uint32_t>(value >> done) & mask) << offset);
        done += taken;
    }
}

std::uint64_t get_element(const PortWords& port, std::size_t index, std::uint32_t width) {
    std::uint64_t value = 0;
    for (std::uint32_t done = 0; done < width;) {
        const std::size_t at = index * width + done;
        const auto offset = static_cast<std::uint32_t>(at % 32);
        const std::uint32_t taken = std::min(32 - offset, width - done);
        const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << taken) - 1);
        value |= static_cast<std::uint64_t>((port[at / 32] >> offset) & mask) << done;
        done += taken;
    }
    return value;
}

namespace {

class LoadedCandidate final : public Candidate {
   public:
    explicit LoadedCandidate(const std::string& path) : library_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
        if (library_ == nullptr) throw Error(path + ": not a loadable candidate: " + dlerror());
        const auto open = reinterpret_cast<karat_candidate_open_fn>(dlsym(library_, "karat_candidate_open"));
        if (open == nullptr) {
            dlclose(library_);
            throw Error(path + ": no karat_candidate_open in it; build it with tb/candidate/verilated_candidate.cpp");
        }
        if (open(&candidate_) != 0 || candidate_.shape.abi != KARAT_CANDIDATE_ABI) {
            dlclose(library_);
            throw Error(path + ": the candidate cannot be opened, or is of another version");
        }
    }
    ~LoadedCandidate() override {
        candidate_.close(candidate_.self);
        dlclose(library_);
    }
    LoadedCandidate(const LoadedCandidate&) = delete;
    LoadedCandidate& operator=(const LoadedCandidate&) = delete;

    [[nodiscard]] const karat_candidate_shape& shape() const override { return candidate_.shape; }
    void cycle(karat_candidate_cycle& io) override { candidate_.cycle(candidate_.self, &io); }

   private:
    void* library_;
    karat_candidate candidate_{};
};

}  // namespace

std::unique_ptr<Candidate> load_candidate(const std::string& path) { return std::make_unique<LoadedCandidate>(path); }

}  // namespace karat::tb
