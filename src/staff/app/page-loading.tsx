import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './staff-app.module.css'

/** Shown while a page's code or the session loads. */
export const PageLoading = () => (
  <div className={styles.pageSpinner} role="status">
    <Spinner />
    <VisuallyHidden>Loading…</VisuallyHidden>
  </div>
)
