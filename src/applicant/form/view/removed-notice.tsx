import { useEffect, useRef } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import styles from './list-step.module.css'

interface Props {
  entryTitle: string
  onUndo(): void
  onClose(): void
}

/** Moves the focus to Undo when it appears: the button that had it went with the removed card. */
export function RemovedNotice({ entryTitle, onUndo, onClose }: Props) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <div className={styles.removed} role="status">
      <p>Removed: {entryTitle}</p>
      <Button variant="secondary" ref={undo} onClick={onUndo}>
        Undo
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
