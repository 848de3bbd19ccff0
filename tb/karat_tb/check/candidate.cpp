// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/candidate.hpp"

#include <dlfcn.h>

#include "karat/error.hpp"

namespace karat::tb {

namespace {

/// A candidate accessed through the C interface.
class OpenCandidate : public Candidate {
   public:
    OpenCandidate(karat_candidate_open_fn open, const std::string& name, const CandidateOptions& options) {
        const std::string& waves = options.waves;
        std::vector<const char*> plusargs;
        for (const std::string& each : options.plusargs) plusargs.push_back(each.c_str());
        const karat_candidate_options given{waves.empty() ? nullptr : waves.c_str(), plusargs.data(),
                                            static_cast<std::uint32_t>(plusargs.size())};
        if (open(&candidate_, &given) != 0) throw Error(name + ": the candidate cannot be opened");
        if (candidate_.ports.abi != KARAT_CANDIDATE_ABI) {
            candidate_.close(candidate_.self);
            throw Error(name + ": the candidate has interface version " +
                        std::to_string(candidate_.ports.abi) + ", but this program needs version " +
                        std::to_string(KARAT_CANDIDATE_ABI) + "; rebuild it");
        }
        if (!waves.empty() && candidate_.ports.has_waves == 0) {
            candidate_.close(candidate_.self);
            throw Error(name +
                        ": built without waves; rebuild it with verilator --trace-fst (WAVES in "
                        "karat_add_rtl_check)");
        }
    }
    ~OpenCandidate() override { candidate_.close(candidate_.self); }
    OpenCandidate(const OpenCandidate&) = delete;
    OpenCandidate& operator=(const OpenCandidate&) = delete;

    [[nodiscard]] const karat_candidate_ports& ports() const override { return candidate_.ports; }
    void cycle(karat_candidate_cycle& io) override { candidate_.cycle(candidate_.self, &io); }

   private:
    karat_candidate candidate_{};
};

/// A shared object, unloaded on destruction.
class Library {
   public:
    explicit Library(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
        if (handle_ == nullptr) throw Error(path + ": cannot be loaded as a candidate: " + dlerror());
    }
    ~Library() {
        if (handle_ != nullptr) dlclose(handle_);
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    [[nodiscard]] karat_candidate_open_fn open_function(const std::string& path) const {
        const auto open = reinterpret_cast<karat_candidate_open_fn>(dlsym(handle_, "karat_candidate_open"));
        if (open == nullptr)
            throw Error(
                path +
                ": does not export karat_candidate_open; build it with tb/candidate/verilated_candidate.cpp");
        return open;
    }

   private:
    void* handle_;
};

class LoadedCandidate final : public Candidate {
   public:
    LoadedCandidate(const std::string& path, const CandidateOptions& options)
        : library_(path), candidate_(library_.open_function(path), path, options) {}
    [[nodiscard]] const karat_candidate_ports& ports() const override { return candidate_.ports(); }
    void cycle(karat_candidate_cycle& io) override { candidate_.cycle(io); }

   private:
    Library library_;  // declared first, so that it outlives the candidate
    OpenCandidate candidate_;
};

class InMode final : public Candidate {
   public:
    InMode(std::unique_ptr<Candidate> candidate, std::uint32_t mode)
        : candidate_(std::move(candidate)), mode_(mode) {}
    [[nodiscard]] const karat_candidate_ports& ports() const override { return candidate_->ports(); }
    void cycle(karat_candidate_cycle& io) override {
        io.mode = mode_;
        candidate_->cycle(io);
    }

   private:
    std::unique_ptr<Candidate> candidate_;
    std::uint32_t mode_;
};

}  // namespace

std::unique_ptr<Candidate> in_mode(std::unique_ptr<Candidate> candidate, std::uint32_t mode) {
    return std::make_unique<InMode>(std::move(candidate), mode);
}

std::unique_ptr<Candidate> open_candidate(karat_candidate_open_fn open, const std::string& name,
                                          const CandidateOptions& options) {
    return std::make_unique<OpenCandidate>(open, name, options);
}

std::unique_ptr<Candidate> load_candidate(const std::string& path, const CandidateOptions& options) {
    return std::make_unique<LoadedCandidate>(path, options);
}

}  // namespace karat::tb
