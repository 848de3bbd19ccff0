# SPDX-License-Identifier: Apache-2.0
"""The dot products of a sweep, in rational numbers: the operands that are drawn, their exact sums, and the
results of fused and separate sums. Written from the documentation, without code of karat."""
import math
from fractions import Fraction

WORD = (1 << 64) - 1
# bits of the significand, the least exponent, the largest number
FORMATS = {"e4m3": (3, -6, Fraction(448)), "fp16": (10, -14, Fraction(65504)),
           "fp32": (23, -126, Fraction(2**128 - 2**104))}


class Random:
    """SplitMix64."""

    def __init__(self, seed):
        self.state = seed & WORD

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & WORD
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return z ^ z >> 31


class Draw:
    """Normal numbers in pairs, by Box and Muller, or their exponentials with a random sign."""

    def __init__(self, distribution, seed):
        self.distribution = distribution
        self.random = Random(seed)
        self.spare = None

    def normal(self):
        if self.spare is not None:
            out, self.spare = self.spare, None
            return out
        unit = lambda: (self.random.bits() >> 11) * 2.0**-53
        radius = math.sqrt(-2 * math.log(1 - unit()))
        angle = 2 * math.pi * unit()
        self.spare = radius * math.sin(angle)
        return radius * math.cos(angle)

    def next(self):
        if self.distribution == "normal":
            return self.normal()
        size = math.exp(self.normal())
        return size if self.random.bits() >> 63 else -size


def exponent(x, name):
    """That of the encoding: numbers below the least exponent are subnormal."""
    x = abs(x)
    out = x.numerator.bit_length() - x.denominator.bit_length()
    return max(out if Fraction(2)**out <= x else out - 1, FORMATS[name][1])


def truncated(x, step):
    return math.trunc(x / step) * step


def rounded(x, name, mode):
    x = Fraction(x)
    if x == 0:
        return x
    bits, _, largest = FORMATS[name]
    step = Fraction(2)**(exponent(x, name) - bits)
    out = round(x / step) * step if mode == "RNE" else truncated(x, step)
    assert abs(out) <= largest
    return out


def place(x, name):
    """The number of the encoding, so that neighbours differ by 1."""
    if x == 0:
        return 0
    bits, least, _ = FORMATS[name]
    at = exponent(x, name)
    out = abs(x) / Fraction(2)**(at - bits) + (at - least) * 2**bits
    assert out.denominator == 1
    return int(out) if x > 0 else -int(out)


def fixed_point_sum(addends, F, least=None):
    """Of pairs of value and exponent, truncated to F bits below the largest exponent; and how many vanish."""
    addends = [(value, at) for value, at in addends if value]
    if not addends:
        return Fraction(0), 0
    top = max(at for _, at in addends)
    step = Fraction(2)**((top if least is None else max(top, least)) - F)
    kept = [truncated(value, step) for value, _ in addends]
    return sum(kept), kept.count(0)


def dot_product(spec, a, b, c):
    """The result, and the addends that vanished in each dot-add."""
    name, d, lost = spec["a"], spec["d"], 0
    terms = spec.get("terms", spec["k"])
    mode = spec.get("output_rounding") or {"fda": "RZ", "sda": "RNE"}[spec["algorithm"]]
    for first in range(0, len(a), terms):
        pairs = zip(a[first:first + terms], b[first:first + terms])
        products = [(x * y, exponent(x, name) + exponent(y, name) if x * y else 0) for x, y in pairs]
        if spec["algorithm"] == "fda":
            total, zeros = fixed_point_sum(products + [(c, exponent(c, spec["c"]) if c else 0)], spec["F"],
                                           spec.get("exponent_floor"))
        else:
            total, zeros = fixed_point_sum(products, spec["F"])
            total = rounded(total, d, "RNE") + c
        c = rounded(total, d, mode)
        lost += zeros
    return c, Fraction(lost * spec["k"], len(a))


def outcomes(spec, row):
    """For each sample: result, exact result and exact result before rounding the operands, as karat has them,
    correct to 53 bits; and the addends that vanished."""
    length, seed = int(row["length"]), int(row["seed"])
    assert length % spec["k"] == 0
    for sample in range(int(row["samples"])):
        random = Random(seed ^ sample * 0x9E3779B97F4A7C15 & WORD)
        draw = Draw(row["distribution"], random.bits())
        drawn = [(draw.next(), draw.next()) for _ in range(length)]
        a = [rounded(x, spec["a"], "RNE") for x, _ in drawn]
        b = [rounded(y, spec["b"], "RNE") for _, y in drawn]
        start = 0.0
        if row["c_distribution"] != "zero":
            name, _, factor = row["c_distribution"].partition("*")
            start = Draw(name, ~random.bits()).next() * float(factor or 1)
        c = rounded(start, spec["c"], "RNE")
        exact = c + sum(x * y for x, y in zip(a, b))
        before = Fraction(start) + sum(Fraction(x) * Fraction(y) for x, y in drawn)
        value, lost = dot_product(spec, a, b, c)
        yield value, Fraction(float(exact)), Fraction(float(before)), lost
