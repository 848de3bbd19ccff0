// SPDX-License-Identifier: Apache-2.0
#include "karat_dpi/handles.hpp"

#include <array>
#include <atomic>
#include <string>
#include <vector>

namespace karat::dpi {
namespace {

constexpr std::size_t kChunkSlots = 256;
constexpr std::size_t kChunks = kMaxHandles / kChunkSlots;
// The low bits of a ticket hold the slot's index + 1; the others count how often the slot was used.
constexpr std::uintptr_t kIndexBits = 17;
static_assert(sizeof(std::uintptr_t) == 8, "a ticket needs a 64-bit pointer");

using Chunk = std::array<Slot, kChunkSlots>;

/// Grows by chunks that never move, so a lookup takes no lock.
struct Table {
    std::array<std::atomic<Chunk*>, kChunks> chunks{};
    std::mutex lock;  ///< guards the members below
    std::vector<std::size_t> free;
    std::size_t used = 0;
};

/// Never destroyed: a simulator may make calls from exit handlers.
Table& table() {
    static auto* const instance = new Table;
    return *instance;
}

Slot& slot_at(std::size_t index) {
    return (*table().chunks[index / kChunkSlots].load(std::memory_order_acquire))[index % kChunkSlots];
}

std::size_t take_index() {
    Table& t = table();
    const std::scoped_lock hold(t.lock);
    if (!t.free.empty()) {
        const std::size_t index = t.free.back();
        t.free.pop_back();
        return index;
    }
    if (t.used == kMaxHandles)
        throw Refusal(KARAT_BAD_STATE, "65536 models and stimuli are open; close some of them");
    t.free.reserve(t.used + 1);  // so that closing cannot fail
    if (t.used % kChunkSlots == 0) t.chunks[t.used / kChunkSlots].store(new Chunk, std::memory_order_release);
    return t.used++;
}

constexpr std::uintptr_t kIndexMask = (std::uintptr_t{1} << kIndexBits) - 1;

std::uintptr_t number_of(const void* ticket) { return reinterpret_cast<std::uintptr_t>(ticket); }
/// Ticket 0 gives an index that is out of range.
std::uintptr_t index_of(const void* ticket) { return (number_of(ticket) & kIndexMask) - 1; }

}  // namespace

void* open_ticket(Held held) {
    const std::size_t index = take_index();
    Slot& slot = slot_at(index);
    const std::unique_lock hold(slot.lock);
    ++slot.generation;
    slot.ticket = (slot.generation << kIndexBits) | (index + 1);
    slot.held = std::move(held);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a ticket, never dereferenced
    return reinterpret_cast<void*>(slot.ticket);
}

void free_ticket(const void* ticket) {
    const std::scoped_lock hold(table().lock);
    table().free.push_back(index_of(ticket));
}

Slot& slot_of(const void* ticket, const char* name) {
    if (ticket == nullptr) throw Refusal(KARAT_BAD_HANDLE, std::string(name) + " is NULL");
    const std::uintptr_t index = index_of(ticket);
    if (index >= kMaxHandles ||
        table().chunks[index / kChunkSlots].load(std::memory_order_acquire) == nullptr) {
        throw Refusal(KARAT_BAD_HANDLE, std::string(name) + " is not a valid karat handle");
    }
    return slot_at(index);
}

void require_open(const Slot& slot, const void* ticket, const char* name) {
    if (slot.ticket != number_of(ticket))
        throw Refusal(KARAT_BAD_HANDLE, std::string(name) + " is closed or not a valid karat handle");
}

void refuse_kind(const char* name) {
    throw Refusal(KARAT_BAD_HANDLE, std::string(name) + " is a handle of another type");
}

}  // namespace karat::dpi
