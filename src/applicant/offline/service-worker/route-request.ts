// Decides which requests the service worker answers. worker.ts acts on it.

/** The properties of a request that decide. */
export interface RoutedRequest {
  readonly method: string
  readonly mode: string
  readonly url: string
}

/**
 * A file of the app, a page that the shell can draw, one that it draws only while the server cannot be reached, or a request
 * that only the server answers.
 */
export type RequestTarget = 'file' | 'page' | 'page with own policy' | 'network'

/** Built files carry a hash of their content in their names, so a stored copy never goes stale. */
const hashedFiles = '/assets/'

/** The payment page's policy allows the payment provider. In the shell it shows the RRR, but nothing can be paid. */
const pageWithOwnPolicy = /^\/auth\/payment\/?$/

/**
 * Pages that only the server may answer. What `/verify/…` says about a slip must come from the server each time. The staff's
 * pages are another app.
 */
const serverPages = [/^\/verify\//, /^\/staff(\/|$)/]

/** @param unhashedFiles the paths of the app's files that have no hash in their names */
export function routeRequest(
  { method, mode, url }: RoutedRequest,
  ownOrigin: string,
  unhashedFiles: readonly string[],
): RequestTarget {
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== ownOrigin) return 'network'
  if (mode === 'navigate' && pageWithOwnPolicy.test(pathname)) return 'page with own policy'
  if (mode === 'navigate') return isAppPage(pathname) ? 'page' : 'network'
  return pathname.startsWith(hashedFiles) || unhashedFiles.includes(pathname) ? 'file' : 'network'
}

/** Not the API, the health checks and plain files, even when somebody opens them in the browser. */
const isAppPage = (path: string) =>
  !/^\/(api|healthz|readyz)(\/|$)/.test(path) && !/\.\w+$/.test(path) && !serverPages.some((page) => page.test(path))
