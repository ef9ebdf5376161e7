#!/usr/bin/env bash
# Where this machine is the primary, hands the leadership of etcd to a member on another one: a machine that fails with both
# costs an election before the primary's key expires, and a leader that wakes up after a freeze may end the key of the new
# primary. Run by portal-etcd-leader.timer. Needs curl and etcdctl.
# ETCD_MEMBERS: addresses of all members, this machine's first; ETCD_CA: certificate of their CA; PATRONI_URL: this machine's.
set -euo pipefail

curl --silent --fail --max-time 2 --output /dev/null "$PATRONI_URL/primary" || exit 0
etcd() { ETCDCTL_API=3 etcdctl --cacert "$ETCD_CA" --command-timeout 3s "$@"; }
# Of each member that answers: address, id, version, size, whether it leads.
states=$(etcd --endpoints "$ETCD_MEMBERS" endpoint status 2> /dev/null || true)
own=${ETCD_MEMBERS%%,*}
other=$(awk -F ', ' -v own="$own" '$1 == own { leads = $5 } $1 != own { other = $2 } END { if (leads == "true") print other }' <<< "$states")
[ -z "$other" ] || etcd --endpoints "$own" move-leader "$other"
