#!/bin/bash
# boot-debian.sh ROOT: starts systemd in a Debian root file system, in namespaces of its own.
set -e
root=$1
# Older systems have cgroup2 beside the first version.
cgroups=$(findmnt --noheadings --output TARGET --types cgroup2 | head -n 1)
mkdir -p "$cgroups/portal-debian-$$"
echo $$ > "$cgroups/portal-debian-$$/cgroup.procs"
export root
exec unshare --mount --pid --fork --kill-child --cgroup --uts --ipc --net --propagation private bash -ec '
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount --bind -o ro proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs -o mode=755 tmpfs run
for directory in dev/shm tmp; do mount -t tmpfs tmpfs $directory; done
hostname portal-1
mkdir .old
pivot_root . .old
umount -l /.old
rmdir /.old
# As systemd itself does on a machine: services get their credentials so.
mount --make-rshared /
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=journal < /dev/null > /dev/null 2>&1
'
