// SPDX-License-Identifier: Apache-2.0
// Handles are tickets, not pointers: a table turns them into models, so that a closed or invented one is
// refused, not followed.
#pragma once
#include <memory>
#include <mutex>
#include <shared_mutex>

#include "karat_dpi/guard.hpp"
#include "karat_dpi/model.hpp"

namespace karat::dpi {

/// A place of the table. `ticket` is 0 while it is free. Slots are never given back, so a stale ticket can
/// always be looked at.
struct Slot {
    std::shared_mutex lock;
    std::uintptr_t ticket = 0;
    std::uintptr_t generation = 0;
    std::unique_ptr<Model> model;
};

/// Throws Refusal (KARAT_BAD_STATE) beyond kMaxHandles open ones.
[[nodiscard]] karat_model* open_handle(std::unique_ptr<Model> model);
/// Waits for the calls that use it. Throws Refusal (KARAT_BAD_HANDLE).
void close_handle(karat_model* handle);

inline constexpr std::size_t kMaxHandles = 65536;

/// The slot that the handle's ticket names, whether or not it is still that handle's. Throws Refusal
/// (KARAT_BAD_HANDLE) for NULL and for what no table ever gave.
[[nodiscard]] Slot& slot_of(const karat_model* handle);
/// Throws Refusal (KARAT_BAD_HANDLE) unless the slot still belongs to the handle. Call with its lock held.
void require_open(const Slot& slot, const karat_model* handle);

/// A model and the lock that keeps it open: shared for calls that read, exclusive for those that change.
template <class Lock>
class Use {
   public:
    explicit Use(const karat_model* handle) : slot_(slot_of(handle)), lock_(slot_.lock) {
        require_open(slot_, handle);
    }
    Model& operator*() const { return *slot_.model; }
    Model* operator->() const { return slot_.model.get(); }

   private:
    Slot& slot_;
    Lock lock_;
};
using Reading = Use<std::shared_lock<std::shared_mutex>>;
using Changing = Use<std::unique_lock<std::shared_mutex>>;

}  // namespace karat::dpi
