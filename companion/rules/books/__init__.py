"""The rule books as data: their entries, how they are loaded, and house rules."""
