import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import styles from './action-bar.module.css'

interface Props {
  children: ReactNode
  /** What is hard to undo: apart from the others, and last. */
  grave: ReactNode
}

/** What can be done with what a page shows. */
export const ActionBar = ({ children, grave }: Props) => (
  <div className={styles.bar}>
    <Actions>{children}</Actions>
    <Actions>{grave}</Actions>
  </div>
)

interface FoldedProps extends Props {
  /** What stays in sight. */
  first: ReactNode
}

/** Where more can be done than a phone has room for: there all but the first is behind a button. */
export function FoldedActionBar({ first, children, grave }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.bar}>
      <Actions>
        {first}
        <div className={styles.toggle}>
          <Button variant="secondary" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            More actions
            <Icon icon={isOpen ? ChevronUp : ChevronDown} size="small" />
          </Button>
        </div>
      </Actions>
      <div id={id} className={styles.folded} data-open={isOpen || undefined}>
        <Actions>{children}</Actions>
        <Actions>{grave}</Actions>
      </div>
    </div>
  )
}
