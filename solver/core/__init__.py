"""What every game shares: values, errors, the two-reading protocol, sessions and the registry."""
