#!/usr/bin/env bash
# Fails when a certificate in the directories given ends within 30 days or cannot be read; names each. Directories that this
# machine lacks are passed over. Run by portal-certificates.service. Needs openssl.
set -euo pipefail

status=0
for directory in "$@"; do
  [ -d "$directory" ] || continue
  while read -r -d '' file; do
    openssl x509 -checkend $((30 * 24 * 3600)) -noout -in "$file" > /dev/null 2>&1 && continue
    echo "$file: $(openssl x509 -enddate -noout -in "$file" 2> /dev/null || echo not a certificate)" >&2
    status=1
  done < <(find -L "$directory" -name '*.crt' -type f -print0)
done
exit $status
