import { ApiError } from '#kit/http/api-error.ts'
import { useIsOutdated } from '#kit/routing/use-is-outdated.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { textLinkClass } from '#kit/ui/actions/text-link.tsx'
import { paths } from '#shared/routes.ts'
import styles from './message-page.module.css'

/** For a page that fails to render or load. Without a layout, which may be what failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const isOutdated = useIsOutdated()
  return (
    <main id="content" className={styles.page}>
      <h1>Unexpected Application Error!</h1>
      <p className={styles.detail} role="alert">
        {error instanceof ApiError && <strong>{error.status} </strong>}
        {/* Browsers name the file that could not be loaded, which tells an applicant nothing. */}
        {(error instanceof Error ? error.message : String(error)).replace(/: https?:\S+$/, '.')}
      </p>
      <p role="status">
        What you typed is kept on this device.{' '}
        {isOutdated
          ? 'The portal was updated after you opened this page. Reload it to go on.'
          : 'Reload the page; if it fails again, come back in a few minutes.'}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <a href={paths.home} className={textLinkClass}>
          Go to the start page
        </a>
      </div>
    </main>
  )
}
