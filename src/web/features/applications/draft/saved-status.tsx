import { Check, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { type Drawing, Icon } from '#web/ui/layout/icon.tsx'
import { savedWords } from './draft-state.ts'
import type { DraftKeeper } from './draft-sync.ts'
import styles from './saved-status.module.css'

const icons: Record<NonNullable<ReturnType<typeof savedWords>>['tone'], Drawing> = {
  busy: CloudUpload,
  done: Check,
  waiting: CloudOff,
  error: TriangleAlert,
}

/** How the work is saved. Only trouble is read out: every save would be too much. */
export function SavedStatus({ keeper }: { keeper: DraftKeeper }) {
  const saved = savedWords(useSyncExternalStore(keeper.subscribe, keeper.state, keeper.state))
  const isTrouble = saved?.tone === 'waiting' || saved?.tone === 'error'
  return (
    <p className={styles.saved} data-tone={saved?.tone} aria-live={isTrouble ? 'polite' : 'off'}>
      {saved && <Icon of={icons[saved.tone]} size="small" />}
      {saved?.words}
    </p>
  )
}
