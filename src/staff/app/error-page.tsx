import { useIsOutdated } from '#kit/routing/use-is-outdated.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { markContent } from '#kit/ui/layout/app-frame.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import styles from './message-page.module.css'

/** For a page that fails to load or to render. */
export function StaffErrorPage() {
  const isOutdated = useIsOutdated()
  return (
    <main ref={markContent} className={styles.message}>
      <PageTitle>This page could not be shown</PageTitle>
      <Banner tone="error">
        Nothing that you saved is lost.{' '}
        {isOutdated
          ? 'The portal was updated after you opened this page. Reload it to go on.'
          : 'Reload the page; if it fails again, try later.'}
      </Banner>
      <p>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </p>
    </main>
  )
}
