import type { ReactNode } from 'react'
import { classNames } from '../styles/classes.ts'
import { PageTitle } from './page-title.tsx'
import styles from './sheet.module.css'

interface Props {
  title: ReactNode
  width?: 'narrow' | 'wide'
  /** Printed instead of the sheet; it must hide itself on screens. */
  printVersion?: ReactNode
  children: ReactNode
}

/** The only sheet of a centred page, with the page's title. */
export const Sheet = ({ title, width = 'narrow', printVersion, children }: Props) => (
  <>
    <div className={classNames(styles.sheet, styles[width], printVersion ? styles.screenOnly : undefined)}>
      <PageTitle>{title}</PageTitle>
      {children}
    </div>
    {printVersion}
  </>
)
