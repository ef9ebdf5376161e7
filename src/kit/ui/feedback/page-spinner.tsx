import { Spinner } from '#kit/ui/layout/spinner.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './page-spinner.module.css'

/** While the code or the session of a page loads. */
export const PageSpinner = () => (
  <div className={styles.spinner} role="status">
    <Spinner />
    <VisuallyHidden>Loading…</VisuallyHidden>
  </div>
)
