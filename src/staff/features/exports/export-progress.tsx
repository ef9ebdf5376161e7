// How far an export is, and what can be done with it.

import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '#kit/ui/actions/button.tsx'
import { ProgressBar } from '#kit/ui/feedback/progress-bar.tsx'
import { Status } from '#kit/ui/feedback/status.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { apiBase } from '#shared/api/calls.ts'
import type { RegisteredExport } from '#shared/api/staff/lists/exports.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { type ExportFailure, exportFailures } from '#shared/lists/exports/export-failures.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './exports-page.module.css'

/** The server counts the download while it sends the file. */
const countedAfterMs = 1_500

export function ExportProgress({ row }: { row: RegisteredExport }) {
  const { state, own, failure } = row
  return (
    <div className={styles.stack}>
      {state === 'waiting' && <Status kind="waiting">Waiting for its turn</Status>}
      {state === 'making' && <Making row={row} />}
      {state === 'ready' && <Ready row={row} />}
      {state === 'failed' && (
        <>
          <Status kind="wrong">Failed</Status>
          <span>{exportFailures[failure as ExportFailure] ?? exportFailures.error}</span>
        </>
      )}
      {state === 'cancelled' && <Status kind="open">Cancelled</Status>}
      {state === 'expired' && <Status kind="open">Removed after a day</Status>}
      {own && (state === 'waiting' || state === 'making') && <Cancel id={row.id} />}
    </div>
  )
}

function Making({ row: { done, total } }: { row: RegisteredExport }) {
  const text = total === null ? 'Beginning…' : `${formatCount(done)} of ${formatCount(total)}`
  return (
    <>
      <Status kind="waiting">Being made</Status>
      <div className={styles.bar}>
        <ProgressBar label={`Export: ${text}`} fraction={total === null ? null : total === 0 ? 1 : done / total} />
      </div>
      <span>{text}</span>
    </>
  )
}

function Ready({ row: { id, own, bytes, expiresAt } }: { row: RegisteredExport }) {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: ['exports'] })
  return (
    <>
      <Status kind="done">Ready</Status>
      {own && (
        <a
          className={styles.download}
          href={`${apiBase}/staff/exports/${id}/content`}
          download=""
          onClick={() => setTimeout(refresh, countedAfterMs)}
        >
          <Icon icon={Download} size="small" />
          Download ({formatSize(bytes ?? 0)})
        </a>
      )}
      {expiresAt && <span className={styles.quiet}>Until {formatDateTime(expiresAt)}</span>}
    </>
  )
}

function Cancel({ id }: { id: string }) {
  const { run, isPending, error } = useStaffAction(
    async () => {
      await staffCall('cancelExport', { params: { id } })
      return 'The export is cancelled.'
    },
    { invalidates: [['exports']] },
  )
  return (
    <div>
      <FormError>{error}</FormError>
      <Button variant="secondary" busy={isPending} onClick={() => void run()}>
        Cancel
      </Button>
    </div>
  )
}

/** Of 1,000 bytes a kilobyte, as file managers count. */
function formatSize(bytes: number): string {
  const [unit, size] = bytes >= 1e6 ? ['MB', bytes / 1e6] : ['kB', bytes / 1e3]
  return `${size.toLocaleString('en-NG', { maximumFractionDigits: 1 })} ${unit}`
}
