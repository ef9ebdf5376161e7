#!/bin/bash
# Saves the portal in an archive that age encrypts before it reaches a disk, copies it off the machine, and keeps the newest.
# Run by portal-backup.service every night, with the settings of a server and:
#   BACKUP_DIR         where the archives are kept
#   BACKUP_RECIPIENTS  the file with age's public keys; who has the private one can read the archives
#   BACKUP_COPY        a command that is given the archive and takes it to another machine; empty only for a trial
#   BACKUP_COUNT        how many archives stay in BACKUP_DIR; 14
set -euo pipefail
umask 077
: "${BACKUP_DIR:?}" "${BACKUP_RECIPIENTS:?}"
archive=$BACKUP_DIR/portal-$(date -u +%Y%m%dT%H%M%S.%3NZ).tar.age
trap 'rm -f "$archive.unfinished"' EXIT
node dist/server/commands/backup.js /dev/fd/3 3>&1 >&2 |
  age --encrypt --recipients-file "$BACKUP_RECIPIENTS" --output "$archive.unfinished"
mv "$archive.unfinished" "$archive"
if [ -n "${BACKUP_COPY:-}" ]; then $BACKUP_COPY "$archive"; fi
ls -1 "$BACKUP_DIR"/portal-*.tar.age | head -n "-${BACKUP_COUNT:-14}" | xargs --no-run-if-empty rm --
echo "$archive"
