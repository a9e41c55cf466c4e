"""What an attacker, a crash or a second writer may do to an audit log, and what comes of it."""
