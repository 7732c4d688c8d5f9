"""A whole cluster on one machine and without containers, for trying it and for tests.

PostgreSQL under Patroni, etcd, HAProxy and two nodes of the service.
It is laid out as on real machines (deploy/cluster/), except that all of it stands or falls with one machine.
"""
