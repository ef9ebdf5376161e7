import { reportNoAnswer } from '#applicant/offline/connection.ts'
import { createLazyPage, type Page } from '#kit/routing/lazy-page.tsx'

/** A page or layout that loads when it is visited. */
export const lazyPage = (load: Parameters<typeof createLazyPage>[0]): Page => createLazyPage(load, reportNoAnswer)
