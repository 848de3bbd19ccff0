// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: the input is a sequence of C ABI calls, including wrong handles, counts, lengths and
// NULLs. No call may crash, hang, write beyond a buffer or fail without an error text. Every pointer has as
// many bytes as the call's arguments say, because a C function cannot check this. The memory comes from the
// heap with exactly that size, so that ASan detects an access one byte beyond it.
#include <algorithm>
#include <array>
#include <cstring>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "karat.h"

namespace {

using karat::fuzz::Bytes;
using karat::fuzz::ensure;

constexpr std::size_t kMostBytes = 4096;

/// Memory for the arguments of one call, of exact size and filled from the input.
class Memory {
   public:
    explicit Memory(Bytes& from) : from_(from) {}
    unsigned char* bytes(std::size_t size) {
        blocks_.push_back(std::make_unique<unsigned char[]>(size));
        const unsigned char pattern = from_.byte();
        for (std::size_t i = 0; i < size; ++i)
            blocks_.back()[i] = i < 64 ? from_.byte() : static_cast<unsigned char>(pattern * i);
        return blocks_.back().get();
    }
    std::uint64_t* words(std::size_t count) {
        words_.push_back(std::make_unique<std::uint64_t[]>(count));
        const std::uint64_t mask = from_.byte() % 8 == 0 ? ~std::uint64_t{0} : 0xF;
        for (std::size_t i = 0; i < count; ++i)
            words_.back()[i] = (from_.byte() * std::uint64_t{0x0123456789ABCDEF}) & mask;
        return words_.back().get();
    }

