"""What every room needs and the game does not know: errors, forms, files, settings."""
