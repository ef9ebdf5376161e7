import { NavLink } from 'react-router'
import { staffPaths } from '#shared/staff/paths.ts'
import styles from './settings-menu.module.css'

const pages = [
  [staffPaths.exerciseSettings, 'Exercise'],
  [staffPaths.posts, 'Posts'],
  [staffPaths.reasons, 'Reasons and replies'],
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
