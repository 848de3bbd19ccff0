# SPDX-License-Identifier: Apache-2.0
"""Hook of MkDocs: a link to a file outside docs/ becomes that file's path, as the site does not hold it."""

import posixpath
import re

LINK = re.compile(r"\[([^\]]*)\]\((\.\.?/[^)\s]*)\)")


def on_page_markdown(markdown, page, **_):
    folder = posixpath.dirname(page.file.src_uri)

    def replaced(link):
        path = posixpath.normpath(posixpath.join(folder, link[2].split("#")[0]))
        if not path.startswith("../"):
            return link[0]
        inside = path.removeprefix("../")
        return link[1] if link[1].strip("`") == inside else f"{link[1]} (`{inside}`)"

    return LINK.sub(replaced, markdown)
