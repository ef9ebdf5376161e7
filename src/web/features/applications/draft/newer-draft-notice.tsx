import { useSyncExternalStore } from 'react'
import { longDateTime } from '#shared/format/dates.ts'
import { errors } from '#shared/messages/errors.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import type { DraftKeeper } from './draft-sync.ts'
import styles from './newer-draft-notice.module.css'

/** Two sets of answers, and a person who knows which one counts. Stays in view until that is said. */
export function NewerDraftNotice({ keeper }: { keeper: DraftKeeper }) {
  const { newer } = useSyncExternalStore(keeper.subscribe, keeper.state, keeper.state)
  if (!newer) return null
  return (
    <div className={styles.notice}>
      <Banner tone="warning" role="alert" title={errors.draft_outdated.message}>
        <p>
          {newer.savedAt && `The newer one was saved on ${longDateTime(newer.savedAt)}. `}
          What you write here is not sent until you choose which answers to keep.
        </p>
        <div className={styles.choices}>
          <Button onClick={keeper.takeNewer}>Use the newer one</Button>
          <Button look="secondary" onClick={keeper.keepMine}>
            Keep mine
          </Button>
        </div>
      </Banner>
    </div>
  )
}
