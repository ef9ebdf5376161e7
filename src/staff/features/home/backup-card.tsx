import { Status } from '#kit/ui/feedback/status.tsx'
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
  const problem = describeProblem(backup)
  return (
    <Card title="Backup">
      <p>
        <Status kind={problem ? 'wrong' : 'done'}>{problem ?? describeRestored(backup)}</Status>
      </p>
    </Card>
  )
}

function describeProblem({ newest, restored }: Backup): string | null {
  const last = restored ? ` The last that was is of ${formatDateTime(restored.madeAt)}.` : ''
  if (newest && !newest.isRestored) return `Backup not restored by the drill of ${formatDateTime(newest.at)}.${last}`
  if (!restored) return 'No backup has been restored yet.'
  const days = Math.floor((Date.now() - Date.parse(restored.madeAt)) / day)
  return days >= maxAgeDays ? `No backup of the last ${days} days has been restored.${last}` : null
}

const describeRestored = ({ restored }: Backup): string | null =>
  restored &&
  `Made ${formatAge(restored.madeAt)}, restored and compared: ${formatCounted(restored.rows, 'row')}, ${formatCounted(restored.files, 'file')}.`
