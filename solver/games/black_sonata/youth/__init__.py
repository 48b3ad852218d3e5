"""The Fair Youth: the mystery of his hideout, the forms that sessions write, and what a hint offers."""
