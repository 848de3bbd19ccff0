/* SPDX-License-Identifier: Apache-2.0
 * karat's C ABI: the golden model for C, C++, Python's ctypes and any simulator that loads a shared library.
 *
 * Every call returns a status. If it is not KARAT_OK, karat_last_error() returns the error message. No call
 * throws, prints, exits or keeps a pointer from its arguments.
 *
 * Handles may be used from any thread. Calls that only read a model run in parallel on one handle. Setting a
 * knob, starting and stopping coverage, and closing wait for them. A NULL, closed or invalid handle is
 * refused and never dereferenced.
 *
 * Text is returned as by snprintf: `*length` is the length of the whole text without the final NUL, even if
 * the text does not fit in `size` bytes. If it does not fit, the status is KARAT_TRUNCATED. To query the
 * length, pass `size` 0; `buffer` may then be NULL. `length` may be NULL.
 *
 * docs/how-to/use-the-c-abi.md shows it in use. */
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

/* Incremented when a caller compiled against an older header would no longer work correctly; compare it with
 * karat_abi_version(). 2: metadata, at the end of karat_shape, karat_dot_operands, karat_tile_operands and
 * karat_tile_room. */
#define KARAT_ABI_VERSION 2

typedef enum karat_status {
    KARAT_OK = 0,
    KARAT_MISMATCH = 1,     /* karat_compare, karat_compare_flags: at least one lane is wrong */
    KARAT_TRUNCATED = 2,    /* the text did not fit; as much as fits was written */
    KARAT_BAD_HANDLE = 3,   /* NULL, closed, never opened, or a handle of the other type */
    KARAT_BAD_ARGUMENT = 4, /* NULL instead of data, a size out of range */
    KARAT_BAD_NAME = 5,     /* unknown architecture, instruction, format or kind of stimulus */
    KARAT_BAD_SPEC = 6,     /* not JSON, unknown knob, illegal value, illegal combination of knobs */
    KARAT_BAD_OPERAND = 7,  /* wrong count, value wider than its format, or that it cannot hold, ... */
    KARAT_BAD_STATE = 8,    /* coverage is or is not being collected, too many open handles */
    KARAT_NO_MEMORY = 9,
    KARAT_INTERNAL = 10, /* a bug in karat */
    KARAT_END = 11       /* karat_stimulus_next: there are no more tiles */
} karat_status;

/* A model: the specification of one dot-add, the shape of its tile, and its coverage if that is collected. */
typedef struct karat_model karat_model;
/* Stimulus: a sequence of tiles for a model. */
typedef struct karat_stimulus karat_stimulus;

/* The version of the library, such as "0.2.0". Never NULL. */
KARAT_API const char* karat_version(void);
/* The KARAT_ABI_VERSION with which the library was built. */
KARAT_API uint32_t karat_abi_version(void);
/* The name of a status, such as "KARAT_BAD_SPEC"; "unknown status" for any other number. Never NULL. */
KARAT_API const char* karat_status_name(int status);
/* The error message of this thread's last call that did not return KARAT_OK; "" if there was none. Valid
 * until the next failing call of this thread. */
KARAT_API const char* karat_last_error(void);

/* --- opening -------------------------------------------------------------------------------------------- */

/* For example ("Hopper", "HMMA.16816.F32"). `arch` may be NULL or "" if the instruction name is unambiguous.
 * On failure `*model` is set to NULL. */
KARAT_API karat_status karat_open_instruction(const char* arch, const char* instruction, karat_model** model);
/* `json` is a specification. The tile of the model has one lane; calls may pass a larger m and n. On failure
 * `*model` is set to NULL. */
KARAT_API karat_status karat_open_spec(const char* json, karat_model** model);
/* Waits for calls in progress on other threads. KARAT_BAD_HANDLE for NULL or a closed handle. */
KARAT_API karat_status karat_close(karat_model* model);

