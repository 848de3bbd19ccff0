// SPDX-License-Identifier: Apache-2.0
// Turns the exceptions of the C++ core into the statuses and error messages of the C ABI.
#pragma once
#include <string>

#include "karat.h"
#include "karat/error.hpp"

namespace karat::dpi {

/// An error detected by the C ABI itself.
class Refusal : public Error {
   public:
    Refusal(karat_status status, const std::string& sentence) : Error(sentence), status_(status) {}
    [[nodiscard]] karat_status status() const noexcept { return status_; }

   private:
    karat_status status_;
};

/// Stores the message for karat_last_error() and returns `status`.
karat_status fail(karat_status status, const char* sentence) noexcept;
/// The same for the current exception. Call only from a catch block.
karat_status fail_with_current_exception() noexcept;
[[nodiscard]] const char* last_error() noexcept;

/// Runs `call`, which returns a status or throws. An exception becomes a status.
template <class Call>
karat_status guarded(Call&& call) noexcept {
    try {
        return call();
    } catch (...) {
        return fail_with_current_exception();
    }
}

/// Throws Refusal (KARAT_BAD_ARGUMENT), naming the argument, if it is NULL.
template <class T>
T& require(T* argument, const char* name) {
    if (argument == nullptr) throw Refusal(KARAT_BAD_ARGUMENT, std::string(name) + " is NULL");
    return *argument;
}

/// Copies text to the caller's buffer as karat.h specifies.
karat_status give_text(const std::string& text, char* buffer, size_t size, size_t* length);

}  // namespace karat::dpi
