import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './app.module.css'

/** While a page's code is on its way. */
export const Opening = () => (
  <div className={styles.opening} role="status">
    <Spinner />
    <VisuallyHidden>Loading…</VisuallyHidden>
  </div>
)
