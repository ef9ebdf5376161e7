import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { Mark } from '#kit/ui/layout/mark.tsx'
import styles from './sign-in-layout.module.css'

export const SignInLayout = ({ children = <Outlet /> }: { children?: ReactNode }) => (
  <div className={styles.page}>
    <header className={styles.head}>
      <Mark size={48} />
      <p className={styles.title}>Academic staff recruitment</p>
      <p className={styles.part}>Staff</p>
    </header>
    <main id="content" className={styles.main}>
      {children}
    </main>
    <footer className={styles.foot}>
      <a href="/">Applicants log in on the portal</a>
    </footer>
  </div>
)
