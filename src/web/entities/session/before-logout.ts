// What must still be done while the session lasts: a page that holds unsaved work registers it here.

type Work = () => Promise<unknown>
const works = new Set<Work>()

/** Nobody waits longer than this (ms) to be logged out; what is unsaved then stays on the device. */
const patience = 4000

/** Has the work done before the session is closed; call the returned function when there is none any more. */
export function beforeLogout(work: Work) {
  works.add(work)
  return () => {
    works.delete(work)
  }
}

export async function finishBeforeLogout(): Promise<void> {
  const done = Promise.allSettled([...works].map((work) => work()))
  let clock: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((resolve) => {
    clock = setTimeout(resolve, patience)
  })
  await Promise.race([done, late])
  clearTimeout(clock)
}
