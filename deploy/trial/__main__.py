"""`deploy/cluster.sh up|down|status|switchover FOLDER`."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from deploy.trial.cluster import MEMBERS, Cluster, NotReady
from deploy.trial.plan import NODES, PORTS, is_planned
from deploy.trial.programs import Missing, find_programs

UP_SECONDS = 300


def main() -> int:
    """Runs a command. Returns 0 if it is done, 1 if it failed; for `status`, 3 if a part does not run."""
    arguments = _arguments()
    if arguments.command != "up" and not is_planned(arguments.folder):
        print(f"there is no cluster in {arguments.folder}", file=sys.stderr)
        return 1
    first = arguments.first_port
    try:
        cluster = Cluster(arguments.folder, find_programs(), range(first, first + len(PORTS)) if first else ())
        return int(COMMANDS[arguments.command](cluster))
    except (Missing, NotReady) as error:
        print(f"cluster.sh: {error}", file=sys.stderr)
        return 1


def _up(cluster: Cluster) -> int:
    cluster.up(UP_SECONDS)
    print(f"The service: {cluster.plan.url('service')}   the organizer's token: {cluster.plan.token}")
    return 0


def _down(cluster: Cluster) -> int:
    for name in cluster.down():
        print(f"{name} did not end by itself and was killed")
    return 0


def _status(cluster: Cluster) -> int:
    servers = cluster.servers()
    sound = True
    for name in MEMBERS:
        state = "runs" if cluster.member(name).pid() else "does not run"
        if name in servers:
            state += f", {servers[name].role}, {servers[name].state}"
        if name in NODES:
            state += f", {'ready' if cluster.is_ready(name) else 'not ready'}"
        sound = sound and "not" not in state
        print(f"{name:8} {state}")
    return 0 if sound else 3


def _switchover(cluster: Cluster) -> int:
    print(cluster.switchover())
    return 0


COMMANDS = {"up": _up, "down": _down, "status": _status, "switchover": _switchover}


def _arguments() -> Namespace:
    parser = ArgumentParser(prog="cluster.sh", description="A whole cluster on this one machine, to try it.")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("folder", type=Path, help="where its data, its secrets and its output lie")
    parser.add_argument(
        "--first-port", type=int, default=0, help=f"the first of {len(PORTS)} ports in a row; without it, free ones"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
