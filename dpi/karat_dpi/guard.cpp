// SPDX-License-Identifier: Apache-2.0
#include "karat_dpi/guard.hpp"

#include <algorithm>
#include <new>
#include <string_view>

namespace karat::dpi {
namespace {

std::string& sentence_of_thread() {
    thread_local std::string sentence;
    return sentence;
}

/// Error messages quote user input: control characters are replaced by '?', and very long messages are
/// truncated.
std::string one_line(std::string_view sentence) {
    constexpr std::size_t kLongest = 2000;
    std::string out(sentence.substr(0, kLongest));
    if (sentence.size() > kLongest) out += " ... (" + std::to_string(sentence.size()) + " characters)";
    std::replace_if(
        out.begin(), out.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
    return out;
}

}  // namespace

karat_status fail(karat_status status, const char* sentence) noexcept {
    try {
        sentence_of_thread() = one_line(sentence);
    } catch (...) {
        sentence_of_thread().clear();  // out of memory for the message
    }
    return status;
}

karat_status fail_with_current_exception() noexcept {
    try {
        throw;
    } catch (const Refusal& e) {
        return fail(e.status(), e.what());
    } catch (const SpecError& e) {
        return fail(KARAT_BAD_SPEC, e.what());
    } catch (const NameError& e) {
        return fail(KARAT_BAD_NAME, e.what());
    } catch (const OperandError& e) {
        return fail(KARAT_BAD_OPERAND, e.what());
    } catch (const Error& e) {
        return fail(KARAT_BAD_ARGUMENT, e.what());
    } catch (const std::bad_alloc&) {
        return fail(KARAT_NO_MEMORY, "out of memory");
    } catch (const std::exception& e) {
        return fail(KARAT_INTERNAL, e.what());
    } catch (...) {
        return fail(KARAT_INTERNAL, "unknown exception");
    }
}

const char* last_error() noexcept { return sentence_of_thread().c_str(); }

karat_status give_text(const std::string& text, char* buffer, size_t size, size_t* length) {
    if (buffer == nullptr && size != 0)
        throw Refusal(KARAT_BAD_ARGUMENT, "buffer is NULL, but size is " + std::to_string(size));
    if (length != nullptr) *length = text.size();
    if (size == 0) return KARAT_OK;
    const size_t fits = std::min(text.size(), size - 1);
    std::copy_n(text.data(), fits, buffer);
    buffer[fits] = '\0';
    if (fits == text.size()) return KARAT_OK;
    throw Refusal(KARAT_TRUNCATED, "the text has " + std::to_string(text.size()) +
                                       " characters; the buffer holds " + std::to_string(fits));
}

}  // namespace karat::dpi