typedef struct karat_shape {
    uint32_t m, n, k; /* of one tile; m = n = 1 if the model was opened from a specification */
    uint32_t blocks;  /* number of independent tiles of the instruction, usually 1 */
    uint32_t scales;  /* scale factors of a row of A or a column of B; 0 if there are none */
    uint32_t a_bits, b_bits, c_bits, d_bits, scale_bits; /* of one element; scale_bits is 0 without scales */
    uint32_t k_of_b;        /* elements of a column of B: k, or 2k with metadata */
    uint32_t metadata;      /* elements of metadata of a row of A; 0 without structured sparsity */
    uint32_t metadata_bits; /* of one element of metadata: 4, or 0 */
} karat_shape;
/* The shape of the model's tile and the bits of its elements. */
KARAT_API karat_status karat_get_shape(karat_model* model, karat_shape* shape);

/* The specification as JSON. karat_open_spec opens an equal model from it. */
KARAT_API karat_status karat_get_spec(karat_model* model, char* buffer, size_t size, size_t* length);
/* One knob as text, in the form that `karat run --set` takes; "default" if it follows another knob. */
KARAT_API karat_status karat_get_knob(karat_model* model, const char* key, char* buffer, size_t size,
                                      size_t* length);
/* Sets one knob ("default" unsets it). Refused, and the model unchanged, if the resulting specification is
 * invalid (KARAT_BAD_SPEC) or coverage is being collected (KARAT_BAD_STATE). */
KARAT_API karat_status karat_set_knob(karat_model* model, const char* key, const char* value);
/* Says that the unit has no c, so that c is +0 in every tile: stimulus that is opened from now on gives such
 * tiles, and bins that need another c are excluded. Results are still computed with the c of the call.
 * KARAT_BAD_STATE: coverage is being collected. */
KARAT_API karat_status karat_without_c(karat_model* model);

/* --- numbers to encodings ------------------------------------------------------------------------------- */

/* What becomes of a number that a format cannot hold: one beyond its range, an infinity or a NaN that it has
 * no encoding for, and a number that is not an integer for an integer format. KARAT_SATURATE: the nearest
 * value of the format. KARAT_TO_INF, KARAT_TO_NAN: an infinity of its sign, a NaN. A number for which the
 * format lacks that value is refused. Rounding to nearest even is no reason to refuse a number. */
typedef enum karat_conversion {
    KARAT_REFUSE = 0,
    KARAT_SATURATE = 1,
    KARAT_TO_INF = 2,
    KARAT_TO_NAN = 3
} karat_conversion;

typedef struct karat_conversion_counts {
    size_t rounded;            /* held by the format, but not exactly */
    size_t converted, refused; /* not held by the format */
    size_t first;              /* the first number that is not held; the number of values if all are */
} karat_conversion_counts;

/* Converts `count` numbers to encodings of a format ("fp16", or another name as on the command line, "half";
 * the knobs a, b and c of a model name its own) by a rule, a karat_conversion.
 * KARAT_BAD_OPERAND: some numbers are refused; the message has the first one, the limit that it exceeds, and
 * how many there are. Then no encoding is written. `counts` may be NULL; it is written in this case too. */
KARAT_API karat_status karat_encode(const char* format, int rule, const double* values, size_t count,
                                    uint64_t* encodings, karat_conversion_counts* counts);

/* --- one dot-add ---------------------------------------------------------------------------------------- */

/* Encodings, one per word. */
typedef struct karat_elements {
    const uint64_t* data;
    size_t count;
} karat_elements;

/* a has k elements and b k_of_b, scale_a and scale_b `scales` elements each (none without scale factors),
 * metadata the number in karat_shape (none without structured sparsity). Bits above the width of a format
 * must be 0. Metadata that the model does not allow is KARAT_BAD_OPERAND. */
typedef struct karat_dot_operands {
    karat_elements a, b, scale_a, scale_b;
    uint64_t c;
    karat_elements metadata;
} karat_dot_operands;

/* One dot-add. Writes the encoding of the result to *d. */
KARAT_API karat_status karat_dot_add(karat_model* model, const karat_dot_operands* in, uint64_t* d);
/* Every intermediate of a dot-add as JSON: {"operands": [...], "steps": [...]}. */
KARAT_API karat_status karat_get_trace(karat_model* model, const karat_dot_operands* in, char* buffer,
                                       size_t size, size_t* length);
