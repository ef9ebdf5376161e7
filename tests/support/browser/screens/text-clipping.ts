// Checks that no text on a page is cut off.
import { expect, type Page } from '@playwright/test'

/** Runs `act` with another font size, as set in the browser's preferences. */
export async function withTextSize(page: Page, size: string, act: () => Promise<void>): Promise<void> {
  const resize = (to: string) =>
    page.evaluate((to) => {
      document.documentElement.style.fontSize = to
    }, to)
  await resize(size)
  await act()
  await resize('')
}

/** Runs `act` with a wide fallback font, which browsers take where a system has few fonts. */
export async function withWideFont(page: Page, act: () => Promise<void>): Promise<void> {
  // A constructed style sheet is not subject to the pages' content security policy.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { font-family: "DejaVu Sans", sans-serif !important }')
    document.adoptedStyleSheets = [sheet]
  })
  await act()
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
}

/** No text is clipped by its container, unless an ellipsis shows it. */
export async function expectNoClippedText(page: Page): Promise<void> {
  const clipped = await page.evaluate(() => {
    const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, clip } = getComputedStyle(element)
        const isForScreenReaders = clip !== 'auto'
        if (isForScreenReaders || textOverflow === 'ellipsis' || !element.innerText?.trim()) return false
        const isTooWide = clips(overflowX) && element.scrollWidth > element.clientWidth + 1
        const isTooHigh = clips(overflowY) && element.scrollHeight > element.clientHeight + 1
        return isTooWide || isTooHigh || isBeyondEdge(element)
      })
      .map((element) => element.outerHTML.slice(0, 200))

    /** Own text beyond the edge of the window, where one cannot scroll. */
    function isBeyondEdge(element: HTMLElement) {
      const hasOwnText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!hasOwnText || element.closest('[class*="skip"], [class*="hidden"]')) return false
      for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
        if (getComputedStyle(ancestor).overflowX === 'auto') return false
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > document.documentElement.clientWidth + 1)
    }
  })
  expect(clipped, `clipped text on ${page.url()}`).toEqual([])
}
