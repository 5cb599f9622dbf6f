"""Results as they are read back from files: ours and foreign ones, whatever made them."""
