import { NavLink, useLocation } from 'react-router'
import { screens } from '#shared/routes.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { classes } from '#web/ui/styles/classes.ts'
import { groups } from './navigation.ts'
import styles from './navigation-list.module.css'

interface Props {
  /** Icons only; the words stay for screen readers and when pointed at. */
  folded?: boolean
  onGone?: () => void
}

export function NavigationList({ folded, onGone }: Props) {
  // The dashboard has two addresses (specification, section 2): the one that is shown is the one that is marked.
  const isAdmins = useLocation().pathname === screens.adminDashboard
  return (
    <nav aria-label="Main" className={styles.nav} data-folded={folded || undefined}>
      {groups.map(({ title, destinations }) => (
        <div key={title} className={styles.group}>
          {title && <p className={styles.title}>{title}</p>}
          <ul>
            {destinations.map(({ words, to, icon }) => (
              <li key={to}>
                <NavLink
                  to={to === screens.dashboard && isAdmins ? screens.adminDashboard : to}
                  className={classes(styles.link)}
                  title={folded ? words : undefined}
                  onClick={onGone}
                >
                  <Icon of={icon} />
                  <span className={styles.words}>{words}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
