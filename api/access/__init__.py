"""Who asks, what they may do, and how often: tokens, the policy, the limits."""
