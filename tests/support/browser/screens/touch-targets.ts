// Checks that everything on a page can be hit with a thumb.
import { expect, type Page } from '@playwright/test'

/** Width and height in CSS px (--target in tokens.css). */
const minTargetPx = 44

/** Each link, button and input outside of running text can be hit within at least 44 x 44 px. */
export async function expectTouchTargets(page: Page): Promise<void> {
  const tooSmall = await page.evaluate(findSmallTargets, minTargetPx)
  expect(tooSmall, `targets below ${minTargetPx} px on ${page.url()}`).toEqual([])
}

/** Runs in the page. Returns a description of each target that is too small. */
function findSmallTargets(minPx: number): string[] {
  const modal = document.querySelector('dialog:modal')
  const candidates = [
    ...(modal ?? document).querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea'),
  ]
  const position = { x: scrollX, y: scrollY }
  const found = candidates
    .filter((target) => isVisible(target) && !isInRunningText(target))
    .flatMap((target) => {
      const { width, height } = measureHitArea(target)
      // Half a pixel is lost to rounding.
      if (width >= minPx - 0.5 && height >= minPx - 0.5) return []
      return [`${Math.round(width)} x ${Math.round(height)}: ${target.outerHTML.slice(0, 160)}`]
    })
  scrollTo(position.x, position.y)
  return found

  /** Links for keyboards are clipped to a pixel or stand above the window until they have the focus. */
  function isVisible(target: HTMLElement) {
    const { width, height, bottom } = target.getBoundingClientRect()
    const isWithinPage = bottom + scrollY > 0
    return target.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && isWithinPage
  }

  /** A link within a sentence is as high as its line (WCAG 2.5.8, exception for inline targets). */
  function isInRunningText(target: HTMLElement) {
    if (getComputedStyle(target).display !== 'inline') return false
    let block = target.parentElement
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
    const copy = block?.cloneNode(true) as HTMLElement | undefined
    for (const other of copy?.querySelectorAll('a, button') ?? []) other.remove()
    return /\p{L}/u.test(copy?.textContent ?? '')
  }

  /** The target with its labels, and with what a pseudo-element adds around it. */
  function measureHitArea(target: HTMLElement) {
    const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : []
    const rects = [target, ...labels].map((element) => element.getBoundingClientRect())
    const left = Math.min(...rects.map((rect) => rect.left))
    const top = Math.min(...rects.map((rect) => rect.top))
    const width = Math.max(...rects.map((rect) => rect.right)) - left
    const height = Math.max(...rects.map((rect) => rect.bottom)) - top
    return { width: measureReach(target, width, 'x'), height: measureReach(target, height, 'y') }
  }

  /** The size along one axis: the element's own, or the target's if a point at the edge still hits it. */
  function measureReach(target: HTMLElement, own: number, axis: 'x' | 'y') {
    if (own >= minPx) return own
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = target.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const edge = minPx / 2 - 1
    const points =
      axis === 'x'
        ? [
            [x - edge, y],
            [x + edge, y],
          ]
        : [
            [x, y - edge],
            [x, y + edge],
          ]
    const hits = points.every(([x = 0, y = 0]) => {
      const hit = document.elementFromPoint(x, y)
      return (
        hit !== null &&
        (target.contains(hit) || (hit.contains(target) === false && hit.closest('label')?.control === target))
      )
    })
    return hits ? minPx : own
  }
}
