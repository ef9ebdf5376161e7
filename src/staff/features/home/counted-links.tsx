import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './home-page.module.css'

interface CountedLink {
  label: string
  to: string
  value: ReactNode
}

export const CountedLinks = ({ links }: { links: readonly CountedLink[] }) => (
  <ul className={styles.lists}>
    {links.map(({ label, to, value }) => (
      <li key={label}>
        <Link className={styles.list} to={to}>
          <span>{label}</span>
          <span className={styles.count}>{value}</span>
        </Link>
      </li>
    ))}
  </ul>
)
