import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './app.module.css'

/** Shown while a page's code loads. */
export const PageSpinner = () => (
  <div className={styles.pageSpinner} role="status">
    <Spinner />
    <VisuallyHidden>Loading…</VisuallyHidden>
  </div>
)
