// Displays the next step in the outline of the dashboard as soon as the summary has been read, before the app's code has
// loaded. Built into the page's HTML behind the outline (tools/prerender.mjs).

import type { EarlyReads } from '#applicant/http/early-reads.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { getNextStepView, type NextStepView } from '../next-step-view.ts'

if (globalThis.earlyReads) void displayNextStep(globalThis.earlyReads)

async function displayNextStep(reads: EarlyReads) {
  const read = Object.entries(reads.byUrl).find(([url]) => url.endsWith('/summary'))?.[1]
  if (!read) return
  try {
    const user: User | null = JSON.parse(localStorage.getItem('user') ?? 'null')
    const response = await read.response
    const { data: summary }: { data?: ApplicationSummary } = await response.clone().json()
    const place = document.querySelector<HTMLElement>('[data-fill=next-step]')
    // The app has taken the outline's place, the answer is an error, which it will explain, or an earlier version stored a
    // user without an exercise.
    if (!place || !summary || !user?.exercise) return
    const { deadline } = user.exercise
    // By the server's clock, which decides what is too late.
    const now = new Date(response.headers.get('date') ?? Date.now())
    display(place, getNextStepView({ user, summary, progress: summary.form, deadline, now }))
    reads.displayedSummary = summary
  } catch {
    // The app reads it again.
  }
}

/** In the elements of PromoOutline. */
function display(place: HTMLElement, { title, facts, paragraphs, links }: NextStepView) {
  const [heading, list] = [...place.querySelectorAll('h2, dl')] as [Element, Element]
  const [primary, secondary] = [...place.querySelectorAll('a')] as [HTMLAnchorElement, HTMLAnchorElement]
  heading.textContent = title
  for (const [label, text] of facts) {
    const pair = document.createElement('div')
    pair.append(createElement('dt', label), createElement('dd', text))
    list.append(pair)
  }
  list.after(...paragraphs.map((text) => createElement('p', text)))
  if (facts.length === 0) list.remove()
  secondary.after(
    ...links.map(({ label, to, isPrimary }) => {
      const link = (isPrimary ? primary : secondary).cloneNode() as HTMLAnchorElement
      link.textContent = label
      if (to) link.href = to
      return link
    }),
  )
  primary.remove()
  secondary.remove()
  place.hidden = false
  // What comes below is not known yet, and would be moved.
  place.nextElementSibling?.remove()
}

function createElement(name: string, text: string) {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
