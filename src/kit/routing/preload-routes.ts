import { matchRoutes, type RouteObject } from 'react-router'
import type { Page } from './lazy-page.tsx'

/** What the routes of pages and layouts carry besides their elements. */
export type PreloadHandle = Pick<Page, 'preload'>

/** Loads the code of the layout and the page at this path. */
export const preloadRoutes = (routes: RouteObject[], path: string, base?: string) =>
  Promise.all(
    (matchRoutes(routes, path, base) ?? []).map(({ route }) => (route.handle as PreloadHandle | undefined)?.preload()),
  )
