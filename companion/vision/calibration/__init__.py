"""The camera above the table: its lens, where the table lies, and the page that measures them."""
