# SPDX-License-Identifier: Apache-2.0
"""c-abi.md: the functions and types of the C ABI, from dpi/karat.h."""
import re

from reference import ROOT
from reference.declarations import c_name, heading, read_header, without_comments
from reference.markdown import fence, page, prose, prototype, sentence_case

C_ABI = """
# C ABI

This page is the contract of `dpi/karat.h`: every type, every function, and what each guarantees.
[Use the C ABI](../how-to/use-the-c-abi.md) shows it at work, from C and Python.

| library | contents |
|---|---|
| `libkarat_dpi.so` | the C ABI and the DPI-C calls of [the SystemVerilog packages](systemverilog.md) |
| `libkarat_dpi.a` | the same as an archive; links with `-lstdc++ -lm` |

The shared library depends on the C library only: the model, the parts of Boost that it uses and the C++
runtime are linked in. It exports names that begin with `karat_` and nothing else. It contains no SystemC
and no simulator. [CMake](cmake.md) lists the targets and the build options.

## Conventions
"""


def c_declaration(text):
    text = text.replace("KARAT_API ", "")
    is_function = "{" not in text and "(" in without_comments(text) and not text.startswith("#")
    return prototype(text) if is_function else text


def c_abi_page(_):
    top, items = read_header((ROOT / "dpi/karat.h").read_text(encoding="utf-8"))
    top = top[top.index("") + 1:] if "" in top else top  # the first paragraph says what the file is
    top = [line for line in top if "docs/how-to/use-the-c-abi.md" not in line]
    blocks, last = [], ""
    for section, comment, declarations in items:
        if section != last or not blocks:
            blocks.append("## " + sentence_case(section or "types and versions"))
            last = section
        blocks.append("### " + heading([c_name(each) for each in declarations]))
        blocks.append(fence("c", "\n".join(c_declaration(each) for each in declarations)))
        blocks.append(prose(comment or []))
    return page(C_ABI + "\n" + prose(top), *blocks)


def c_links():
    """{function: link} of c-abi.md."""
    links = {}
    for _, _, declarations in read_header((ROOT / "dpi/karat.h").read_text(encoding="utf-8"))[1]:
        names = [c_name(each) for each in declarations]
        anchor = re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading(names)).strip().lower())
        links.update({name: f"[{name}](c-abi.md#{anchor})" for name in names})
    return links
