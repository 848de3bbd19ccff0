/* SPDX-License-Identifier: Apache-2.0
 * karat's C ABI: the golden model for C, C++, Python's ctypes and every simulator that loads a shared library. docs/dpi.md shows it in use.
 *
 * Every call gives a status; karat_last_error() then has the sentence. No call throws, prints, exits or keeps a pointer it was given.
 * Handles may be used from any thread. Calls that only read a model run in parallel on one handle; setting a knob, closing and coverage
 * wait for them. A NULL, closed or invented handle is refused, never followed.
 *
 * Text comes back as snprintf gives it: `*length` is the whole text's (without its final NUL) whatever fits into `size` bytes; what does not
 * fit is KARAT_TRUNCATED. `buffer` may be NULL when `size` is 0, to ask for the length; `length` may be NULL. */
#ifndef KARAT_H
#define KARAT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define KARAT_API __attribute__((visibility("default")))
#else
#define KARAT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when a caller compiled against an older header could be misled. */
#define KARAT_ABI_VERSION 1

typedef enum karat_status {
    KARAT_OK = 0,
    KARAT_MISMATCH = 1,     /* karat_compare: at least one lane is wrong */
    KARAT_TRUNCATED = 2,    /* the text did not fit; what fits was written */
    KARAT_BAD_HANDLE = 3,   /* NULL, closed, or never opened */
    KARAT_BAD_ARGUMENT = 4, /* a NULL where data must be, a size out of range */
    KARAT_BAD_NAME = 5,     /* unknown architecture, instruction */
    KARAT_BAD_SPEC = 6,     /* not JSON, unknown knob, a value that is not allowed, an impossible combination */
    KARAT_BAD_OPERAND = 7,  /* a wrong count, a value wider than its format, a matrix too short for its shape */
    KARAT_BAD_STATE = 8,    /* coverage is (not) being collected, too many handles */
    KARAT_NO_MEMORY = 9,
    KARAT_INTERNAL = 10,    /* a defect of karat */
    KARAT_END = 11          /* karat_stimulus_next: there are no more tiles */
} karat_status;

/* A model: the specification of one dot-add, the shape of its tile, and coverage if it is collected. */
typedef struct karat_model karat_model;
/* A sequence of tiles for a model. */
typedef struct karat_stimulus karat_stimulus;

/* "0.1.0"; KARAT_ABI_VERSION of the library; "KARAT_BAD_SPEC", or "unknown status" for any number that is none. Never NULL. */
KARAT_API const char* karat_version(void);
KARAT_API uint32_t karat_abi_version(void);
KARAT_API const char* karat_status_name(int status);
/* The sentence of this thread's last call that did not give KARAT_OK; "" before any. Valid until this thread's next failing call. */
KARAT_API const char* karat_last_error(void);

/* --- opening -------------------------------------------------------------------------------------------------------------------------- */

/* `arch` may be NULL or "" where the name says it all: ("Hopper", "HMMA.16816.F32"). On failure `*model` becomes NULL. */
KARAT_API karat_status karat_open_instruction(const char* arch, const char* instruction, karat_model** model);
/* The specification as JSON text (docs/knobs.md). Its tile has one lane; every call may ask for more. */
KARAT_API karat_status karat_open_spec(const char* json, karat_model** model);
/* Waits for the calls under way on other threads. Closing NULL or a closed handle is KARAT_BAD_HANDLE. */
KARAT_API karat_status karat_close(karat_model* model);

typedef struct karat_shape {
    uint32_t m, n, k;    /* of one tile; m = n = 1 where the model was opened from a specification */
    uint32_t blocks;     /* independent tiles of one instruction, else 1 */
    uint32_t scales;     /* scale factors of a row of A or a column of B; 0 without */
    uint32_t a_bits, b_bits, c_bits, d_bits, scale_bits; /* of one element; scale_bits is 0 without scales */
} karat_shape;
KARAT_API karat_status karat_get_shape(karat_model* model, karat_shape* shape);

