import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import styles from './sections.module.css'

interface Props {
  what: string
  onUndo(): void
  onClose(): void
}

/** Takes the focus that the removed card's button had, so that one more key undoes it. */
export function RemovedNotice({ what, onUndo, onClose }: Props) {
  const undo = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each removal calls for the focus anew.
  useEffect(() => undo.current?.focus(), [what])
  return (
    <div className={styles.removed} role="status">
      <p>Removed: {what}</p>
      <Button look="secondary" ref={undo} onClick={onUndo}>
        Undo
      </Button>
      <Button look="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
