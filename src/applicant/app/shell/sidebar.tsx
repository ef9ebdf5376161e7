import { PanelLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { IconButton } from '#kit/ui/actions/icon-button.tsx'
import { Mark } from '#kit/ui/layout/mark.tsx'
import { paths } from '#shared/routes.ts'
import { NavigationList } from './navigation-list.tsx'
import styles from './sidebar.module.css'

/** The navigation on wide screens; it can be folded to icons. */
export function Sidebar() {
  const [folded, setFolded] = useState(false)
  return (
    <aside className={styles.sidebar} data-folded={folded || undefined}>
      <div className={styles.inner}>
        <SidebarHead />
        <NavigationList folded={folded} />
        <div className={styles.fold}>
          <IconButton
            icon={PanelLeft}
            label={folded ? 'Unfold the sidebar' : 'Fold the sidebar'}
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          />
        </div>
      </div>
    </aside>
  )
}

/** The recruitment's title. */
export function SidebarHead() {
  const exercise = useOwnExercise()
  return (
    <Link to={paths.dashboard} className={styles.head}>
      <Mark size={36} />
      <span className={styles.names}>
        <span className={styles.title}>
          {exercise.title} {exercise.year}
        </span>
        <span className={styles.institution}>{exercise.shortName}</span>
      </span>
    </Link>
  )
}