/* The same as a readable drawing: the addends on the fixed-point grid. */
KARAT_API karat_status karat_get_drawing(karat_model* model, const karat_dot_operands* in, char* buffer,
                                         size_t size, size_t* length);

/* --- tiles ---------------------------------------------------------------------------------------------- */

/* A matrix in packed storage: element i is at bits [(i+1)W-1 : iW], little-endian. W is the width of its
 * format (4- and 6-bit formats are packed as well; tf32 takes 32). `leading` is the leading dimension: the
 * distance in elements between successive rows (columns if `column_major` is not 0); 0 means no gaps. */
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

/* D = A * B + C. A is m x k, B is k_of_b x n, C and D are m x n. scale_a is m x scales and scale_b is
 * scales x n; they are ignored without scale factors. m = n = 0 means the tile of the instruction.
 *
 * With structured sparsity (knob `metadata`), `metadata` has a row for each row of A. Its 4-bit elements
 * select which elements of B are multiplied. "2:4", "2:4_ordered": one element for two of A and four of B;
 * bits 1:0 are the index of the first in the group of B, bits 3:2 that of the second. They must differ, and
 * ascend if ordered. "1:2": one element for one of A and two of B; 0x4 selects the first, 0xe the second.
 * KARAT_BAD_OPERAND: metadata is missing, too short, or has an element that is not allowed. Without
 * structured sparsity it is ignored. */
typedef struct karat_tile_operands {
    size_t m, n;
    karat_matrix a, b, c, scale_a, scale_b, metadata;
} karat_tile_operands;

/* Maximum m and n of a tile, and maximum number of tiles of a batch. */
#define KARAT_MAX_LINES 65536
#define KARAT_MAX_TILES 16777216

/* One tile: D = A * B + C. Nothing is written if the call is refused. */
KARAT_API karat_status karat_tile(karat_model* model, const karat_tile_operands* in, const karat_result* d);
/* A batch of `count` tiles. In the storage of each operand the matrices of the tiles follow one another. Each
 * starts at a byte boundary and takes as many whole rows (columns) of the leading dimension as the matrix
 * has. */
KARAT_API karat_status karat_tiles(karat_model* model, size_t count, const karat_tile_operands* in,
                                   const karat_result* d);

/* --- comparing ------------------------------------------------------------------------------------------ */

typedef struct karat_comparison {
    uint64_t lanes, mismatches;
    size_t m, n;            /* lane of the first mismatch */
    uint64_t expected, got; /* in that lane */
} karat_comparison;

/* Compares the result of a design for one tile (`got`, m x n) with the model. `unknown` marks the bits that
 * were X or Z, in the layout of `got`; NULL means none. A lane with such a bit is a mismatch. KARAT_OK: all
 * lanes match. KARAT_MISMATCH: `report` describes the first wrong lane, as the C++ scoreboard does, with
 * `tile` as the tile number. A truncated report does not change the status. `comparison` may be NULL.
 *
 * If the environment variable KARAT_RECORD names a file when a process compares for the first time, the
 * answers of the first model that compares are kept there for karat diagnose; those of the next go to
 * FILE_2.vec. A file is written when its model is closed or one of its knobs is set, and at the end of the
 * process. A comparison with tile = UINT64_MAX is a trial, which is not recorded. */
KARAT_API karat_status karat_compare(karat_model* model, uint64_t tile, const karat_tile_operands* in,
                                     const karat_matrix* got, const karat_matrix* unknown,
                                     karat_comparison* comparison, char* report, size_t size, size_t* length);

/* Sets the mode in which the unit computed the tiles that are compared from now on. It matters only for
 * KARAT_RECORD: each mode of a model gets its own file, which names the mode. Tiles that are compared before
 * the first call go to a file that names no mode. */
KARAT_API karat_status karat_record_mode(karat_model* model, uint32_t mode);

/* --- status flags --------------------------------------------------------------------------------------- */

/* The bits of a set of status flags. docs/reference/flags.md says what raises each. */
typedef enum karat_flag {
    KARAT_INEXACT = 1,
    KARAT_UNDERFLOW = 2,
    KARAT_OVERFLOW = 4,
    KARAT_INVALID = 8
} karat_flag;

