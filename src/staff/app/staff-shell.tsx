// The layout of every page behind the sign-in: menu, person, sign out.

import { LogOut, Menu, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { describeFailure, hasCode } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { IconButton } from '#kit/ui/actions/icon-button.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { markContent } from '#kit/ui/layout/app-frame.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { Mark } from '#kit/ui/layout/mark.tsx'
import navigation from '#kit/ui/layout/navigation-list.module.css'
import { staffRoleLabels } from '#shared/roles/permissions.ts'
import { useMayOpen } from '../entities/session/page-access.ts'
import { useMe, useSessionActions } from '../entities/session/staff-session.ts'
import { staffCall } from '../http/staff-call.ts'
import { ExerciseSwitcher } from './exercise-switcher.tsx'
import { menuGroups } from './navigation.ts'
import { SearchButton } from './search-button.tsx'
import styles from './staff-shell.module.css'

export function StaffShell() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const hasSwitcher = useMe().exercises.length > 1
  const { pathname } = useLocation()
  useFirstExercise(pathname)
  return (
    <div className={styles.shell}>
      <header className={styles.bar}>
        <div className={styles.menuButton}>
          <IconButton
            icon={isMenuOpen ? X : Menu}
            label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
            aria-expanded={isMenuOpen}
            aria-controls="staff-menu"
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
        </div>
        <Mark size={32} />
        <p className={styles.brand} data-beside={hasSwitcher || undefined}>
          Recruitment staff
        </p>
        {hasSwitcher && <ExerciseSwitcher />}
        <div className={styles.right}>
          <SearchButton />
          <Person />
        </div>
      </header>
      <div className={styles.body}>
        <nav id="staff-menu" aria-label="Main" className={styles.menu} data-open={isMenuOpen || undefined}>
          <MenuItems onNavigate={() => setMenuOpen(false)} />
        </nav>
        <main ref={markContent} className={styles.main}>
          {/* What was begun for one applicant, case or person must not be sent for the next on the same page. */}
          <Outlet key={pathname} />
        </main>
      </div>
    </div>
  )
}

/** While there is no exercise each page asks again: somebody else may have prepared the first one. */
function useFirstExercise(pathname: string) {
  const { exercises } = useMe()
  const { refresh } = useSessionActions()
  const refreshAt = useEffectEvent((_path: string) => {
    if (exercises.length === 0) void refresh()
  })
  useEffect(() => refreshAt(pathname), [pathname])
}

/** A menu of more items has headings. */
const fewItems = 7

function MenuItems({ onNavigate }: { onNavigate: () => void }) {
  const mayOpen = useMayOpen()
  const { pathname } = useLocation()
  const groups = menuGroups
    .map(({ title, items }) => ({ title, items: items.filter(({ to }) => mayOpen(to)) }))
    .filter(({ items }) => items.length > 0)
  const hasTitles = groups.reduce((sum, { items }) => sum + items.length, 0) > fewItems
  return groups.map(({ title, items }) => (
    <div key={title ?? 'Home'}>
      {hasTitles && title && <p className={navigation.title}>{title}</p>}
      <ul>
        {items.map(({ label, to, icon, also = [] }) => (
          <li key={to}>
            <Link
              to={to}
              className={navigation.link}
              aria-current={[to, ...also].some((path) => isWithin(pathname, path)) ? 'page' : undefined}
              onClick={onNavigate}
            >
              <Icon icon={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** Nothing is below the home page: no path begins with two slashes. */
function isWithin(pathname: string, path: string): boolean {
  const [base = ''] = path.split('?')
  return pathname === base || pathname.startsWith(`${base}/`)
}

function Person() {
  const { name, roles } = useMe()
  const { end } = useSessionActions()
  const signOut = useAction(
    async () => {
      await staffCall('signOut')
      end()
    },
    {
      onError(error) {
        // It has ended already: the page is not kept for somebody who wants to leave.
        if (hasCode(error, 'not_logged_in')) end()
        else toast.error(`You are still signed in. ${describeFailure(error)}`)
      },
    },
  )
  return (
    <div className={styles.person}>
      <p className={styles.names}>
        <span className={styles.name}>{name}</span>
        <span className={styles.roles}>{[...new Set(roles.map(({ role }) => staffRoleLabels[role]))].join(', ')}</span>
      </p>
      <Button variant="quiet" busy={signOut.isPending} onClick={() => void signOut.run()}>
        <Icon icon={LogOut} size="small" />
        <span className={styles.hiddenOnPhones}>Sign out</span>
      </Button>
    </div>
  )
}
