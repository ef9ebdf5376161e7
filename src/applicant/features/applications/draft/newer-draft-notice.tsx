import { useSyncExternalStore } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { formatDateTime } from '#shared/format/dates.ts'
import { refusals } from '#shared/messages/refusals.ts'
import { newerDraftNoticeId } from './draft-context.ts'
import type { DraftSync } from './draft-sync.ts'
import styles from './newer-draft-notice.module.css'

/** Lets the user choose between two sets of answers. Stays in view until then. */
export function NewerDraftNotice({ draftSync }: { draftSync: DraftSync }) {
  const { newer } = useSyncExternalStore(draftSync.subscribe, draftSync.getState, draftSync.getState)
  if (!newer) return null
  return (
    <div id={newerDraftNoticeId} tabIndex={-1} className={styles.notice}>
      <Banner tone="warning" role="alert" title={refusals.draft_outdated}>
        <p>
          {newer.savedAt && `The newer one was saved on ${formatDateTime(newer.savedAt)}. `}
          What you write here is not sent until you choose which answers to keep.
        </p>
        <div className={styles.choices}>
          <Button onClick={draftSync.takeNewer}>Use the newer one</Button>
          <Button variant="secondary" onClick={draftSync.overwriteNewer}>
            Keep mine
          </Button>
        </div>
      </Banner>
    </div>
  )
}
