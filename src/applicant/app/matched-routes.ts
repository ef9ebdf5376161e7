import { matchRoutes } from 'react-router'
import { preloadRoutes } from '#kit/routing/preload-routes.ts'
import type { PageHandle } from './routes.tsx'
import { routes } from './routes.tsx'

/** Loads the code of the layout and the page at this path. */
export const preloadAt = (path: string) => preloadRoutes(routes, path)

/** The document's title at this path. */
export const titleAt = (path: string): string =>
  (matchRoutes(routes, path)?.at(-1)?.route.handle as PageHandle | undefined)?.title ?? ''
