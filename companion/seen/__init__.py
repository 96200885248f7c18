"""What a photograph showed, as plain values, and when a reading needs no check."""
