import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'
import { PageTitle } from './page-title.tsx'
import styles from './sheet.module.css'

interface Props {
  title: ReactNode
  width?: 'narrow' | 'wide'
  /** What is printed in the sheet's place; it must hide itself on screens. */
  paper?: ReactNode
  children: ReactNode
}

/** The one sheet of a centred page, headed by the page's title. */
export const Sheet = ({ title, width = 'narrow', paper, children }: Props) => (
  <>
    <div className={classes(styles.sheet, styles[width], paper ? styles.screenOnly : undefined)}>
      <PageTitle>{title}</PageTitle>
      {children}
    </div>
    {paper}
  </>
)
