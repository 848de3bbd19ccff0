// SPDX-License-Identifier: Apache-2.0
// Handles are opaque tickets, not pointers. A table maps them to models and stimuli, so a closed or invalid
// handle, or one of the wrong type, is refused and never dereferenced.
#pragma once
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <variant>

#include "karat_dpi/guard.hpp"
#include "karat_dpi/model.hpp"
#include "karat_dpi/stimulus.hpp"

namespace karat::dpi {

/// The object that a ticket refers to.
using Held = std::variant<std::monostate, std::unique_ptr<Model>, std::unique_ptr<Stimulus>>;

/// An entry of the table. `ticket` is 0 while the slot is free. Slots are never deallocated, so looking up a
/// stale ticket is safe.
struct Slot {
    std::shared_mutex lock;
    std::uintptr_t ticket = 0;
    std::uintptr_t generation = 0;
    Held held;
};

/// The C ABI's handle type for each kind of object, and its name in error messages.
template <class Kind>
struct HandleOf;
template <>
struct HandleOf<Model> {
    using Type = karat_model;
    static constexpr const char* kName = "model";
};
template <>
struct HandleOf<Stimulus> {
    using Type = karat_stimulus;
    static constexpr const char* kName = "stimulus";
};

inline constexpr std::size_t kMaxHandles = 65536;

/// Stores `held` in a free slot and returns its ticket. Throws Refusal (KARAT_BAD_STATE) if kMaxHandles
/// handles are open.
[[nodiscard]] void* open_ticket(Held held);
/// The slot that the ticket refers to, whether or not the ticket is still open. `name` is used in error
/// messages. Throws Refusal (KARAT_BAD_HANDLE) for NULL and for a value that refers to no slot.
[[nodiscard]] Slot& slot_of(const void* ticket, const char* name);
/// Throws Refusal (KARAT_BAD_HANDLE) unless the slot still belongs to the ticket. Call with its lock held.
void require_open(const Slot& slot, const void* ticket, const char* name);
/// Throws Refusal (KARAT_BAD_HANDLE): the ticket is of another type.
[[noreturn]] void refuse_kind(const char* name);
/// Makes the slot of a closed ticket available again.
void free_ticket(const void* ticket);

/// The object of a handle, with the lock that keeps it open: shared for calls that read, exclusive for calls
/// that modify.
template <class Kind, class Lock>
class Use {
   public:
    explicit Use(const typename HandleOf<Kind>::Type* handle)
        : slot_(slot_of(handle, HandleOf<Kind>::kName)), lock_(slot_.lock) {
        require_open(slot_, handle, HandleOf<Kind>::kName);
        if (!std::holds_alternative<std::unique_ptr<Kind>>(slot_.held)) refuse_kind(HandleOf<Kind>::kName);
    }
    Kind& operator*() const { return *std::get<std::unique_ptr<Kind>>(slot_.held); }
    Kind* operator->() const { return &**this; }

   protected:
    Slot& slot_;
    Lock lock_;
};
using Reading = Use<Model, std::shared_lock<std::shared_mutex>>;
using Changing = Use<Model, std::unique_lock<std::shared_mutex>>;
using Drawing = Use<Stimulus, std::unique_lock<std::shared_mutex>>;

template <class Kind>
[[nodiscard]] typename HandleOf<Kind>::Type* open_handle(std::unique_ptr<Kind> held) {
    return static_cast<typename HandleOf<Kind>::Type*>(open_ticket(std::move(held)));
}

/// Waits for calls that use the handle, then closes it. Throws Refusal (KARAT_BAD_HANDLE).
template <class Kind>
void close_handle(typename HandleOf<Kind>::Type* handle) {
    struct Closing : Use<Kind, std::unique_lock<std::shared_mutex>> {
        using Use<Kind, std::unique_lock<std::shared_mutex>>::Use;
        [[nodiscard]] Held take() {
            this->slot_.ticket = 0;
            return std::exchange(this->slot_.held, Held());
        }
    };
    const Held last = Closing(handle).take();
    free_ticket(handle);
}

}  // namespace karat::dpi
