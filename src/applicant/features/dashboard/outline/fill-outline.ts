// Fills in who the outline of the dashboard is for, from the browser's storage, while it is parsed and before it is
// painted. Built into the head of the page's HTML (tools/prerender.mjs), so it must stay small.
import type { User } from '#shared/api/applicant/accounts.ts'
import { formatAppliedPost, formatFullName, formatGreeting } from '#shared/format/names.ts'

const user = readUser()
// Without reads the page does not open for this user.
if (globalThis.earlyReads && user)
  fillIn({
    name: formatFullName(user),
    userId: user.userId,
    greeting: formatGreeting(user),
    post: formatAppliedPost(user),
  })

function readUser(): User | null {
  try {
    return JSON.parse(localStorage.getItem('user') ?? 'null')
  } catch {
    return null
  }
}

/** Fills in each place as soon as it has been parsed: nothing below it may move. */
function fillIn(texts: Record<string, string>) {
  const missing = new Map(Object.entries(texts))
  const fillParsed = () => {
    for (const [name, text] of missing) {
      const place = document.querySelector(`[data-fill=${name}]`)
      if (!place) continue
      missing.delete(name)
      place.textContent = text
    }
    if (missing.size === 0) observer.disconnect()
  }
  const observer = new MutationObserver(fillParsed)
  observer.observe(document, { childList: true, subtree: true })
  fillParsed()
}
