"""The reasoner for all puzzle types: rules that people use, then suppositions, show why a conclusion must hold."""
