"""The mystery of who she is: by suit (any triple of symbols, or one of the printed ladies), or by symbols in order."""
