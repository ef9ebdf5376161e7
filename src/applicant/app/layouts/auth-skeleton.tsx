import type { ReactNode } from 'react'
import { Mark } from '#kit/ui/layout/mark.tsx'
import sheet from '#kit/ui/layout/sheet.module.css'
import { classNames } from '#kit/ui/styles/classes.ts'
import styles from './auth-layout.module.css'
import brand from './brand.module.css'

/** The layout of a page with one wide sheet, before its code has loaded. */
export const AuthSkeleton = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>
    <header className={styles.header}>
      <div className={brand.brand}>
        <Mark />
      </div>
    </header>
    <div className={styles.session} />
    <main id="content" className={styles.main}>
      <div className={classNames(sheet.sheet, sheet.wide)}>{children}</div>
    </main>
  </div>
)
