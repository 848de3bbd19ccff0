// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <string>
#include <utility>

namespace karat {

/// Base class of all exceptions of the model. `what()` is one sentence that names the object, its value and
/// what is allowed.
class Error : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
};

/// A specification, or one of its knobs, is invalid. `key()` is the knob's name as in the JSON.
class SpecError : public Error {
   public:
    SpecError(std::string key, const std::string& sentence) : Error(sentence), key_(std::move(key)) {}
    [[nodiscard]] const std::string& key() const noexcept { return key_; }

   private:
    std::string key_;
};

/// A name (instruction, architecture, format) is unknown or ambiguous.
class NameError : public Error {
   public:
    using Error::Error;
};

/// Operands do not fit the specification: a wrong count, a value too wide for its format, or invalid
/// hexadecimal.
class OperandError : public Error {
   public:
    using Error::Error;
};

/// A vector file cannot be read. `what()` begins with `file:line:`, or `file:` if the file cannot be opened.
class VectorError : public Error {
   public:
    using Error::Error;
};

}  // namespace karat
