"""Every MongoDB statement of the system, one module per collection or concern."""
