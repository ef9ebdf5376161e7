import { type ReactNode, useId } from 'react'
import { classes } from '../styles/classes.ts'
import styles from './card.module.css'

interface Props {
  title?: ReactNode
  /** What stands at the right of the title. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A raised sheet; with a title it is a section of its own, named by it. */
export function Card({ title, aside, className, children }: Props) {
  const heading = useId()
  if (!title) return <div className={classes(styles.card, className)}>{children}</div>
  return (
    <section className={classes(styles.card, className)} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
