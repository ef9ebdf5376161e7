import { reportNoAnswer } from '#applicant/offline/connection.ts'
import { createLazyPage } from '#kit/routing/lazy-page.tsx'

/** A page or layout; when its code does not load, the connection is checked. */
export const lazyPage = (load: Parameters<typeof createLazyPage>[0]) => createLazyPage(load, reportNoAnswer)
