// Which requests the service worker answers. Pure: worker.ts acts on it.

/** What is looked at of a request. */
export interface Asked {
  readonly method: string
  readonly mode: string
  readonly url: string
}

/** A file of the app, a page to be drawn in the shell, or none of the worker's business. */
export type Way = 'file' | 'page' | 'network'

/** Built files bear a hash of their content in their name: whatever is kept under it stays right. */
const hashed = '/assets/'

/**
 * Pages that only the server may answer. The payment page brings a policy of its own, which the shell has not; what
 * `/verify/…` says of a slip must come from the office's server each time.
 */
const servedOnly = [/^\/auth\/payment\/?$/, /^\/verify\//]

/** @param kept the paths of the app's files that have no hash in their names */
export function wayOf({ method, mode, url }: Asked, origin: string, kept: readonly string[]): Way {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin) return 'network'
  if (mode === 'navigate') return isScreen(pathname) ? 'page' : 'network'
  return pathname.startsWith(hashed) || kept.includes(pathname) ? 'file' : 'network'
}

/** The API, the health checks and plain files are no screens, whoever opens them. */
const isScreen = (path: string) =>
  !/^\/(api|healthz|readyz)(\/|$)/.test(path) && !/\.\w+$/.test(path) && !servedOnly.some((page) => page.test(path))