/* Which result is judged for underflow. KARAT_TINY_DEFAULT: as the specification flushes its results;
 * unbounded, if it does not. */
typedef enum karat_tiny {
    KARAT_TINY_DEFAULT = 0,
    KARAT_TINY_BEFORE = 1,    /* before rounding */
    KARAT_TINY_UNBOUNDED = 2, /* after rounding with an unbounded exponent */
    KARAT_TINY_ENCODED = 3    /* the delivered result */
} karat_tiny;

/* The flags of a unit, as in a contract (docs/reference/contract.md, status flags). */
typedef struct karat_flag_port {
    uint32_t bits; /* the flags that the unit has, karat_flag values added up: 1 to 15. Others are ignored */
    int per_tile;  /* 0: a set of flags for each lane; else one for the tile, raised if any lane does */
    int sticky;    /* not 0: the flags are those of all answers since the reset */
    int tiny;      /* a karat_tiny */
    int roundings; /* 0: alignments raise inexact too; else only roundings to a format do */
} karat_flag_port;

/* The flags that the model raises for a tile of at most 65536 lanes, and for no other tile: the flags of the
 * port, as a matrix of m x n elements of 4 bits, or of one element with `per_tile`. Nothing is written if the
 * call is refused. KARAT_BAD_ARGUMENT: a member of `port` is out of range. */
KARAT_API karat_status karat_tile_flags(karat_model* model, const karat_tile_operands* in,
                                        const karat_flag_port* port, const karat_result* flags);

typedef struct karat_flag_comparison {
    uint64_t compared, mismatches;   /* sets of flags */
    size_t m, n;                     /* lane of the first mismatch; 0, 0 with per_tile */
    uint32_t expected, got;          /* there; only the flags of the port */
    uint32_t missing, without_cause; /* flags that some set lacks; that some set raises without cause */
} karat_flag_comparison;

/* Compares the flags that a design raises for one tile (`got`) with the model. All matrices are laid out as
 * by karat_tile_flags. `unknown` marks the bits that were X or Z; NULL means none. A set of flags in which
 * such a bit is compared is a mismatch.
 * `since_reset` is for sticky flags, otherwise ignored: the flags that the model has raised since the reset,
 * to which the call adds those of this tile. The caller keeps it and clears it at a reset. Compare the tiles
 * in the order of their answers.
 * `wrong`, if not NULL, is set to the bits that differ from the model or are unknown.
 * KARAT_OK: all flags match. KARAT_MISMATCH: `report` describes the first wrong set, as the C++ scoreboard
 * does, with `tile` as the tile number. A truncated report does not change the status. `comparison` may be
 * NULL. Nothing is written if the call is refused. */
KARAT_API karat_status karat_compare_flags(karat_model* model, uint64_t tile, const karat_tile_operands* in,
                                           const karat_flag_port* port, const karat_matrix* got,
                                           const karat_matrix* unknown, const karat_result* since_reset,
                                           const karat_result* wrong, karat_flag_comparison* comparison,
                                           char* report, size_t size, size_t* length);

/* --- functional coverage -------------------------------------------------------------------------------- */

typedef struct karat_coverage_figures {
    uint64_t tiles;
    size_t reachable, holes, excluded; /* bins; hole: reachable, not hit by every lane */
    double percent;                    /* exactly 100 if there is no hole */
} karat_coverage_figures;

/* Starts collecting coverage of tiles of m x n lanes (0, 0: the tile of the instruction; at most 65536
 * lanes). KARAT_BAD_STATE if it is already being collected. */
KARAT_API karat_status karat_coverage_start(karat_model* model, size_t m, size_t n);
/* Counts the bins that a tile hits. m and n must be those of karat_coverage_start, or 0, 0. */
KARAT_API karat_status karat_coverage_sample(karat_model* model, const karat_tile_operands* in);
/* The coverage so far. KARAT_BAD_STATE before karat_coverage_start. */
KARAT_API karat_status karat_coverage_get(karat_model* model, karat_coverage_figures* figures);
/* A readable report: the groups, then the first `holes` holes. */
KARAT_API karat_status karat_coverage_report(karat_model* model, size_t holes, char* buffer, size_t size,
                                             size_t* length);
