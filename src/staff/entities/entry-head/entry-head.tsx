import type { ReactNode } from 'react'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import styles from './entry-head.module.css'

interface Props {
  title: ReactNode
  /** The status, and short facts with an element each. */
  children: ReactNode
}

/** What the page of one entry begins with: how it is called, and how it stands. */
export const EntryHead = ({ title, children }: Props) => (
  <div className={styles.head}>
    <PageTitle>{title}</PageTitle>
    <div className={styles.facts}>{children}</div>
  </div>
)
