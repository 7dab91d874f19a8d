"""Foundations of the package: places, texts, errors, clocks, interrupts. They import no solver and no puzzle."""
