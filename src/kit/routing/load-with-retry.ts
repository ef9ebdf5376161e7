// Loads code that comes after its page. It retries instead of failing: an error page would replace what was typed.

/** Milliseconds between two attempts. */
const retryDelay = 3000
/** Failed attempts while the server still has this build. After that the code itself must be broken. */
const maxFailures = 3

/**
 * @param load called again after each failure
 * @throws the last error, when the server can be reached and has no newer build
 */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await load()
    } catch (error) {
      const build = await compareBuild()
      if (build === 'newer') return reloadPage()
      if (build === 'same') failures += 1
      if (failures === maxFailures) throw error
      reloadFailedStyles()
      await waitForRetry()
    }
  }
}

/** The server no longer has the files of this build. What was typed is in the browser's storage. */
function reloadPage(): Promise<never> {
  location.reload()
  return new Promise(() => {})
}

/** Compares the script that started this page with the one that the server would start now. */
export async function compareBuild(): Promise<'same' | 'newer' | 'unknown'> {
  const entry = document.querySelector('script[type=module][src*="/assets/"]')?.getAttribute('src')
  if (!entry) return 'unknown'
  try {
    const page = await (await fetch(location.pathname, { cache: 'no-store' })).text()
    if (page.includes(entry)) return 'same'
    // Something else may have answered: a Wi-Fi login page, or a proxy's error page.
    return /src="[^"]*\/assets\//.test(page) ? 'newer' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** The bundler requests a style sheet only once, so a failed one is requested again here. */
function reloadFailedStyles() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([type])'))
    if (!link.sheet) link.replaceWith(link.cloneNode())
}

/** Waits for the delay, or until the browser reports that it is online again. */
const waitForRetry = () =>
  new Promise<void>((resolve) => {
    const stopWaiting = () => {
      clearTimeout(timer)
      removeEventListener('online', stopWaiting)
      resolve()
    }
    const timer = setTimeout(stopWaiting, retryDelay)
    addEventListener('online', stopWaiting)
  })