/* The specification as JSON; it opens an equal model. */
KARAT_API karat_status karat_get_spec(karat_model* model, char* buffer, size_t size, size_t* length);
/* One knob as text, as `karat run --set` reads it; "default" where it follows another knob. */
KARAT_API karat_status karat_get_knob(karat_model* model, const char* key, char* buffer, size_t size, size_t* length);
/* Sets one knob ("default" unsets it). Refused, with the model as it was, if the whole becomes impossible or coverage is being collected. */
KARAT_API karat_status karat_set_knob(karat_model* model, const char* key, const char* value);

/* --- one dot-add ---------------------------------------------------------------------------------------------------------------------- */

/* Encodings, one a word. */
typedef struct karat_elements {
    const uint64_t* data;
    size_t count;
} karat_elements;

/* k elements of a and b; `scales` of scale_a and scale_b (none without). Bits above a format's width must be 0. */
typedef struct karat_dot_operands {
    karat_elements a, b, scale_a, scale_b;
    uint64_t c;
} karat_dot_operands;

KARAT_API karat_status karat_dot_add(karat_model* model, const karat_dot_operands* in, uint64_t* d);
/* Every intermediate of a dot-add as JSON: {"operands": [...], "steps": [...]}. */
KARAT_API karat_status karat_get_trace(karat_model* model, const karat_dot_operands* in, char* buffer, size_t size, size_t* length);
/* The same as a picture for people: the addends on the fixed-point grid. */
KARAT_API karat_status karat_get_drawing(karat_model* model, const karat_dot_operands* in, char* buffer, size_t size, size_t* length);

/* --- tiles ---------------------------------------------------------------------------------------------------------------------------- */

/* A matrix in packed storage: element i at bits [(i+1)W-1 : iW], little-endian, W the width of its format (4 and 6 too; tf32 has 32).
 * `leading`: distance in elements of successive rows (columns if `column_major` is not 0); 0: no gaps. */
typedef struct karat_matrix {
    const void* data;
    size_t bytes;
    size_t leading;
    int column_major;
} karat_matrix;
typedef struct karat_result {
    void* data;
    size_t bytes;
    size_t leading;
    int column_major;
} karat_result;

/* D = A * B + C: A is m x k, B k x n, C and D m x n; scale_a is m x scales, scale_b scales x n, not looked at without scales.
 * m = n = 0: the instruction's tile. */
typedef struct karat_tile_operands {
    size_t m, n;
    karat_matrix a, b, c, scale_a, scale_b;
} karat_tile_operands;

/* Largest m and n of a tile, and most tiles of a batch. */
#define KARAT_MAX_LINES 65536
#define KARAT_MAX_TILES 16777216

KARAT_API karat_status karat_tile(karat_model* model, const karat_tile_operands* in, const karat_result* d);
/* `count` tiles: those of each matrix follow each other in its storage, each of as many whole rows (columns) of the leading dimension as
 * the matrix has, from a whole byte on. */
KARAT_API karat_status karat_tiles(karat_model* model, size_t count, const karat_tile_operands* in, const karat_result* d);

/* --- comparing ------------------------------------------------------------------------------------------------------------------------ */

typedef struct karat_comparison {
    uint64_t lanes, mismatches;
    size_t m, n;            /* lane of the first mismatch */
    uint64_t expected, got; /* there */
} karat_comparison;

/* Compares what a design answered to one tile (`got`, m x n). `unknown`: bits that were X or Z, laid out as `got`; NULL: none; any of them
 * is a mismatch. KARAT_OK: every lane is right. KARAT_MISMATCH: `report` has the first wrong lane as the C++ scoreboard tells it, with
 * `tile` as its number; a report that is cut short leaves the status. `comparison` may be NULL. */
KARAT_API karat_status karat_compare(karat_model* model, uint64_t tile, const karat_tile_operands* in, const karat_matrix* got,
                                     const karat_matrix* unknown, karat_comparison* comparison, char* report, size_t size, size_t* length);

/* --- functional coverage (docs/coverage.md) ------------------------------------------------------------------------------------------- */

typedef struct karat_coverage_figures {
    uint64_t tiles;
    size_t reachable, holes, excluded; /* bins; a hole is a reachable one that some lane has not hit */
    double percent;                    /* 100 exactly without a hole */
} karat_coverage_figures;

