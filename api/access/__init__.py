"""Access: tokens and their readers, the policy, the limits of requests."""
