import { isRouteErrorResponse, useRouteError } from 'react-router'
import { screens } from '#shared/rules/screens.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './message-page.module.css'

/** When a page itself fails (specification, section 8). It stands alone: whatever failed may be the layout. */
export function ErrorPage() {
  const { status, message } = told(useRouteError())
  return (
    <main id="content" className={styles.page}>
      <h1>Unexpected Application Error!</h1>
      <p className={styles.detail} role="alert">
        {status && <strong>{status} </strong>}
        {message}
      </p>
      <p>What you typed is kept on this device. Reload the page; if it fails again, come back in a few minutes.</p>
      <div className={styles.actions}>
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <a href={screens.home}>Go to the start page</a>
      </div>
    </main>
  )
}

function told(error: unknown): { status: string; message: string } {
  if (isRouteErrorResponse(error)) return { status: `${error.status} ${error.statusText}`.trim(), message: '' }
  return { status: '', message: error instanceof Error ? error.message : String(error) }
}
