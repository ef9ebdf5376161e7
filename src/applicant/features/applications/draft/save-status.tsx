import { Check, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Icon, type IconComponent } from '#kit/ui/layout/icon.tsx'
import { getSaveStatus, type SaveStatus } from './draft-state.ts'
import type { DraftSync } from './draft-sync.ts'
import styles from './save-status.module.css'

const icons: Record<SaveStatus['tone'], IconComponent> = {
  busy: CloudUpload,
  done: Check,
  waiting: CloudOff,
  error: TriangleAlert,
}

/** How the work is saved. Screen readers announce only problems: announcing every save would be too much. */
export function SaveStatusLine({ draftSync }: { draftSync: DraftSync }) {
  const status = getSaveStatus(useSyncExternalStore(draftSync.subscribe, draftSync.getState, draftSync.getState))
  const isProblem = status?.tone === 'waiting' || status?.tone === 'error'
  return (
    <p className={styles.status} data-tone={status?.tone} aria-live={isProblem ? 'polite' : 'off'}>
      {status && <Icon icon={icons[status.tone]} size="small" />}
      {status?.label}
    </p>
  )
}
