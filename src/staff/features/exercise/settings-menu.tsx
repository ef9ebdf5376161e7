import { NavLink } from 'react-router'
import styles from './settings-menu.module.css'

const pages = [
  ['/settings/exercise', 'Exercise'],
  ['/settings/posts', 'Posts'],
  ['/settings/reasons', 'Reasons'],
] as const

/** On top of every page of settings. */
export const SettingsMenu = () => (
  <nav aria-label="Settings" className={styles.menu}>
    <ul>
      {pages.map(([to, label]) => (
        <li key={to}>
          <NavLink to={to} className={styles.link ?? ''}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
)
