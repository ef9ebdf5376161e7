import { type ReactNode, useId } from 'react'
import { classNames } from '../styles/classes.ts'
import styles from './card.module.css'

interface Props {
  title?: ReactNode
  /** To the right of the title. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A raised sheet. With a title it is a section, labelled by it. */
export function Card({ title, aside, className, children }: Props) {
  const heading = useId()
  if (!title) return <div className={classNames(styles.card, className)}>{children}</div>
  return (
    <section className={classNames(styles.card, className)} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
