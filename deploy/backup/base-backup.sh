#!/bin/bash
# Copies PostgreSQL's data every night, and gives the archive of its log (WAL) an end: with both, any moment since the oldest
# copy can be restored, see "Point-in-time recovery" in docs/operations.md.
# Run by portal-base-backup.service as postgres, with:
#   BASE_CONNECTION  whom to copy from, such as "host=10.0.0.10 user=replicator"
#   BASE_DIR         where the copies are kept
#   BASE_COUNT       how many stay; 7
#   WAL_ARCHIVE      where archive_command writes to
set -euo pipefail
umask 077
: "${BASE_CONNECTION:?}" "${BASE_DIR:?}" "${WAL_ARCHIVE:?}"
base=$BASE_DIR/base-$(date -u +%Y%m%dT%H%M%S.%3NZ)
trap 'rm -rf "$base.unfinished"' EXIT
pg_basebackup --dbname "$BASE_CONNECTION" --pgdata "$base.unfinished" --wal-method none --checkpoint fast --no-password
mv --no-target-directory "$base.unfinished" "$base"
ls -1d "$BASE_DIR"/base-*Z | head -n "-${BASE_COUNT:-7}" | xargs --no-run-if-empty rm -r --
# The oldest copy says from where on it needs the log; pieces before that restore nothing any more.
oldest=$(ls -1d "$BASE_DIR"/base-*Z | head -n 1)
needed=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]\{24\}\))$/\1/p' "$oldest/backup_label")
pg_archivecleanup "$WAL_ARCHIVE" "${needed:?}"
echo "$base"
