import { LogOut, Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { IconButton } from '#kit/ui/actions/icon-button.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { Mark } from '#kit/ui/layout/mark.tsx'
import drawer from './drawer.module.css'
import { NavigationList } from './navigation-list.tsx'
import styles from './shell.module.css'
import sidebar from './sidebar.module.css'
import topBar from './top-bar.module.css'

/** The shell before its code has loaded. Only its links work. A script in the page's HTML may fill in the user. */
export const ShellSkeleton = ({ children }: { children: ReactNode }) => (
  <div className={styles.shell}>
    <aside className={sidebar.sidebar}>
      <div className={sidebar.inner}>
        <div className={sidebar.head}>
          <Mark size={36} />
        </div>
        <NavigationList />
      </div>
    </aside>
    <div className={styles.column}>
      <header className={topBar.bar}>
        <div className={drawer.place}>
          <IconButton icon={Menu} label="Open the menu" disabled />
        </div>
        <p className={topBar.person}>
          <span className={topBar.name} data-fill="name" />
          <span className={topBar.id} data-fill="userId" />
        </p>
        <Button variant="quiet" disabled>
          <Icon icon={LogOut} />
          Logout
        </Button>
      </header>
      <main id="content" className={styles.main}>
        {children}
      </main>
    </div>
  </div>
)
