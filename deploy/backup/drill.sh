#!/bin/bash
# Restores the newest archive of backup.sh into the scratch database of DRILL_DATABASE_URL. How it went is a metric of every
# server, and an alert when it failed or has not happened for three days.
# Run by portal-drill.service, with the settings of a command and:
#   BACKUP_DIR       where the archives are
#   BACKUP_IDENTITY  the file with age's private key
set -euo pipefail
: "${BACKUP_DIR:?}" "${BACKUP_IDENTITY:?}"
newest=$(ls -1 "$BACKUP_DIR"/portal-*.tar.age | tail -n 1)
age --decrypt --identity "$BACKUP_IDENTITY" "$newest" | node dist/server/commands/drill.js /dev/stdin
