// Walks through a page with the Tab key.
import { expect, type Page } from '@playwright/test'

/** Rows of a list repeat: what is wrong with one is wrong with the first. */
const maxSteps = 40

/**
 * Tab leads from control to control in the order in which they are seen, down and to the right; the one that has the focus
 * shows it and is not covered; and after the last one Tab leaves the page.
 */
export async function expectKeyboardWalk(page: Page, steps: number = maxSteps): Promise<void> {
  await page.evaluate(finishAnimations)
  const { expected, tabs } = await page.evaluate(watchWalk, steps)
  for (let tab = 0; tab < tabs; tab += 1) await page.keyboard.press('Tab')
  const { problems, reached } = await page.evaluate(() => globalThis.endWalk())
  expect.soft(problems, `the walk with Tab through ${page.url()}`).toEqual([])
  expect.soft(reached, `controls that Tab reaches on ${page.url()}`).toBe(expected)
}

/** What slides in arrives. Runs in the page. */
function finishAnimations() {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
}

declare global {
  var endWalk: () => { problems: string[]; reached: number }
}

/** Runs in the page. @returns how many controls Tab should reach, and by how often Tab */
function watchWalk(maxSteps: number): { expected: number; tabs: number } {
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
  const radios = new Set<string>()
  // Nothing behind a dialog can be reached.
  const within = document.querySelector('dialog:modal') ?? document.body
  const inOrder = [...within.querySelectorAll<HTMLElement>(controls)].filter((control) => {
    if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) return false
    if (control.matches(':disabled, iframe')) return false
    // Tab stops once at a group of radio buttons.
    if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return true
    const isFirst = !radios.has(control.name)
    radios.add(control.name)
    return isFirst
  })
  const steps = inOrder.slice(0, maxSteps)
  // Within a date Tab goes on to the month, the year and the calendar.
  const stops = { date: 4, 'datetime-local': 7 }
  const countStops = (control: HTMLElement) => stops[(control as HTMLInputElement).type as keyof typeof stops] ?? 1
  const problems: string[] = []
  const reached = new Set<Element>()
  let at: Element | undefined
  const describe = (element: Element) => element.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 120)

  /** The browser has scrolled to the control by then. */
  const inspect = ({ key }: KeyboardEvent) => {
    const control = document.activeElement
    if (key !== 'Tab' || !control || control === document.body || control === at) return
    const last = at
    at = control
    if (reached.has(control)) return void problems.push(`Tab comes back to ${describe(control)}`)
    reached.add(control)
    const seen = control.getBoundingClientRect()
    // Both at the same moment: a notice that came or went between them has moved both.
    if (last && isBefore(findPlace(control), findPlace(last))) problems.push(`Tab goes back to ${describe(control)}`)
    const cover = findCover(control, seen)
    if (cover) problems.push(`${cover} covers ${describe(control)}`)
    if (!hasRing(control)) problems.push(`no focus ring: ${describe(control)}`)
  }
  document.addEventListener('keyup', inspect)
  // The browser goes on from the last place that had the focus.
  const start = document.createElement('i')
  start.tabIndex = -1
  within.prepend(start)
  start.focus()
  start.blur()
  globalThis.endWalk = () => {
    document.removeEventListener('keyup', inspect)
    start.remove()
    return { problems, reached: reached.size }
  }
  return { expected: steps.length, tabs: steps.reduce((sum, control) => sum + countStops(control), 0) }

  /** As if nothing were scrolled. */
  function findPlace(control: Element) {
    const place = DOMRect.fromRect(control.getBoundingClientRect())
    for (let within = control.parentElement; within; within = within.parentElement) {
      place.x += within.scrollLeft
      place.y += within.scrollTop
    }
    return place
  }

  /** Above what came before, unless it is in a column to the right; or to the left in the same line. */
  function isBefore(place: DOMRect, before: DOMRect) {
    const isAbove = place.bottom <= before.top + 1 && place.left < before.right
    const isBeside = place.top < before.bottom - 1 && before.top < place.bottom - 1
    return isAbove || (isBeside && place.right <= before.left)
  }

  /** What lies over one of a few points of it. */
  function findCover(control: Element, { left, top, right, bottom, width, height }: DOMRect) {
    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return "the window's edge"
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined
    for (const part of [0.1, 0.5, 0.9]) {
      const x = Math.min(Math.max(left + width / 2, 1), innerWidth - 1)
      const y = Math.min(Math.max(top + height * part, 1), innerHeight - 1)
      const hit = document.elementFromPoint(x, y)
      if (!hit) return 'nothing'
      if (!control.contains(hit) && !hit.contains(control) && !label?.contains(hit)) return describe(hit)
    }
    return null
  }

  function hasRing(control: Element) {
    const ring = getComputedStyle(control)
    return control.matches(':focus-visible') && (ring.outlineStyle !== 'none' || ring.boxShadow !== 'none')
  }
}