/* Writes the JSON file that `karat coverage` merges and reports. */
KARAT_API karat_status karat_coverage_save(karat_model* model, const char* path);
/* Stops collecting and discards the counts. */
KARAT_API karat_status karat_coverage_stop(karat_model* model);

/* --- coverage bins: what happened inside a dot-add ------------------------------------------------------ */

/* The coverage bins of a model are numbered from 0. Equal specifications have the same bins; a unit without c
 * (karat_without_c) has others. These calls do not need coverage to be collected. A bin number out of range
 * is KARAT_BAD_ARGUMENT. */
KARAT_API karat_status karat_bin_count(karat_model* model, size_t* count);
/* The name of a bin, such as "shift/k3/F+1". The part before the first slash is its group. */
KARAT_API karat_status karat_bin_name(karat_model* model, size_t bin, char* buffer, size_t size,
                                      size_t* length);
/* The reason why no operands can hit the bin; "" if the bin is reachable. */
KARAT_API karat_status karat_bin_reason(karat_model* model, size_t bin, char* buffer, size_t size,
                                        size_t* length);
/* Sets lanes[i], i < count, to the number of lanes of the tile that hit bin `first` + i; 0 beyond the last
 * bin. The tile may have at most 65536 lanes. A tile of one lane gives the bins of a single dot-add. The
 * coverage counts do not change (see karat_coverage_sample). */
KARAT_API karat_status karat_tile_bins(karat_model* model, const karat_tile_operands* in, size_t first,
                                       uint32_t* lanes, size_t count);

/* --- stimulus ------------------------------------------------------------------------------------------- */

/* The kinds of stimulus that this model supports, numbered from 0: "directed", "level1", ..., "near_one", ...
 * A number out of range is KARAT_BAD_ARGUMENT. karat_stimulus_open also takes "steered" and the path of a
 * vector file (FILE.vec). */
KARAT_API karat_status karat_stimulus_kind_count(karat_model* model, size_t* count);
KARAT_API karat_status karat_stimulus_kind(karat_model* model, size_t kind, char* buffer, size_t size,
                                           size_t* length);

/* Opens stimulus: tiles of m x n lanes (0, 0: the tile of the instruction; at most 65536 lanes) for the
 * current specification of the model. Later changes to the model have no effect on it. The same arguments
 * give the same tiles, which are those of `karat check --stimulus KIND --seed SEED`.
 * "steered" gives tiles that target the holes of the coverage that the model is collecting; m and n must be
 * those of karat_coverage_start. The next tile depends on what has been sampled so far. The stimulus ends
 * when there are no holes left, or none for which a tile can be found. After collecting has stopped or the
 * model has been closed, karat_stimulus_next returns KARAT_BAD_STATE.
 * On failure `*stimulus` is set to NULL. KARAT_BAD_NAME: there is no such kind. */
KARAT_API karat_status karat_stimulus_open(karat_model* model, const char* kind, size_t m, size_t n,
                                           uint64_t seed, karat_stimulus** stimulus);

/* Buffers for the operands of one tile, laid out as in karat_tile_operands; scale_a and scale_b are ignored
 * without scale factors, metadata without structured sparsity. */
typedef struct karat_tile_room {
    karat_result a, b, c, scale_a, scale_b, metadata;
} karat_tile_room;

/* Writes the next tile. If `operand_class` is not NULL, `*operand_class` is set to the name of the tile's
 * class ("mixed", for example, draws tiles of several classes). The name stays valid while the library
 * is loaded. KARAT_END: there are no more tiles, and nothing was written. A call that is refused does not
 * consume a tile. */
KARAT_API karat_status karat_stimulus_next(karat_stimulus* stimulus, const karat_tile_room* out,
                                           const char** operand_class);
/* Closes the source; its handle is not valid any more. */
KARAT_API karat_status karat_stimulus_close(karat_stimulus* stimulus);

#ifdef __cplusplus
}
#endif
#endif
