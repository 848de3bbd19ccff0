# SPDX-License-Identifier: Apache-2.0
"""Hooks of MkDocs.

A link to a file outside docs/ becomes that file's path, because the site does not hold the file. The theme
loads a script over the network for the search in pages opened from a file; ours takes its place.
"""

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


def on_post_page(output, page, **_):
    return with_our_script(output, posixpath.dirname(page.file.dest_uri))


def on_post_template(output_content, template_name, **_):
    return with_our_script(output_content, "") if template_name == "404.html" else output_content


def with_our_script(text, folder):
    ours = posixpath.relpath("assets/file_worker.js", folder or ".")
    return text.replace("https://unpkg.com/iframe-worker/shim", ours)
