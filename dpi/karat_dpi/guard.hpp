// SPDX-License-Identifier: Apache-2.0
// Between the core, which throws, and the C ABI, which gives a status and keeps the sentence.
#pragma once
#include <string>

#include "karat.h"
#include "karat/error.hpp"

namespace karat::dpi {

/// What the C ABI itself refuses.
class Refusal : public Error {
   public:
    Refusal(karat_status status, const std::string& sentence) : Error(sentence), status_(status) {}
    [[nodiscard]] karat_status status() const noexcept { return status_; }

   private:
    karat_status status_;
};

/// Keeps the sentence for karat_last_error().
karat_status fail(karat_status status, const char* sentence) noexcept;
/// The same for the exception in flight. Call only from a catch block.
karat_status fail_with_current_exception() noexcept;
[[nodiscard]] const char* last_error() noexcept;

/// Runs `call`, which gives a status or throws: nothing leaves but a status.
template <class Call>
karat_status guarded(Call&& call) noexcept {
    try {
        return call();
    } catch (...) {
        return fail_with_current_exception();
    }
}

/// Refuses a NULL by the argument's name.
template <class T>
T& require(T* argument, const char* name) {
    if (argument == nullptr) throw Refusal(KARAT_BAD_ARGUMENT, std::string(name) + " is NULL");
    return *argument;
}

/// Hands text out as karat.h promises.
karat_status give_text(const std::string& text, char* buffer, size_t size, size_t* length);

}  // namespace karat::dpi
