import { matchRoutes } from 'react-router'
import type { PageHandle } from './routes.tsx'
import { routes } from './routes.tsx'

const handlesAt = (path: string) =>
  (matchRoutes(routes, path) ?? []).map(({ route }) => route.handle as PageHandle | undefined)

/** Loads the layout and the page of an address. */
export const preloadAt = (path: string) => Promise.all(handlesAt(path).map((handle) => handle?.preload()))

/** What the browser's title says at an address. */
export const titleAt = (path: string): string => handlesAt(path).at(-1)?.title ?? ''
