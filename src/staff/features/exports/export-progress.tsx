// How far an export is, and what can be done with it.

import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { ProgressBar } from '#kit/ui/feedback/progress-bar.tsx'
import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
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

const states: Readonly<Record<string, readonly [StatusKind, string]>> = {
  waiting: ['waiting', 'Waiting for its turn'],
  making: ['waiting', 'Being made'],
  ready: ['done', 'Ready'],
  failed: ['wrong', 'Failed'],
  cancelled: ['open', 'Cancelled'],
  expired: ['open', 'Removed after a day'],
} satisfies Record<RegisteredExport['state'], readonly [StatusKind, string]>

export function ExportState({ state }: Pick<RegisteredExport, 'state'>) {
  // A newer server may have another one.
  const [kind, text] = states[state] ?? ['open', state]
  return <Status kind={kind}>{text}</Status>
}

/** Null when there is nothing to see of the file and nothing to do. */
export function showFile(row: RegisteredExport): ReactNode {
  const { id, state, own, failure } = row
  if (state === 'ready') return <Ready row={row} />
  if (state === 'failed') return exportFailures[failure as ExportFailure] ?? exportFailures.error
  if (state === 'making' || (state === 'waiting' && own))
    return (
      <div className={styles.file}>
        {state === 'making' && <Making row={row} />}
        {own && <Cancel id={id} />}
      </div>
    )
  return null
}

function Making({ row: { done, total } }: { row: RegisteredExport }) {
  const text = total === null ? 'Beginning…' : `${formatCount(done)} of ${formatCount(total)}`
  return (
    <>
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
    <div className={styles.file}>
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
    </div>
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
