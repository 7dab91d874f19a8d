"""The links of an exported chapter: a link leads to the exported target; without one, only its words stay."""

import re
from collections.abc import Mapping

from nbformat import NotebookNode

LINK = re.compile(r"\[([^\]]*)\]\(([\w./]+\.(?:ipynb|md))(#[^)]*)?\)")


def linked(notebook: NotebookNode, written: Mapping[str, str]) -> NotebookNode:
    """Point the links of a notebook to exported files; `written` maps the name of a source to that of its export."""

    def link(found: re.Match) -> str:
        text, source, heading = found.groups("")
        return f"[{text}]({written[source]}{heading})" if source in written else text

    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = LINK.sub(link, cell.source)
    return notebook
