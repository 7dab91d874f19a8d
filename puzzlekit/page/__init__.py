"""Boards in a page without a kernel, and the addresses that open them."""
