import type { ReactNode } from 'react'
import { Actions } from './actions.tsx'
import styles from './page-head.module.css'
import { PageTitle } from './page-title.tsx'

interface Props {
  title: ReactNode
  /** One or two sentences about the page. */
  intro?: ReactNode
  /** Buttons and links, the primary one first; null and false for none. */
  actions?: ReactNode
}

/** Title, what the page is for, and what can be done: the actions are in the same place of each page. */
export const PageHead = ({ title, intro, actions }: Props) => (
  <header className={styles.head}>
    <PageTitle>{title}</PageTitle>
    {intro && (
      <p className={styles.intro}>
        <span>{intro}</span>
      </p>
    )}
    {actions && (
      <div className={styles.actions}>
        <Actions>{actions}</Actions>
      </div>
    )}
  </header>
)
