"""A real Jupyter kernel, as the tests of Ctrl-C talk to it: what a cell prints first, and what it answers."""

from typing import Any

from jupyter_client.blocking import BlockingKernelClient

PATIENCE = 180.0  # seconds for what must come, on a busy machine
PROMPT = 20.0  # seconds in which an interrupt must be heard, generous: the aim is one


def await_output(client: BlockingKernelClient, identity: str) -> None:
    """Until this cell has printed something; an earlier one may have said more since somebody listened."""
    while (said := client.get_iopub_msg(timeout=PATIENCE))["msg_type"] != "stream" or answers(said) != identity:
        pass


def await_reply(client: BlockingKernelClient, identity: str) -> dict[str, Any]:
    """How this cell ended."""
    while answers(reply := client.get_shell_msg(timeout=PATIENCE)) != identity:
        pass
    return dict(reply["content"])


def answers(message: dict[str, Any]) -> str:
    """The message that this one answers."""
    return str(message["parent_header"].get("msg_id"))
