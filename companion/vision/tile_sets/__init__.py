"""Sets that their owner enrolled: learning them, keeping them, telling them apart."""
