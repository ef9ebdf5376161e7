import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { PageTitle } from './page-title.tsx'
import styles from './sheet.module.css'

interface Props {
  title: ReactNode
  width?: 'narrow' | 'wide'
  children: ReactNode
}

/** The one sheet of a centred page, headed by the page's title. */
export const Sheet = ({ title, width = 'narrow', children }: Props) => (
  <div className={classes(styles.sheet, styles[width])}>
    <PageTitle>{title}</PageTitle>
    {children}
  </div>
)
