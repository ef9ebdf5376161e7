import { NavLink, useLocation } from 'react-router'
import { Icon } from '#kit/ui/layout/icon.tsx'
import styles from '#kit/ui/layout/navigation-list.module.css'
import { classNames } from '#kit/ui/styles/classes.ts'
import { paths } from '#shared/routes.ts'
import { navigationGroups } from './navigation.ts'

interface Props {
  /** Icons only; screen readers and tooltips still have the labels. */
  folded?: boolean
  onNavigate?: () => void
}

export function NavigationList({ folded, onNavigate }: Props) {
  // The dashboard has two paths. The open one is the one that is marked as current.
  const isAdminPath = useLocation().pathname === paths.adminDashboard
  return (
    <nav aria-label="Main" className={styles.nav} data-folded={folded || undefined}>
      {navigationGroups.map(({ title, items }) => (
        <div key={title} className={styles.group}>
          {title && <p className={styles.title}>{title}</p>}
          <ul>
            {items.map(({ label, to, icon }) => (
              <li key={to}>
                <NavLink
                  to={to === paths.dashboard && isAdminPath ? paths.adminDashboard : to}
                  className={classNames(styles.link)}
                  title={folded ? label : undefined}
                  onClick={onNavigate}
                >
                  <Icon icon={icon} />
                  <span className={styles.label}>{label}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
