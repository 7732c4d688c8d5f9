"""Webhooks after the Standard Webhooks scheme (https://www.standardwebhooks.com): what other programs hear of by themselves."""
