// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/library_target.hpp"

#include <dlfcn.h>

#include <exception>
#include <filesystem>

#include "karat/text/text.hpp"
#include "karat_probe/target/karat_target.h"

namespace karat::probe {
namespace {

/// A shared object, unloaded on destruction.
class Library {
   public:
    explicit Library(const std::string& path) {
        if (!std::filesystem::exists(path))
            throw TargetError("library:" + path + ": the file does not exist");
        const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
        handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle_ == nullptr) throw TargetError("library:" + path + ": cannot be loaded: " + dlerror());
        dot_add_ = reinterpret_cast<karat_target_dot_add_fn>(dlsym(handle_, "karat_target_dot_add"));
        if (dot_add_ != nullptr) return;
        dlclose(handle_);
        throw TargetError(
            "library:" + path +
            ": does not export karat_target_dot_add; karat_target.h declares it (extern \"C\")");
    }
    ~Library() { dlclose(handle_); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    [[nodiscard]] karat_target_dot_add_fn dot_add() const { return dot_add_; }

   private:
    void* handle_ = nullptr;
    karat_target_dot_add_fn dot_add_ = nullptr;
};

class LibraryTarget final : public Target {
   public:
    LibraryTarget(const std::string& path, const OperandRules& formats)
        : name_("library:" + path), formats_(formats_of(formats)), library_(path) {
        const auto text = [](Format format) { return name_of(format).data(); };  // a literal, ends with NUL
        question_.version = KARAT_TARGET_VERSION;
        question_.k = static_cast<std::uint32_t>(formats_.k);
        question_.k_of_b = static_cast<std::uint32_t>(formats_.k_of_b());
        question_.groups = static_cast<std::uint32_t>(formats_.metadata_count());
        question_.a_format = text(formats_.a);
        question_.b_format = text(formats_.b);
        question_.c_format = text(formats_.c);
        question_.d_format = text(formats_.d);
        question_.multiplier = name_of(formats_.multiplier).data();
        if (formats_.scale) {
            question_.scales = static_cast<std::uint32_t>(formats_.k / formats_.scale_block);
            question_.scale_format = text(*formats_.scale);
        }
        if (formats_.metadata != Metadata::none)
            question_.metadata_format = formats_.metadata == Metadata::one_of_two ? "1:2" : "2:4";
    }

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const OperandRules& formats() const override { return formats_; }

   private:
    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override {
        std::vector<std::uint64_t> out;
        out.reserve(questions.size());
        for (const VectorRow& question : questions) out.push_back(answer(question));
        return out;
    }

    [[nodiscard]] std::uint64_t answer(const VectorRow& row) {
        const auto data = [](const std::vector<std::uint64_t>& values) {
            return values.empty() ? nullptr : values.data();
        };
        question_.a = data(row.a);
        question_.b = data(row.b);
        question_.scale_a = data(row.scale_a);
        question_.scale_b = data(row.scale_b);
        question_.metadata = data(row.metadata);
        question_.c = row.c;
        std::uint64_t d = 0;
        int status = 0;
        try {
            status = library_.dot_add()(&question_, &d);
        } catch (const std::exception& error) {
            throw TargetError(name_ + ": karat_target_dot_add threw an exception: " + error.what());
        }
        if (status != 0)
            throw TargetError(name_ + ": karat_target_dot_add refused a question with status " +
                              std::to_string(status));
        if (d > info(formats_.d).encoding_mask())
            throw TargetError(name_ + ": d = 0x" + to_hex(d, Format::fp64) + " is wider than the " +
                              std::to_string(info(formats_.d).bits) + " bits of " +
                              std::string(name_of(formats_.d)));
        return d;
    }

    std::string name_;
    OperandRules formats_;
    Library library_;
    karat_target_question question_{};
};

}  // namespace

std::unique_ptr<Target> open_library(const std::string& path, const OperandRules& formats) {
    return std::make_unique<LibraryTarget>(path, formats);
}

}  // namespace karat::probe
