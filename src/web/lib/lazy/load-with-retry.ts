// Code that comes after its page: it is asked for until it comes, for what was typed must not give way to an error page.

/** Milliseconds between two tries. */
const pause = 3000
/** Tries that the same build's server may answer in vain; then the code itself is at fault. */
const most = 3

/**
 * @param load called again after each failure
 * @throws what the last try threw, when the line holds and the server has no newer build
 */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (let refusals = 0; ; ) {
    try {
      return await load()
    } catch (error) {
      const served = await servedBuild()
      if (served === 'newer') return leaveToNewerBuild()
      if (served === 'same') refusals += 1
      if (refusals === most) throw error
      renewStyles()
      await untilNextTry()
    }
  }
}

/** The files of this build are gone from the server. What was typed is in the browser's storage. */
function leaveToNewerBuild(): Promise<never> {
  location.reload()
  return new Promise(() => {})
}

/** Whether the server still starts this page with the script that started it here. */
async function servedBuild(): Promise<'same' | 'newer' | 'unknown'> {
  const entry = document.querySelector('script[type=module][src^="/assets/"]')?.getAttribute('src')
  if (!entry) return 'unknown'
  try {
    const page = await (await fetch(location.pathname, { cache: 'no-store' })).text()
    if (page.includes(entry)) return 'same'
    // Anything else may stand in the server's place: a café's login, a proxy's excuse.
    return page.includes('src="/assets/') ? 'newer' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** The bundler asks for a style sheet once: one that did not come has to be asked for here. */
function renewStyles() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])'))
    if (!link.sheet) link.replaceWith(link.cloneNode())
}

/** A while, or less when the browser says that the line is back. */
const untilNextTry = () =>
  new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(clock)
      removeEventListener('online', goOn)
      resolve()
    }
    const clock = setTimeout(goOn, pause)
    addEventListener('online', goOn)
  })
