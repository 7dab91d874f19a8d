"""What all of the package stands on: places, texts, errors, clocks, interrupts. It knows no solver and no puzzle."""
