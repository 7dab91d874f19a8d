"""A real Jupyter kernel, as the tests of Ctrl-C talk to it: what a cell prints first, and what it answers."""

from typing import Any

from jupyter_client.blocking import BlockingKernelClient
from patience import PATIENCE


def await_output(client: BlockingKernelClient, identity: str) -> None:
    """Until this cell has printed something; an earlier one may have said more since somebody listened."""
    said = client.get_iopub_msg(timeout=PATIENCE)
    while said["content"].get("name") != "stdout" or answers(said) != identity:
        said = client.get_iopub_msg(timeout=PATIENCE)


def await_reply(client: BlockingKernelClient, identity: str) -> dict[str, Any]:
    """How this cell ended."""
    while answers(reply := client.get_shell_msg(timeout=PATIENCE)) != identity:
        pass
    return dict(reply["content"])


def answers(message: dict[str, Any]) -> str:
    """The message that this one answers."""
    return str(message["parent_header"].get("msg_id"))
