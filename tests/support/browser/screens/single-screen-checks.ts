// What is checked on some screens only, on the visit in which every screen is checked, on a desktop.
import type { Page } from '@playwright/test'
import { expect, expectAccessible } from '../journey.ts'
import { saveScreenshot } from './screenshots.ts'
import { readStyle } from './styles.ts'
import { withTextSize, withWideFont } from './text-clipping.ts'

type Check = (page: Page, name: string) => Promise<void>

/** By the name of the screen. */
export const singleScreenChecks: Record<string, Check[]> = {
  'contact-new': [withForcedColours(expectOpenTabMarked)],
  'login-refused': [withForcedColours(expectBorders)],
  payment: [withForcedColours(expectBorders)],
  'step-1-without-nin': [expectFirstQuestionOnFirstScreen],
  'step-2-open': [withForcedColours(expectBorders), withForcedColours(expectIconsInTheme), expectNoMutedText],
  'step-5-errors': [withForcedColours(expectBorders)],
  'step-7': [withForcedColours(expectIconsInTheme)],
  settings: [withForcedColours(expectBorders)],
  'dashboard-paid': [withForcedColours(expectIconsInTheme), expectUnbrokenStages],
  'dashboard-verified': [withForcedColours(expectIconsInTheme), expectNoMutedText, expectUnbrokenStages],
  'dashboard-rejected': [withForcedColours(expectIconsInTheme)],
}

function withForcedColours(check: Check): Check {
  return async (page, name) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await check(page, name)
    await page.emulateMedia({ forcedColors: null })
  }
}

/** Of buttons and fields. */
async function expectBorders(page: Page, name: string) {
  const borderless = await page.evaluate(() =>
    [...document.querySelectorAll('input, select, textarea, [class*="button"], [class*="drop"]')]
      .filter((element) => element.getClientRects().length > 0)
      .filter((element) => element.getAttribute('type') !== 'file')
      .filter((element) => {
        const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
        return borderTopStyle === 'none' || borderTopWidth === '0px' || borderTopColor === backgroundColor
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  )
  expect(borderless).toEqual([])
  await saveScreenshot(page, `forced-${name}-1280`, { fullPage: true })
}

async function expectOpenTabMarked(page: Page) {
  const [open] = await readStyle(page.getByRole('tab', { selected: true }), 'border-bottom-color')
  const [other] = await readStyle(page.getByRole('tab', { selected: false }), 'border-bottom-color')
  expect(open).not.toBe(other)
}

/** Icons have a colour of the forced theme. */
async function expectIconsInTheme(page: Page) {
  // The system colours as this browser resolves them.
  const allowed = await page.evaluate(() => {
    const probe = document.createElement('i')
    document.body.append(probe)
    return ['LinkText', 'CanvasText', 'ButtonText', 'HighlightText', 'VisitedText', 'ActiveText'].map((name) => {
      probe.style.color = name
      return getComputedStyle(probe).color
    })
  })
  // One look at the whole page, because the skeletons of a page that is loading give way to others in between.
  const icons = await page.evaluate(() =>
    Array.from(document.querySelectorAll('nav svg, main svg'), (icon) => getComputedStyle(icon).color),
  )
  expect(icons.length).toBeGreaterThan(4)
  expect(icons.filter((colour) => !allowed.includes(colour))).toEqual([])
}

async function expectNoMutedText(page: Page, name: string) {
  await page.emulateMedia({ contrast: 'more' })
  await expectAccessible(page)
  await saveScreenshot(page, `contrast-${name}-1280`, { fullPage: true })
  const [text, muted] = await readStyle(page.locator('html'), '--ink', '--ink-muted')
  expect(muted).toBe(text)
  await page.emulateMedia({ contrast: null })
}

/** On small phones, whatever their font and text size. */
async function expectUnbrokenStages(page: Page) {
  const stages = page.getByRole('list', { name: 'Your way through the recruitment' })
  await expect(stages.getByText('Submitted', { exact: true })).toBeVisible()
  const expectWholeNames = async () => {
    for (const width of [320, 360, 412, 768]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await stages.evaluate(findBrokenNames), `${width} px`).toEqual([])
    }
  }
  await expectWholeNames()
  await withWideFont(page, expectWholeNames)
  await withTextSize(page, '200%', async () => {
    await expectWholeNames()
    await withWideFont(page, expectWholeNames)
  })
}

/** The texts within `list` whose words stand on several lines. Runs in the page. */
function findBrokenNames(list: Element): string[] {
  const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  while (texts.nextNode())
    for (const { index, 0: word } of (texts.currentNode.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
    }
  return broken
}

/** On a small phone, below the notice about the NIN and the folded facts of the account. */
async function expectFirstQuestionOnFirstScreen(page: Page) {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByText('Verify your NIN before you submit.')).toBeVisible()
  const answer = page.getByLabel('Place of birth')
  const bottomOf = async () => {
    const { y, height } = (await answer.boundingBox()) ?? { y: 640, height: 0 }
    return y + height
  }
  await expect(answer).toBeVisible()
  expect(await bottomOf()).toBeLessThanOrEqual(610)
  await withWideFont(page, async () => expect(await bottomOf()).toBeLessThanOrEqual(640))

  const facts = page.getByRole('region', { name: 'Your details on record' })
  await expect(facts).toContainText('Danjuma-Bello Halima Sadiq')
  await expect(facts.getByRole('definition').first()).toBeHidden()
  await facts.getByRole('button', { name: 'Show all' }).click()
  await expect(facts.getByRole('definition').filter({ hasText: 'RE24-00003' })).toBeVisible()
  await expect(facts.getByRole('link', { name: 'Contact us' })).toBeVisible()
}