/* Starts collecting for tiles of m x n lanes; 0, 0: the instruction's tile. KARAT_BAD_STATE if it has been started. */
KARAT_API karat_status karat_coverage_start(karat_model* model, size_t m, size_t n);
/* Counts the bins that the tile hits. Its m and n must be those of the start (or 0, 0 for them). */
KARAT_API karat_status karat_coverage_sample(karat_model* model, const karat_tile_operands* in);
KARAT_API karat_status karat_coverage_get(karat_model* model, karat_coverage_figures* figures);
/* The report that people read: groups, then the first `holes` holes. */
KARAT_API karat_status karat_coverage_report(karat_model* model, size_t holes, char* buffer, size_t size, size_t* length);
/* Writes the JSON that `karat coverage` merges and reports. */
KARAT_API karat_status karat_coverage_save(karat_model* model, const char* path);
/* Ends collecting; what was counted is gone. */
KARAT_API karat_status karat_coverage_stop(karat_model* model);

/* --- bins of the coverage: what happened inside a dot-add ----------------------------------------------- */

/* The bins of a model's coverage are numbered from 0; the same specification always has the same ones. To
 * ask for them, nothing need be collected. A number beyond the last is KARAT_BAD_ARGUMENT. */
KARAT_API karat_status karat_bin_count(karat_model* model, size_t* count);
/* "shift/k3/F+1"; its group is what stands before the first slash. */
KARAT_API karat_status karat_bin_name(karat_model* model, size_t bin, char* buffer, size_t size,
                                      size_t* length);
/* Why no operands reach the bin; "" where some do. */
KARAT_API karat_status karat_bin_reason(karat_model* model, size_t bin, char* buffer, size_t size,
                                        size_t* length);
/* lanes[i], i < count: how many lanes of the tile hit bin `first` + i; 0 beyond the last bin. At most
 * 65536 lanes. A tile of one lane tells which bins a dot-add hits. Counts nothing: karat_coverage_sample
 * does. */
KARAT_API karat_status karat_tile_bins(karat_model* model, const karat_tile_operands* in, size_t first,
                                       uint32_t* lanes, size_t count);

/* --- stimulus (docs/checking.md) ------------------------------------------------------------------------ */

/* Names of the kinds of stimulus that this model has, numbered from 0: "directed", "level1", ...,
 * "near_one", ... A number beyond the last is KARAT_BAD_ARGUMENT. karat_stimulus_open takes "steered" and
 * the path of a vector file (FILE.vec) besides. */
KARAT_API karat_status karat_stimulus_kind_count(karat_model* model, size_t* count);
KARAT_API karat_status karat_stimulus_kind(karat_model* model, size_t kind, char* buffer, size_t size,
                                           size_t* length);

/* Tiles of m x n lanes (0, 0: the instruction's tile; at most 65536 lanes) for the specification that the
 * model has now: what becomes of the model afterwards changes nothing. The same arguments give the same
 * tiles, those of `karat check --stimulus KIND --seed SEED`. "steered": tiles aimed at the holes of the
 * coverage that the model is collecting, for the m and n of its start. What is sampled between two tiles
 * decides the next one. It ends when there is no hole, or none for which a tile can be found; once
 * collecting has been stopped or the model closed, KARAT_BAD_STATE. On failure `*stimulus` becomes NULL;
 * KARAT_BAD_NAME: no such kind. */
KARAT_API karat_status karat_stimulus_open(karat_model* model, const char* kind, size_t m, size_t n,
                                           uint64_t seed, karat_stimulus** stimulus);

/* Room for the operands of one tile, laid out as karat_tile_operands; scale_a and scale_b are not looked
 * at without scales. */
typedef struct karat_tile_room {
    karat_result a, b, c, scale_a, scale_b;
} karat_tile_room;

/* Writes the next tile. `operand_class`, which may be NULL, becomes the name of its class (of "mixed",
 * say, each tile has its own), valid for ever. KARAT_END: there are no more, and nothing was written. A
 * refused call takes no tile. */
KARAT_API karat_status karat_stimulus_next(karat_stimulus* stimulus, const karat_tile_room* out,
                                           const char** operand_class);
KARAT_API karat_status karat_stimulus_close(karat_stimulus* stimulus);

#ifdef __cplusplus
}
#endif
#endif