   private:
    Bytes& from_;
    std::list<std::unique_ptr<unsigned char[]>> blocks_;
    std::list<std::unique_ptr<std::uint64_t[]>> words_;
};

class Session {
   public:
    explicit Session(Bytes& from) : from_(from) {}
    ~Session() {
        for (karat_model* model : open_) karat_close(model);
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void call() {
        Memory memory(from_);
        std::array<void (Session::*)(Memory&), 14> kinds{
            &Session::open,   &Session::close,    &Session::shape, &Session::texts,        &Session::knob,
            &Session::dot,    &Session::pictures, &Session::tiles, &Session::compare,      &Session::start,
            &Session::sample, &Session::coverage, &Session::flags, &Session::compare_flags};
        // the seeds of the corpus were found with twelve kinds
        const std::uint8_t kind = from_.byte();
        (this->*kinds[kind < 232 ? kind % 12U : 12U + kind % 2U])(memory);
    }

   private:
    karat_status told(karat_status status) {
        ensure(std::strcmp(karat_status_name(status), "unknown status") != 0, "an unknown status");
        ensure(status != KARAT_INTERNAL, "an internal error of karat");
        ensure(status == KARAT_OK || karat_last_error()[0] != '\0', "a failed call without an error text");
        return status;
    }

    karat_model* model() {
        const std::uint8_t choice = from_.byte();
        if (choice < 200 && !open_.empty()) return open_[choice % open_.size()];
        if (choice < 220 && !closed_.empty()) return closed_[choice % closed_.size()];
        if (choice < 230) return nullptr;
        return reinterpret_cast<karat_model*>(
            static_cast<std::uintptr_t>(from_.word() >> (from_.byte() % 64)));
    }
    bool is_open(const karat_model* model) const {
        for (const karat_model* one : open_) {
            if (one == model) return true;
        }
        return false;
    }

    void open(Memory& /*memory*/) {
        static constexpr std::array<std::array<const char*, 2>, 7> names{
            {{"Hopper", "HMMA.16816.F32"},
             {"Volta", "HMMA.884.F32.F16"},
             {nullptr, "v_mfma_f32_16x16x32_fp8_bf8"},
             {"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"},
             {"", "v_mfma_f64_4x4x4f64"},
             {"Hopper", nullptr},
             {"Ada", "QMMA.16832.F32.E4M3.E4M3"}}};
        static constexpr std::array<const char*, 6> specs{
            R"({"karat_spec": 1, "algorithm": "fda", "a": "e2m1", "b": "e3m2", "c": "fp16", "d": "fp16",
                "k": 3})",
            R"({"karat_spec": 1, "algorithm": "gfda", "a": "e2m1", "b": "e2m3", "k": 8, "group": 4,
                "scale": "ue8m0", "scale_block": 4})",
            R"({"karat_spec": 1, "algorithm": "exact", "k": 2})",
            R"({"karat_spec": 1, "algorithm": "muladd", "k": 4})",
            R"({"karat_spec": 1, "algorithm": "fda", "a": "e4m3", "b": "e4m3", "k": 4, "metadata": "2:4"})",
            R"({"karat_spec": 1, "algorithm": "fda", "k": 3, "metadata": "1:2"})"};
        karat_model* opened = nullptr;
        karat_status status = KARAT_OK;
        const std::uint8_t kind = from_.byte();
        if (kind < 20) {  // rare, because the lookup of a name in the registry is slow here
            const auto& name = names[kind % names.size()];
            status = karat_open_instruction(name[0], name[1], &opened);
        } else if (kind < 200) {
            status = karat_open_spec(specs[kind % specs.size()], &opened);
        } else if (kind < 204) {
            const std::string arch = from_.text(12);
            status =
                karat_open_instruction(arch.c_str(), from_.text(40).c_str(), kind == 203 ? nullptr : &opened);
        } else {
            status = karat_open_spec(from_.text(200).c_str(), &opened);
        }
        ensure((told(status) == KARAT_OK) == (opened != nullptr), "a status that contradicts the handle");
        if (opened != nullptr) open_.push_back(opened);
    }

    void close(Memory& /*memory*/) {
        karat_model* const one = model();
        const bool was_open = is_open(one);
        ensure((told(karat_close(one)) == KARAT_OK) == was_open, "a wrong status of close");
        if (!was_open) return;
        std::erase(open_, one);
        closed_.push_back(one);
    }

    void shape(Memory& /*memory*/) {
        karat_model* const one = model();
        karat_shape out{};
        const bool room = from_.byte() % 16 != 0;
        ensure((told(karat_get_shape(one, room ? &out : nullptr)) == KARAT_OK) == (is_open(one) && room),
               "a wrong status of get_shape");
    }

    /// The text buffer of a call: exactly `size` bytes, or NULL.
    struct Room {
        char* buffer;
        std::size_t size;
        std::size_t length;
        std::size_t* length_or_null;
    };
    void room(Memory& memory, Room& out) {
        out.size = from_.count() * (from_.byte() % 64);
        if (out.size > kMostBytes) out.size = kMostBytes;
        const std::uint8_t kind = from_.byte();
        out.buffer = kind % 16 == 0 ? nullptr : reinterpret_cast<char*>(memory.bytes(out.size));
        out.length_or_null = kind % 5 == 0 ? nullptr : &out.length;
    }
    static void ended(karat_status status, const Room& room) {
        if ((status != KARAT_OK && status != KARAT_TRUNCATED) || room.buffer == nullptr || room.size == 0)
            return;
        ensure(std::memchr(room.buffer, '\0', room.size) != nullptr, "text without a terminating NUL");
        if (room.length_or_null == nullptr || status != KARAT_OK) return;
        ensure(std::strlen(room.buffer) == room.length, "a wrong length of text");
    }

    void texts(Memory& memory) {
        Room to{};
        room(memory, to);
        karat_model* const one = model();
        ended(told(karat_get_spec(one, to.buffer, to.size, to.length_or_null)), to);
        ended(told(karat_get_knob(one, key().c_str(), to.buffer, to.size, to.length_or_null)), to);
        ended(told(karat_coverage_report(one, from_.count(), to.buffer, to.size, to.length_or_null)), to);
    }

    std::string key() {
        static constexpr std::array<const char*, 25> keys{"F",
                                                          "k",
                                                          "a",
                                                          "b",
                                                          "c",
                                                          "d",
                                                          "scale",
                                                          "scale_block",
                                                          "terms",
                                                          "group",
                                                          "algorithm",
                                                          "c_place",
                                                          "nan",
                                                          "F_c",
                                                          "F_sum",
                                                          "sticky",
                                                          "chain_format",
                                                          "dot_format",
                                                          "output_rounding",
                                                          "convert",
                                                          "flush_a",
                                                          "output_fraction",
                                                          "exponent_floor",
                                                          "overflow",
                                                          "metadata"};
        const std::uint8_t choice = from_.byte();
        return choice < 240 ? keys[choice % keys.size()] : from_.text(16);
    }
    std::string value() {
        static constexpr std::array<const char*, 29> values{
            "0",       "1",    "2",     "4",     "8",    "16",   "24",   "64",   "1024", "exact",
            "default", "true", "false", "fp16",  "fp32", "fp64", "e4m3", "e2m1", "bf16", "RZ",
            "RNE",     "fda",  "gfda",  "ue8m0", "late", "ored", "2:4",  "1:2",  "none"};
        const std::uint8_t choice = from_.byte();
        return choice < 240 ? values[choice % values.size()] : from_.text(16);
    }
    void knob(Memory& /*memory*/) {
        karat_model* const one = model();
        const std::string before = spec(one);
        const std::string knob = key();
        if (told(karat_set_knob(one, knob.c_str(), value().c_str())) != KARAT_OK) {
            ensure(spec(one) == before, "a rejected knob changed the model");
        }
    }
    static std::string spec(karat_model* model) {
        std::size_t length = 0;
        if (karat_get_spec(model, nullptr, 0, &length) != KARAT_OK) return {};
        std::string text(length, '\0');
        ensure(karat_get_spec(model, text.data(), length + 1, nullptr) == KARAT_OK,
               "a text that does not fit its own length");
        return text;
    }

    karat_elements elements(Memory& memory, std::size_t right) {
        const std::uint8_t kind = from_.byte();
        std::size_t count = kind < 230 ? right : from_.count();
        if (count > kMostBytes) return {nullptr, count};
        return {kind % 32 == 31 ? nullptr : memory.words(count), count};
    }
    /// Metadata that every kind allows, mostly; random words would nearly always be refused.
    karat_elements metadata_elements(Memory& memory, std::size_t right) {
        const karat_elements out = elements(memory, right);
        if (out.data != nullptr && from_.byte() % 8 != 0)
            std::fill_n(const_cast<std::uint64_t*>(out.data), out.count, from_.byte() % 2 == 0 ? 0x4 : 0xE);
        return out;
    }
    karat_dot_operands operands(Memory& memory, karat_model* one) {
        karat_shape s{};
        (void)karat_get_shape(one, &s);
        return {elements(memory, s.k),
                elements(memory, s.k_of_b),
                elements(memory, s.scales),
                elements(memory, s.scales),
                from_.byte() % 8 == 0 ? from_.word() : from_.byte(),
                metadata_elements(memory, s.metadata)};
    }
    void dot(Memory& memory) {
        karat_model* const one = model();
        const karat_dot_operands in = operands(memory, one);
        std::uint64_t d = 0x5EED;
        const std::uint8_t kind = from_.byte();
        const karat_status status =
            told(karat_dot_add(one, kind == 0 ? nullptr : &in, kind == 1 ? nullptr : &d));
        ensure(status == KARAT_OK || d == 0x5EED, "a failed dot-add wrote its result");
    }
    void pictures(Memory& memory) {
        karat_model* const one = model();
        const karat_dot_operands in = operands(memory, one);
        Room to{};
        room(memory, to);
        ended(told(karat_get_trace(one, &in, to.buffer, to.size, to.length_or_null)), to);
        ended(told(karat_get_drawing(one, &in, to.buffer, to.size, to.length_or_null)), to);
    }

    /// Mostly a matrix with the bytes that rows x columns elements of `bits` bits need; sometimes another
    /// size, or NULL with any size.
    karat_matrix matrix(Memory& memory, std::size_t rows, std::size_t columns, std::size_t bits) {
        karat_matrix out{nullptr, 0, 0, from_.byte() % 2};
        const std::uint8_t kind = from_.byte();
        out.leading = kind < 200 ? 0 : from_.count();
        std::size_t size = (rows * columns * bits + 7) / 8;
        if (out.leading != 0 && out.leading < 64) size = (rows + columns) * out.leading * bits / 8 + 8;
        if (kind % 16 == 1) size = size == 0 ? 0 : size - 1;
        if (kind % 16 == 2) size = from_.count();
        out.bytes = size;
        if (size <= kMostBytes && kind % 32 != 3) out.data = memory.bytes(size);
        return out;
    }
    karat_tile_operands tile(Memory& memory, karat_model* one, std::size_t count) {
        karat_shape s{};
        (void)karat_get_shape(one, &s);
        karat_tile_operands in{};
        const std::uint8_t kind = from_.byte();
        in.m = kind < 220 ? 1 + kind % 4U : from_.count();
        in.n = kind < 220 ? 1 + kind / 4U % 4U : from_.count();
        const std::size_t tiles = count < 8 ? count : 1;
        const auto small = [](std::size_t x) { return x < 64 ? x : 1; };
        const std::size_t m = small(in.m) * tiles, n = small(in.n);
        in.a = matrix(memory, m, s.k, s.a_bits);
        in.b = matrix(memory, s.k_of_b * tiles, n, s.b_bits);
        in.c = matrix(memory, m, n, s.c_bits);
        if (s.scales != 0 || from_.byte() % 16 == 0) {
            in.scale_a = matrix(memory, m, s.scales, s.scale_bits);
            in.scale_b = matrix(memory, s.scales * tiles, n, s.scale_bits);
        }
        if (s.metadata != 0 || from_.byte() % 16 == 0) {
            in.metadata = matrix(memory, m, s.metadata, s.metadata_bits);
            if (in.metadata.data != nullptr && from_.byte() % 8 != 0)
                std::memset(const_cast<void*>(in.metadata.data), from_.byte() % 2 == 0 ? 0x44 : 0xE4,
                            in.metadata.bytes);
        }
        return in;
    }
    void tiles(Memory& memory) {
        karat_model* const one = model();
        const std::uint8_t kind = from_.byte();
        const std::size_t count = kind < 128 ? 1 : kind < 240 ? kind % 8U : from_.count();
        const karat_tile_operands in = tile(memory, one, count);
        karat_shape s{};
        (void)karat_get_shape(one, &s);
        const karat_matrix room =
            matrix(memory, (in.m < 64 ? in.m : 1) * (count < 8 ? count : 1), in.n < 64 ? in.n : 1, s.d_bits);
        const karat_result d{const_cast<void*>(room.data), room.bytes, room.leading, room.column_major};
        const std::string before(static_cast<const char*>(d.data), d.data == nullptr ? 0 : d.bytes);
        const std::uint8_t nulls = from_.byte();
        const karat_tile_operands* const in_or_null = nulls == 1 ? nullptr : &in;
        const karat_result* const d_or_null = nulls == 2 ? nullptr : &d;
        const karat_status status = told(count == 1 ? karat_tile(one, in_or_null, d_or_null)
                                                    : karat_tiles(one, count, in_or_null, d_or_null));
        if (status != KARAT_OK && d.data != nullptr)
            ensure(std::memcmp(d.data, before.data(), before.size()) == 0, "a failed tile wrote results");
    }
    void compare(Memory& memory) {
        karat_model* const one = model();
        const karat_tile_operands in = tile(memory, one, 1);
        karat_shape s{};
        (void)karat_get_shape(one, &s);
        const std::size_t m = in.m < 64 ? in.m : 1, n = in.n < 64 ? in.n : 1;
        const karat_matrix got = matrix(memory, m, n, s.d_bits);
        const karat_matrix unknown = matrix(memory, m, n, s.d_bits);
        karat_comparison out{};
        Room to{};
        room(memory, to);
        const std::uint8_t kind = from_.byte();
        const karat_status status =
            told(karat_compare(one, from_.word(), kind == 1 ? nullptr : &in, kind == 2 ? nullptr : &got,
                               kind % 2 == 0 ? nullptr : &unknown, kind % 8 == 0 ? nullptr : &out, to.buffer,
                               to.size, to.length_or_null));
        if (kind % 8 != 0)
            ensure((status == KARAT_MISMATCH) == (out.mismatches != 0),
                   "a status that contradicts the comparison");
        ended(status == KARAT_MISMATCH ? KARAT_TRUNCATED : status, to);
    }

    /// Mostly a port that is allowed.
    karat_flag_port flag_port() {
        const std::uint8_t kind = from_.byte();
        karat_flag_port out{1U + kind % 15U, kind / 16 % 2, kind / 32 % 2, kind % 4, kind / 64 % 2};
        if (kind % 16 == 7) out.bits = static_cast<std::uint32_t>(from_.word());
        if (kind % 16 == 9) out.tiny = static_cast<int>(from_.byte()) - 4;
        return out;
    }
    /// A matrix of the port's flags.
    karat_result flag_matrix(Memory& memory, const karat_tile_operands& in, const karat_flag_port& port) {
        const auto small = [&](std::size_t x) { return x < 64 && port.per_tile == 0 ? x : 1; };
        const karat_matrix out = matrix(memory, small(in.m), small(in.n), 4);
        return {const_cast<void*>(out.data), out.bytes, out.leading, out.column_major};
    }
    static std::string content(const karat_result& of) {
        return of.data == nullptr ? std::string() : std::string(static_cast<const char*>(of.data), of.bytes);
    }
    void flags(Memory& memory) {
        karat_model* const one = model();
        const karat_tile_operands in = tile(memory, one, 1);
        const karat_flag_port port = flag_port();
        const karat_result out = flag_matrix(memory, in, port);
        const std::string before = content(out);
        const std::uint8_t nulls = from_.byte();
        const karat_status status = told(karat_tile_flags(
            one, nulls == 1 ? nullptr : &in, nulls == 2 ? nullptr : &port, nulls == 3 ? nullptr : &out));
        ensure(status == KARAT_OK || content(out) == before, "a failed call wrote flags");
    }
    void compare_flags(Memory& memory) {
        karat_model* const one = model();
        const karat_tile_operands in = tile(memory, one, 1);
        const karat_flag_port port = flag_port();
        const karat_result seen = flag_matrix(memory, in, port);
        const karat_matrix got{seen.data, seen.bytes, seen.leading, seen.column_major};
        const karat_result x = flag_matrix(memory, in, port);
        const karat_matrix unknown{x.data, x.bytes, x.leading, x.column_major};
        const karat_result since_reset = flag_matrix(memory, in, port);
        const karat_result wrong = flag_matrix(memory, in, port);
        const std::string kept = content(since_reset);
        const std::string mask = content(wrong);
        karat_flag_comparison out{};
        Room to{};
        room(memory, to);
        const std::uint8_t kind = from_.byte();
        const karat_status status = told(
            karat_compare_flags(one, from_.word(), kind == 1 ? nullptr : &in, kind == 2 ? nullptr : &port,
                                kind == 3 ? nullptr : &got, kind % 2 == 0 ? nullptr : &unknown,
                                kind % 8 == 4 ? nullptr : &since_reset, kind % 4 == 0 ? nullptr : &wrong,
                                kind % 8 == 0 ? nullptr : &out, to.buffer, to.size, to.length_or_null));
        if (kind % 8 != 0)
            ensure((status == KARAT_MISMATCH) == (out.mismatches != 0),
                   "a status that contradicts the comparison of flags");
        if (status != KARAT_OK && status != KARAT_MISMATCH)
            ensure(content(since_reset) == kept && content(wrong) == mask, "a failed call wrote flags");
        ended(status == KARAT_MISMATCH ? KARAT_TRUNCATED : status, to);
    }

    void start(Memory& /*memory*/) {
        const std::uint8_t kind = from_.byte();
        const auto lines = [&](unsigned small) {
            const std::size_t count = kind < 200 ? 1 + small % 4 : from_.count();
            return count > 64 ? SIZE_MAX : count;  // larger shapes are allowed, but take gigabytes
        };
        const std::size_t m = lines(kind);
        const std::size_t n = lines(kind / 4U);
        (void)told(karat_coverage_start(model(), m, n));
    }
    void sample(Memory& memory) {
        karat_model* const one = model();
        const karat_tile_operands in = tile(memory, one, 1);
        (void)told(karat_coverage_sample(one, from_.byte() == 0 ? nullptr : &in));
    }
    void coverage(Memory& /*memory*/) {
        karat_model* const one = model();
        karat_coverage_figures figures{};
        const karat_status status = told(karat_coverage_get(one, from_.byte() == 0 ? nullptr : &figures));
        if (status == KARAT_OK)
            ensure((figures.percent == 100.0) == (figures.holes == 0), "100 % with a hole");
        if (from_.byte() % 4 == 0) (void)told(karat_coverage_stop(one));
        if (from_.byte() % 32 == 0)
            (void)told(karat_coverage_save(one, from_.byte() % 2 == 0 ? "/dev/null" : nullptr));
    }

    Bytes& from_;
    std::vector<karat_model*> open_, closed_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes from(data, size);
    Session session(from);
    for (int calls = 0; calls < 64 && !from.empty(); ++calls) session.call();
    return 0;
}
