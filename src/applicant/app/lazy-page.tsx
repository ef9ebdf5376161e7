import { type ReactNode, Suspense } from 'react'
import { reportNoAnswer } from '#applicant/offline/connection.ts'
import { createLazyPage } from '#kit/routing/lazy-page.tsx'
import { PageSpinner } from '#kit/ui/feedback/page-spinner.tsx'

export type LazyPage = ReturnType<typeof lazyPage>

/**
 * A page or layout that loads when it is visited, with children that appear with it. What surrounds it stays meanwhile.
 * Its Suspense is its own: Preact leaves one blank if the page that it waits for is replaced by another.
 */
export function lazyPage(load: Parameters<typeof createLazyPage>[0]) {
  const Loaded = createLazyPage(load, reportNoAnswer)
  const Page = ({ children }: { children?: ReactNode }) => (
    <Suspense fallback={<PageSpinner />}>
      <Loaded />
      {children}
    </Suspense>
  )
  return Object.assign(Page, { preload: Loaded.preload })
}
