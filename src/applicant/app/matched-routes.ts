import { matchRoutes } from 'react-router'
import type { PageHandle } from './routes.tsx'
import { routes } from './routes.tsx'

const handlesAt = (path: string) =>
  (matchRoutes(routes, path) ?? []).map(({ route }) => route.handle as PageHandle | undefined)

/** Loads the code of the layout and the page at this path. */
export const preloadAt = (path: string) => Promise.all(handlesAt(path).map((handle) => handle?.preload()))

/** The document's title at this path. */
export const titleAt = (path: string): string => handlesAt(path).at(-1)?.title ?? ''
