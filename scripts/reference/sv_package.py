# SPDX-License-Identifier: Apache-2.0
"""Finds the functions, tasks, classes and types of a SystemVerilog package, with their comments."""
import re
import textwrap

from reference.c_abi import c_links
from reference.declarations import add_item, complete, heading, without_comments
from reference.markdown import fence, prose, prototype


def with_includes(path):
    """The lines of a file, with those of the files that it includes from its own folder."""
    lines = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        included = re.match(r" *`include \"(\w+\.svh)\"$", line)
        lines += with_includes(path.parent / included[1]) if included else [line]
    return lines


class SystemVerilog:
    """The documented items of a package or module, in order."""

    def __init__(self, path):
        self.lines = with_includes(path)
        self.at = 0
        self.top = []       # comment at the top of the file
        self.blocks = []    # Markdown
        self.items = []     # (section, comment, declarations) not yet written
        self.section = ""
        self.comment = None
        self.in_class = ""  # its name
        self.fields = []
        self.c = c_links()
        while self.at < len(self.lines):
            self.step()
        self.flush()

    def take(self):
        line = self.lines[self.at]
        self.at += 1
        return line

    def until(self, line, ends):
        """The text from `line` to the first line for which `ends` holds."""
        while not ends(line) and self.at < len(self.lines):
            line += "\n" + self.take()
        return line

    @staticmethod
    def name(declaration):
        code = re.sub(r"\s+", " ", without_comments(declaration)).strip()
        code = re.sub(r"^import \"DPI-C\" (\w+ = )?", "", code)
        if code.startswith("typedef"):
            return re.search(r"(\w+) ?;$", code)[1]
        return re.search(r"(\w+) ?$", re.split(r"[(;]", code)[0])[1]

    def flush(self):
        level = "####" if self.in_class else "###"
        if self.fields:
            self.blocks.append(fence("systemverilog", "\n".join(self.fields)))
            self.fields = []
        for _, comment, declarations in self.items:
            names = [self.name(each) for each in declarations]
            shown = [each if "typedef" in each else prototype(each) for each in declarations]
            self.blocks += [f"{level} {heading(names)}",
                            fence("systemverilog", textwrap.dedent("\n".join(shown))),
                            prose(comment) if comment else self.as_in_c(names[0])]
        self.items = []

    def as_in_c(self, name):
        """For an item without a comment: the function of the C ABI that does the same."""
        for candidate in (name.replace("karat_dpi_", "karat_"), f"{self.in_class}_{name}", f"karat_{name}"):
            if candidate in self.c:
                return f"As {self.c[candidate]}."
        return ""

    def add(self, declaration):
        add_item(self.items, self.section, self.comment, declaration, self.name)
        self.comment = None

    def step(self):
        line = self.take()
        text = line.strip()
        if not text:
            self.comment = None
        elif re.match(r"// -+ .* -+$", text):
            self.flush()
            self.section = re.sub(r"^// -+ | -+$", "", text)
            self.comment = None
        elif text.startswith("//"):
            if "SPDX-License-Identifier" not in text:
                self.comment = (self.comment or []) + [re.sub(r"^// ?", "", text)]
        elif text.startswith("/*"):
            pass  # a lint pragma
        elif re.match(r"package\b|module\b", text):
            self.top, self.comment = self.comment or [], None
        elif text.startswith("import \"DPI-C\""):
            self.add(self.until(line, complete))
        elif re.match(r"(virtual )?class\b", text):
            self.flush()
            head = self.until(line, lambda all_of_it: without_comments(all_of_it).rstrip().endswith(";"))
            self.in_class = re.search(r"class (\w+)", head)[1]
            self.blocks += [f"### class {self.in_class}", fence("systemverilog", prototype(head)),
                            prose(self.comment or [])]
            self.comment = None
        elif text == "endclass":
            self.flush()
            self.in_class, self.comment = "", None
        elif text.startswith("typedef"):
            declaration = self.until(line, complete)
            if self.in_class:
                self.fields.append(re.sub(r"\s+", " ", declaration).strip())
                self.comment = None
            else:
                self.add(declaration)
        elif re.match(r"(local |static |protected )*(function|task)\b", text):
            head = self.until(line, lambda all_of_it: without_comments(all_of_it).rstrip().endswith(";"))
            word = "endfunction" if "function" in re.split(r"\(|;", head)[0] else "endtask"
            while self.take().strip() != word:
                pass
            if re.match(r"local|protected", text):
                self.comment = None
            else:
                self.add(head)
        elif self.in_class and re.match(r"(chandle|int|bit|logic|string|real|longint)\b", text):
            self.fields.append(text)
            self.comment = None
        else:
            self.comment = None
