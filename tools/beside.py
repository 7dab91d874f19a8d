"""The links of an exported chapter: they lead to what is written beside it; where nothing is, words are left."""

import re
from collections.abc import Mapping

from nbformat import NotebookNode

LINK = re.compile(r"\[([^\]]*)\]\(([\w./]+\.(?:ipynb|md))(#[^)]*)?\)")


def linked(notebook: NotebookNode, written: Mapping[str, str]) -> NotebookNode:
    """Turn the links of a notebook to those of its export; `written` maps a source's name to what is made of it."""

    def link(found: re.Match) -> str:
        text, source, heading = found.groups("")
        return f"[{text}]({written[source]}{heading})" if source in written else text

    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = LINK.sub(link, cell.source)
    return notebook
