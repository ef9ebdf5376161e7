// Whether all that stands on a page can be read.
import { expect, type Page } from '@playwright/test'

/** Does something while text alone is of another size, as people with weak eyes set it in their browser. */
export async function withTextAt(page: Page, size: string, act: () => Promise<void>): Promise<void> {
  const resize = (to: string) =>
    page.evaluate((to) => {
      document.documentElement.style.fontSize = to
    }, to)
  await resize(size)
  await act()
  await resize('')
}

/** No words are hidden by the edge of what holds them, unless an ellipsis says so. */
export async function expectNothingCutOff(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, clip } = getComputedStyle(element)
        const isForScreenReaders = clip !== 'auto'
        if (isForScreenReaders || textOverflow === 'ellipsis' || !element.innerText?.trim()) return false
        const isTooWide = hides(overflowX) && element.scrollWidth > element.clientWidth + 1
        const isTooHigh = hides(overflowY) && element.scrollHeight > element.clientHeight + 1
        return isTooWide || isTooHigh || standsOutside(element)
      })
      .map((element) => element.outerHTML.slice(0, 200))

    /** A line of words that begins or ends where nobody can scroll to. */
    function standsOutside(element: HTMLElement) {
      const ownWords = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!ownWords || element.closest('[class*="skip"], [class*="hidden"]')) return false
      for (let frame = element.parentElement; frame; frame = frame.parentElement)
        if (getComputedStyle(frame).overflowX === 'auto') return false
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > document.documentElement.clientWidth + 1)
    }
  })
  expect(cut, `cut off on ${page.url()}`).toEqual([])
}
