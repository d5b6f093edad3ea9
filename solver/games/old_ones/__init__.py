"""Quest for the Old Ones (Warp Spawn Games): the deck, the tribes, their fights and their journey."""
