import { screens } from '#shared/routes.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import styles from './message-page.module.css'

/** When a page itself fails (specification, section 8). It stands alone: whatever failed may be the layout. */
export const ErrorPage = ({ error }: { error: unknown }) => (
  <main id="content" className={styles.page}>
    <h1>Unexpected Application Error!</h1>
    <p className={styles.detail} role="alert">
      {error instanceof ApiError && <strong>{error.status} </strong>}
      {error instanceof Error ? error.message : String(error)}
    </p>
    <p>What you typed is kept on this device. Reload the page; if it fails again, come back in a few minutes.</p>
    <div className={styles.actions}>
      <Button onClick={() => location.reload()}>Reload the page</Button>
      <a href={screens.home}>Go to the start page</a>
    </div>
  </main>
)
