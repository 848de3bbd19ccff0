// SPDX-License-Identifier: Apache-2.0
// Operand lists of inline PTX. CAPTURE_ASM_abc has a registers of A, b of B and c of C and D; _SP adds the
// metadata and its selector, _SF the scale factors.
#pragma once

#define CAPTURE_IN1(x) "r"(x[0])
#define CAPTURE_IN2(x) "r"(x[0]), "r"(x[1])
#define CAPTURE_IN4(x) "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3])
#define CAPTURE_IN8(x) CAPTURE_IN4(x), "r"(x[4]), "r"(x[5]), "r"(x[6]), "r"(x[7])
#define CAPTURE_OUT2(x) "=r"(x[0]), "=r"(x[1])
#define CAPTURE_OUT4(x) "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
#define CAPTURE_OUT8(x) CAPTURE_OUT4(x), "=r"(x[4]), "=r"(x[5]), "=r"(x[6]), "=r"(x[7])

#define CAPTURE_ASM_112(op)                          \
    asm volatile(op " {%0,%1}, {%2}, {%3}, {%4,%5};" \
                 : CAPTURE_OUT2(d)                   \
                 : CAPTURE_IN1(a), CAPTURE_IN1(b), CAPTURE_IN2(c))
#define CAPTURE_ASM_212(op)                             \
    asm volatile(op " {%0,%1}, {%2,%3}, {%4}, {%5,%6};" \
                 : CAPTURE_OUT2(d)                      \
                 : CAPTURE_IN2(a), CAPTURE_IN1(b), CAPTURE_IN2(c))
#define CAPTURE_ASM_214(op)                                          \
    asm volatile(op " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};" \
                 : CAPTURE_OUT4(d)                                   \
                 : CAPTURE_IN2(a), CAPTURE_IN1(b), CAPTURE_IN4(c))
#define CAPTURE_ASM_422(op)                                      \
    asm volatile(op " {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};" \
                 : CAPTURE_OUT2(d)                               \
                 : CAPTURE_IN4(a), CAPTURE_IN2(b), CAPTURE_IN2(c))
#define CAPTURE_ASM_424(op)                                                      \
    asm volatile(op " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};" \
                 : CAPTURE_OUT4(d)                                               \
                 : CAPTURE_IN4(a), CAPTURE_IN2(b), CAPTURE_IN4(c))

#define CAPTURE_ASM_222_SP(op)                                     \
    asm volatile(op " {%0,%1}, {%2,%3}, {%4,%5}, {%6,%7}, %8, %9;" \
                 : CAPTURE_OUT2(d)                                 \
                 : CAPTURE_IN2(a), CAPTURE_IN2(b), CAPTURE_IN2(c), "r"(metadata), "n"(Selector))
#define CAPTURE_ASM_224_SP(op)                                                     \
    asm volatile(op " {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%8,%9,%10,%11}, %12, %13;" \
                 : CAPTURE_OUT4(d)                                                 \
                 : CAPTURE_IN2(a), CAPTURE_IN2(b), CAPTURE_IN4(c), "r"(metadata), "n"(Selector))
#define CAPTURE_ASM_442_SP(op)                                                     \
    asm volatile(op " {%0,%1}, {%2,%3,%4,%5}, {%6,%7,%8,%9}, {%10,%11}, %12, %13;" \
                 : CAPTURE_OUT2(d)                                                 \
                 : CAPTURE_IN4(a), CAPTURE_IN4(b), CAPTURE_IN2(c), "r"(metadata), "n"(Selector))
#define CAPTURE_ASM_444_SP(op)                                                                     \
    asm volatile(op " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%12,%13,%14,%15}, %16, %17;" \
                 : CAPTURE_OUT4(d)                                                                 \
                 : CAPTURE_IN4(a), CAPTURE_IN4(b), CAPTURE_IN4(c), "r"(metadata), "n"(Selector))

// Byte 0 of the lanes that thread 0 names: lanes 0 and 1 of a group of four for A, lane 0 for B.
#define CAPTURE_ASM_424_SF(op)                                                                 \
    asm volatile(op                                                                            \
                 " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13},"                  \
                 " {%14}, {%16,%16}, {%15}, {%16,%16};"                                        \
                 : CAPTURE_OUT4(d)                                                             \
                 : CAPTURE_IN4(a), CAPTURE_IN2(b), CAPTURE_IN4(c), "r"(scale_a), "r"(scale_b), \
                   "h"(static_cast<std::uint16_t>(0)))

// m8n8k4.f16: c and d may differ in format.
#define CAPTURE_ASM_QUAD_44(op)                                          \
    asm volatile(op " {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%8,%9,%10,%11};" \
                 : CAPTURE_OUT4(d)                                       \
                 : CAPTURE_IN2(a), CAPTURE_IN2(b), CAPTURE_IN4(c))
#define CAPTURE_ASM_QUAD_84(op)                                                          \
    asm volatile(op " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, {%12,%13,%14,%15};" \
                 : CAPTURE_OUT8(d)                                                       \
                 : CAPTURE_IN2(a), CAPTURE_IN2(b), CAPTURE_IN4(c))
#define CAPTURE_ASM_QUAD_88(op)                                    \
    asm volatile(op                                                \
                 " {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}," \
                 " {%12,%13,%14,%15,%16,%17,%18,%19};"             \
                 : CAPTURE_OUT8(d)                                 \
                 : CAPTURE_IN2(a), CAPTURE_IN2(b), CAPTURE_IN8(c))

#define CAPTURE_ASM_F64_112(op)                      \
    asm volatile(op " {%0,%1}, {%2}, {%3}, {%4,%5};" \
                 : "=d"(d[0]), "=d"(d[1])            \
                 : "d"(a[0]), "d"(b[0]), "d"(c[0]), "d"(c[1]))
#define CAPTURE_F64_C "d"(c[0]), "d"(c[1]), "d"(c[2]), "d"(c[3])
#define CAPTURE_F64_D "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
#define CAPTURE_ASM_F64_214(op)                                      \
    asm volatile(op " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};" \
                 : CAPTURE_F64_D                                     \
                 : "d"(a[0]), "d"(a[1]), "d"(b[0]), CAPTURE_F64_C)
#define CAPTURE_ASM_F64_424(op)                                                  \
    asm volatile(op " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};" \
                 : CAPTURE_F64_D                                                 \
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]), CAPTURE_F64_C)
#define CAPTURE_ASM_F64_844(op)                                                                            \
    asm volatile(op                                                                                        \
                 " {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15},"                         \
                 " {%16,%17,%18,%19};"                                                                     \
                 : CAPTURE_F64_D                                                                           \
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), \
                   "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]), CAPTURE_F64_C)
