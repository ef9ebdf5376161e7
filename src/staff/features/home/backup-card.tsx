import { useNow } from '#kit/browser/use-now.ts'
import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import { formatAge } from '#shared/format/age.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatCounted } from '#shared/format/numbers.ts'

type Backup = NonNullable<HomeCounts['backup']>

const day = 86_400_000
/** As in the alert `PortalBackupOld`. */
const maxAgeDays = 3

/** A backup counts once a drill has restored it. */
export function BackupCard({ backup }: { backup: Backup }) {
  const { kind, label, text } = describeBackup(backup, useNow()?.getTime() ?? Date.now())
  return (
    <Card title="Backup">
      <p>
        <Status kind={kind}>{label}</Status> {text}
      </p>
    </Card>
  )
}

function describeBackup({ newest, restored }: Backup, now: number): { kind: StatusKind; label: string; text: string } {
  const last = restored ? ` The last that was restored is of ${formatDateTime(restored.madeAt)}.` : ''
  if (newest && !newest.isRestored)
    return {
      kind: 'wrong',
      label: 'Failed',
      text: `The newest backup could not be restored on ${formatDateTime(newest.at)}.${last}`,
    }
  if (!restored) return { kind: 'wrong', label: 'None', text: 'No backup has been restored yet.' }
  const days = Math.floor((now - Date.parse(restored.madeAt)) / day)
  if (days >= maxAgeDays)
    return { kind: 'wrong', label: 'Too old', text: `No backup of the last ${days} days has been restored.${last}` }
  const compared = `${formatCounted(restored.rows, 'row')} and ${formatCounted(restored.files, 'file')} compared`
  return {
    kind: 'done',
    label: 'Restored',
    text: `The newest backup, made ${formatAge(restored.madeAt, now)}: ${compared}.`,
  }
}
